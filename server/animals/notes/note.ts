import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { editJson } from '../../platform/http/json.ts'
import { linesPattern } from '../../platform/http/patterns.ts'
import { authorTypes } from '../../requests/author/author.ts'

/** The most notes of an animal. */
export const MAX_NOTES = 500

const text = Type.String({
  minLength: 1,
  maxLength: 4_000,
  pattern: linesPattern,
  'x-rule': 'must have no control characters but line breaks and tabs, and no unpaired surrogates',
  description: 'Plain text of 1 to 4,000 characters.',
  examples: ['Ate well this morning. Limps a little on the left front paw.'],
})

export const NewNote = Type.Object(
  { text },
  { $id: 'NewNote', additionalProperties: false, description: 'A note to add.' },
)
export type NewNote = Static<typeof NewNote>

export const Note = Type.Object(
  {
    id: Int64({ description: 'Assigned by the store.', examples: [1] }),
    petId: Int64({ description: 'The animal.', examples: [1] }),
    text,
    author: Type.Object(
      {
        type: Type.Enum([...authorTypes], { description: 'A person or an API key.' }),
        name: Type.Optional(
          Type.String({
            description: 'The name of the user or the key at that time; absent if it belongs to another account.',
          }),
        ),
      },
      { description: 'The author of the note.' },
    ),
    createdAt: Type.String({
      format: 'date-time',
      description: 'When it was written (RFC 3339, UTC).',
    }),
  },
  {
    $id: 'Note',
    description: 'A note of the staff about an animal. It is never public.',
    examples: [
      {
        id: 1,
        petId: 1,
        text: 'Ate well this morning.',
        author: { type: 'user', name: 'Mara Klein' },
        createdAt: '2026-11-20T09:30:00.000Z',
      },
    ],
  },
)
export type Note = Static<typeof Note>

export type NoteChange = { kind: 'note added'; petId: bigint } | { kind: 'note removed'; petId: bigint; noteId: bigint }

export const noteLocation = (id: bigint): string => `/v1/notes/${id}`

/** Removes the text from the stored JSON of a note. A note has a text, so a word stands in for it. */
export const withoutText = (json: string): string =>
  editJson(json, (note) => {
    note.text = '[deleted]'
  })
