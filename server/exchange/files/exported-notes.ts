import { type Static, Type } from 'typebox'
import { MAX_NOTES, NewNote, type Note } from '../../animals/notes/note.ts'
import type { Fault } from '../../platform/http/http-error.ts'
import { linePattern } from '../../platform/http/patterns.ts'
import { validators } from '../../platform/http/validation.ts'
import { parseTime } from '../../platform/time.ts'
import { authorTypes } from '../../requests/author/author.ts'

/** The notes of an animal in a JSON file. */
export const notesColumn = 'notes'

/** A note of a file. Its author is only a name here. */
export type ImportedNote = {
  text: string
  authorType: (typeof authorTypes)[number]
  authorName: string | undefined
  createdAtMs: number
}

/** As an import accepts them. */
export const exportedNotes = (notes: readonly Note[]) =>
  notes.map(({ text, author, createdAt }) => ({ text, author, createdAt }))

const Notes = Type.Object({
  [notesColumn]: Type.Array(
    Type.Object(
      {
        text: NewNote.properties.text,
        author: Type.Optional(
          Type.Object(
            {
              type: Type.Optional(Type.Enum([...authorTypes])),
              name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: linePattern })),
            },
            { additionalProperties: false },
          ),
        ),
        createdAt: Type.String(),
      },
      { additionalProperties: false },
    ),
    { maxItems: MAX_NOTES },
  ),
})
const check = validators({}).body(Notes)

/** The notes of a row, or its issues. */
export const readNotes = (value: unknown): { notes: ImportedNote[] } | { faults: Fault[] } => {
  if (value === undefined || value === null) return { notes: [] }
  const outcome = check({ value: { [notesColumn]: value }, duplicates: [] })
  if ('error' in outcome) return { faults: outcome.error.errors ?? [] }
  // The schema has been checked.
  const { notes } = outcome.value as Static<typeof Notes>
  const read = notes.map(({ text, author, createdAt }) => ({
    text,
    authorType: author?.type ?? 'user',
    authorName: author?.name,
    createdAtMs: parseTime(createdAt),
  }))
  const faults = read.flatMap(({ text, createdAtMs }, at) => [
    ...(text.trim() === '' ? [fault(`${notesColumn}.${at}.text`, 'blank', 'must not be blank')] : []),
    ...(createdAtMs === undefined
      ? [fault(`${notesColumn}.${at}.createdAt`, 'invalid_value', 'must be an RFC 3339 time')]
      : []),
  ])
  return faults.length > 0
    ? { faults }
    : { notes: read.map((note) => ({ ...note, createdAtMs: note.createdAtMs ?? 0 })) }
}

const fault = (field: string, code: string, message: string): Fault => ({ field, code, message })
