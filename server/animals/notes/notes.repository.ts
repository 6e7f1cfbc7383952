import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { foldEmail } from '../../accounts/users/user.ts'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant, showTime } from '../../platform/time.ts'
import { type Author, isPerson } from '../../requests/author/author.ts'
import { MAX_NOTES, type Note, noteLocation, withoutText } from './note.ts'

type Query = Kysely<Tables>

export type NoteList = { petId: bigint; beforeId?: bigint | undefined; limit: number }

/** A note with the id of its author, which is not shown. */
type AuthoredNote = { note: Note; authorId: bigint | undefined }

/** The newest first. */
export const listNotes = async (query: Query, list: NoteList): Promise<Note[]> =>
  (await listRows(query, list)).map((row) => toNote(row).note)

/** The notes of some animals, the oldest first. */
export const listNotesOf = async (query: Query, petIds: readonly bigint[]): Promise<Note[]> => {
  const rows = await query
    .selectFrom('pet_notes')
    .selectAll()
    .where('pet_id', 'in', petIds)
    .orderBy('id')
    .limit(petIds.length * MAX_NOTES)
    .execute()
  return rows.map((row) => toNote(row).note)
}

export const hasNotes = async (query: Query): Promise<boolean> =>
  (await query.selectFrom('pet_notes').select('id').limit(1).execute()).length > 0

const filtered = (query: Query, { petId }: { petId: bigint }) =>
  query.selectFrom('pet_notes').selectAll().where('pet_id', '=', petId)

const listRows = prepared((query, { petId, beforeId, limit }: NoteList) => {
  const select = filtered(query, { petId }).orderBy('id', 'desc').limit(limit)
  return beforeId === undefined ? select : select.where('id', '<', beforeId)
})

export const countNotes = boundedCount(filtered)

export const findNote = async (query: Query, id: bigint): Promise<AuthoredNote | undefined> => {
  const [row] = await noteRow(query, { id })
  return row && toNote(row)
}

const noteRow = prepared((query, { id }: { id: bigint }) =>
  query.selectFrom('pet_notes').selectAll().where('id', '=', id),
)

type NewRow = { petId: bigint; text: string; author: Author; ownerId: bigint; nowMs: number }

export const insertNote = async (query: Query, { petId, text, author, ownerId, nowMs }: NewRow): Promise<Note> => {
  const isOfOwner = author.accountId === undefined || author.accountId === ownerId
  const [row] = await insertRow(query, {
    pet_id: petId,
    text,
    text_folded: text.includes('@') ? foldEmail(text) : null,
    author_type: author.type,
    author_id: isPerson(author) ? (author.id ?? null) : null,
    author_name: isPerson(author) && isOfOwner ? (author.name ?? null) : null,
    created_at: instant(nowMs),
  })
  if (!row) throw new Error('a statement returned no note')
  return toNote(row).note
}

type ImportedRow = {
  text: string
  authorType: string
  authorName: string | undefined
  createdAtMs: number
}

/** Adds a note of a file, whose author is only a name. */
export const insertImportedNote = async (
  query: Query,
  petId: bigint,
  { text, authorType, authorName, createdAtMs }: ImportedRow,
): Promise<void> => {
  await insertRow(query, {
    pet_id: petId,
    text,
    text_folded: text.includes('@') ? foldEmail(text) : null,
    author_type: authorType,
    author_id: null,
    author_name: authorName ?? null,
    created_at: instant(createdAtMs),
  })
}

const insertRow = prepared((query, row: Insertable<Tables['pet_notes']>) =>
  query.insertInto('pet_notes').values(row).returningAll(),
)

export const deleteNote = async (query: Query, id: bigint): Promise<void> => {
  await deleteRow(query, { id })
}

const deleteRow = prepared((query, { id }: { id: bigint }) => query.deleteFrom('pet_notes').where('id', '=', id))

/** The notes of a removed animal go with it. A repeated request would return the text of a deleted note. */
export const removeNotes = async (
  query: Query,
  petId: bigint,
  { rewriteResponses }: { rewriteResponses: RewriteResponses },
): Promise<void> => {
  for (const { id } of await idsOfPet(query, { petId })) await rewriteResponses(query, noteLocation(id), withoutText)
  await deleteOfPet(query, { petId })
}

type RewriteResponses = (query: Query, location: string, change: (json: string) => string) => Promise<void>

const idsOfPet = prepared((query, { petId }: { petId: bigint }) =>
  query.selectFrom('pet_notes').select('id').where('pet_id', '=', petId),
)

const deleteOfPet = prepared(
  (query, { petId }: { petId: bigint }) => query.deleteFrom('pet_notes').where('pet_id', '=', petId),
  { isAwaited: false },
)

type Walk = { afterId: bigint; limit: number }

/** The next notes by id, each with whether its animal still exists. */
export const listWithAnimals = async (
  query: Query,
  { afterId, limit }: Walk,
): Promise<{ id: bigint; hasAnimal: boolean }[]> => {
  const rows = await query
    .selectFrom('pet_notes')
    .leftJoin('pets', 'pets.id', 'pet_notes.pet_id')
    .select(['pet_notes.id', 'pets.id as animal'])
    .where('pet_notes.id', '>', afterId)
    .orderBy('pet_notes.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, animal }) => ({ id, hasAnimal: animal !== null }))
}

const AT_ONCE = 250

/** Removes the names of authors, which must not be shown to another account. */
export const forgetNoteAuthors = async (query: Query, petIds: readonly bigint[]): Promise<void> => {
  for (let at = 0; at < petIds.length; at += AT_ONCE) {
    await query
      .updateTable('pet_notes')
      .set({ author_id: null, author_name: null })
      .where('pet_id', 'in', petIds.slice(at, at + AT_ONCE))
      .execute()
  }
}

type Mentions = { email: string; viewer: bigint | undefined; limit: number }

/** The ids of animals whose notes contain an email address, of one account or of all. */
export const listMentions = async (query: Query, { email, viewer, limit }: Mentions): Promise<bigint[]> => {
  const position = hasManyWriters(query)
    ? sql<number>`strpos(pet_notes.text_folded, ${email})`
    : sql<number>`instr(pet_notes.text_folded, ${email})`
  const rows = await query
    .selectFrom('pet_notes')
    .innerJoin('pets', 'pets.id', 'pet_notes.pet_id')
    .select('pet_notes.pet_id')
    .distinct()
    .where('pet_notes.text_folded', 'is not', null)
    .where(position, '>', 0)
    .$if(viewer !== undefined, (select) => select.where('pets.account_id', '=', viewer ?? 0n))
    .orderBy('pet_notes.pet_id')
    .limit(limit)
    .execute()
  return rows.map(({ pet_id }) => pet_id)
}

type Row = Selectable<Tables['pet_notes']>

const toNote = (row: Row): AuthoredNote => ({
  note: {
    id: row.id,
    petId: row.pet_id,
    text: row.text,
    author: {
      // Only ever written by this program.
      type: row.author_type as 'user',
      ...(row.author_name !== null && { name: row.author_name }),
    },
    createdAt: showTime(row.created_at),
  },
  authorId: row.author_id ?? undefined,
})
