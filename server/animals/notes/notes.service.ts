import type { Clock } from '../../platform/clock.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Actor, checkOwner, isOwner } from '../../requests/access/ownership.ts'
import type { Right } from '../../requests/access/role.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { petError } from '../pets/pet.errors.ts'
import type { OwnedPet } from '../pets/pet.ts'
import type { PetsService } from '../pets/pets.service.ts'
import { noteError } from './note.errors.ts'
import { MAX_NOTES, type NewNote, type Note, type NoteChange } from './note.ts'
import { countNotes, deleteNote, findNote, insertNote, listNotes, type NoteList } from './notes.repository.ts'

type Deps = {
  database: Database<NoteChange, Author>
  pets: Pick<PetsService, 'get' | 'findIn'>
  findPet: (query: Trx['query'], id: bigint) => Promise<OwnedPet | undefined>
  clock: Pick<Clock, 'nowMs'>
}

export type NotesService = ReturnType<typeof notesService>

type Remover = Actor & { rights: ReadonlySet<Right> }

/** Notes about animals, for the account that owns them. */
export const notesService = ({ database, pets, findPet, clock }: Deps) => ({
  /** Throws `pet_not_found`, `not_owner`. */
  async check(actor: Actor, petId: bigint): Promise<void> {
    const found = await findPet(database.read, petId)
    if (!found) throw petError('pet_not_found')
    checkOwner(actor, found.ownerId)
  },

  /** Throws `note_not_found`, also for a note about another account's animal. */
  async get(actor: Actor, id: bigint): Promise<Note> {
    const found = await findNote(database.read, id)
    const owned = found && (await findPet(database.read, found.note.petId))
    if (!found || !owned || !isOwner(actor, owned.ownerId)) throw noteError('note_not_found')
    return found.note
  },

  list: (list: NoteList): Promise<Note[]> => listNotes(database.read, list),

  count: (petId: bigint): Promise<number> => countNotes(database.read, { petId }),

  /** Throws `pet_not_found`, `not_owner`, `note_limit_reached`, `validation_failed`. */
  async add(trx: Trx<NoteChange>, { caller, author }: By<Actor>, petId: bigint, { text }: NewNote): Promise<Note> {
    const { ownerId } = await pets.get(trx, petId)
    checkOwner(caller, ownerId)
    if (text.trim() === '') throw validationFailed([blank])
    if ((await countNotes(trx.query, { petId })) >= MAX_NOTES) throw noteError('note_limit_reached')
    const note = await insertNote(trx.query, {
      petId,
      text,
      author,
      ownerId,
      nowMs: clock.nowMs(),
    })
    trx.record({ kind: 'note added', petId })
    return note
  },

  /** Throws `note_not_found`, and `insufficient_scope` for someone who did not write it. */
  async remove({ caller, author }: By<Remover>, id: bigint): Promise<void> {
    await database.writeAs(author, async (trx) => {
      const found = await findNote(trx.query, id)
      if (!found) throw noteError('note_not_found')
      const owned = await pets.findIn(trx, found.note.petId)
      // Others must not learn which notes there are.
      if (!owned || !isOwner(caller, owned.ownerId)) throw noteError('note_not_found')
      const { type } = found.note.author
      const isAuthor = found.authorId !== undefined && found.authorId === author.id
      if (!(isAuthor && type === author.type) && !caller.rights.has('pets:delete')) {
        const message = 'Only its author and managers can delete a note.'
        throw requestError('insufficient_scope', { message })
      }
      // Another request may have deleted it before this one had the lock.
      if (!(await findNote(trx.query, id))) throw noteError('note_not_found')
      await deleteNote(trx.query, id)
      trx.record({ kind: 'note removed', petId: found.note.petId, noteId: id })
    })
    await database.purgeDeletedData()
  },
})

const blank = { field: 'text', code: 'blank', message: 'must not be blank' }
