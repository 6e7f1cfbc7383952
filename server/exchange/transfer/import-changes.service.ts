import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnedPet, Pet } from '../../animals/pets/pet.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import type { ProfilePatch, StoredProfile } from '../../animals/profiles/profile.ts'
import { emptyProfile } from '../../animals/profiles/profile-facts.ts'
import type { ProfilesService } from '../../animals/profiles/profiles.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { parseJson, stringifyJson } from '../../platform/http/json.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Actor, isOwner } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import type { DetailedChange } from './animal-details.service.ts'
import { type ImportChange, UNDO_MS } from './import-change.ts'
import type { NotesState, StoredChange } from './import-changes.repository.ts'
import type { ImportPace } from './import-pace.ts'
import type { StoredImport } from './imports.repository.ts'

type Query = Database['read']
type Changes = DetailedChange | ImportChange

type Deps = {
  database: Database<Changes, Author>
  pets: Pick<PetsService, 'findIn' | 'changeTo' | 'discard'>
  profiles: Pick<ProfilesService, 'replace'>
  clock: Clock
  pace: Pick<ImportPace, 'fewRows' | 'pauseMs'>
  findPets: (query: Query, ids: readonly bigint[]) => Promise<OwnedPet[]>
  listProfiles: (query: Query, ids: readonly bigint[]) => Promise<Map<bigint, StoredProfile>>
  countPhotosOf: (query: Query, ids: readonly bigint[]) => Promise<Map<bigint, number>>
  notesStateOf: (query: Query, ids: readonly bigint[]) => Promise<Map<bigint, NotesState>>
  removeNotesAfter: (query: Query, from: { petId: bigint; noteId: bigint }) => Promise<void>
  hasRequests: (query: Query, petId: bigint) => Promise<boolean>
  changes: {
    insert(query: Query, importId: bigint, changes: readonly StoredChange[]): Promise<void>
    list(query: Query, importId: bigint, limit: number): Promise<StoredChange[]>
    remove(query: Query, importId: bigint, petId: bigint): Promise<void>
    removeOld(query: Query, beforeMs: number): Promise<void>
  }
  imports: {
    find(query: Query, id: bigint): Promise<StoredImport | undefined>
    /** Returns whether it was not undone before. */
    markUndone(query: Query, id: bigint, nowMs: number): MaybePromise<boolean>
  }
}

export type Undone = {
  removed: number
  restored: number
  kept: { petId: bigint; reason: string }[]
}

type Snapshot = { pet: Pet; profile: StoredProfile; photos: number; notes: NotesState }

const noNotes: NotesState = { count: 0, lastId: 0n }

export type ImportChanges = ReturnType<typeof importChanges>

/** The changes of imports, which can be undone for a day. */
export const importChanges = (deps: Deps) => {
  const { database, pets, profiles, changes, imports, clock, pace } = deps

  const snapshots = async (
    query: Query,
    ids: readonly bigint[],
  ): Promise<Map<bigint, Snapshot>> => {
    if (ids.length === 0) return new Map()
    const found = await deps.findPets(query, ids)
    const stored = await deps.listProfiles(query, ids)
    const photos = await deps.countPhotosOf(query, ids)
    const notes = await deps.notesStateOf(query, ids)
    return new Map(
      found.map(({ pet }) => {
        const profile = stored.get(pet.id) ?? emptyProfile(pet.id)
        const more = { photos: photos.get(pet.id) ?? 0, notes: notes.get(pet.id) ?? noNotes }
        return [pet.id, { pet, profile, ...more }]
      }),
    )
  }

  /** Why the animal was not undone; undefined if it was removed or restored. */
  const takeBack = async (
    trx: Trx<Changes>,
    actor: Actor,
    { petId, before, after }: StoredChange,
  ): Promise<string | undefined> => {
    await pets.findIn(trx, petId)
    const now = (await snapshots(trx.query, [petId])).get(petId)
    if (!now) return 'it was deleted'
    const was = before === null ? undefined : readSnapshot(before)
    // Earlier versions did not record the notes of animals that were there before.
    const hasNotes = was === undefined || was.lastNoteId !== undefined
    const compared = hasNotes ? now : { ...now, notes: noNotes }
    if (digestOf(compared) !== after) return 'it was changed since'
    if (was === undefined) {
      if (await deps.hasRequests(trx.query, petId)) return 'somebody has requested it since'
      await pets.discard(trx, now.pet)
      return undefined
    }
    try {
      await pets.changeTo(trx, now.pet, was.pet, { isUndo: true })
      await profiles.replace(trx, actor, { petId, ...was.profile })
      const { lastNoteId } = was
      if (lastNoteId !== undefined) {
        await deps.removeNotesAfter(trx.query, { petId, noteId: lastNoteId })
      }
      return undefined
    } catch (error) {
      if (error instanceof HttpError) return error.message
      throw error
    }
  }

  return {
    snapshots,

    /** Records the changes of some animals, in the transaction of their rows. */
    async record(
      query: Query,
      importId: bigint,
      ids: readonly bigint[],
      before: ReadonlyMap<bigint, Snapshot>,
    ): Promise<void> {
      const after = await snapshots(query, ids)
      const made = [...after].map(([petId, snapshot]): StoredChange => {
        const was = before.get(petId)
        return { petId, before: was ? writeSnapshot(was) : null, after: digestOf(snapshot) }
      })
      await changes.insert(query, importId, made)
    },

    /** Deletes old changes before an import starts. */
    removeOld: (): Promise<void> =>
      database.write((trx) => changes.removeOld(trx.query, clock.nowMs() - UNDO_MS)),

    /**
     * Removes what an import added and restores what it changed, unless somebody has changed it
     * since.
     */
    async undo(
      { actor, author, stopping }: { actor: Actor; author: Author; stopping?: AbortSignal },
      id: bigint,
    ): Promise<Undone> {
      const found = await imports.find(database.read, id)
      if (!found || !isOwner(actor, found.accountId ?? 0n)) throw new ApiError('import_not_found')
      const isRecent = (found.finishedAtMs ?? 0) > clock.nowMs() - UNDO_MS
      if (found.isDryRun || !isRecent) throw tooLate()
      await database.writeAs(author, async (trx) => {
        const isFirst = await imports.markUndone(trx.query, id, clock.nowMs())
        // After an interruption, a repetition continues with the rest.
        const isLeft = (await changes.list(trx.query, id, 1)).length > 0
        if (!isFirst && !isLeft) throw tooLate()
        trx.record({ kind: 'import undone', id })
      })
      const undone: Undone = { removed: 0, restored: 0, kept: [] }
      for (;;) {
        stopping?.throwIfAborted()
        const some = await changes.list(database.read, id, pace.fewRows)
        if (some.length === 0) return undone
        const startedAtMs = clock.steadyMs()
        const done = await database.writeAs({ ...author, isInBulk: true }, async (trx) => {
          await trx.settle()
          const outcomes: { change: StoredChange; reason: string | undefined }[] = []
          for (const change of some) {
            outcomes.push({ change, reason: await takeBack(trx, actor, change) })
            await changes.remove(trx.query, id, change.petId)
          }
          return outcomes
        })
        for (const { change, reason } of done) {
          if (reason !== undefined) undone.kept.push({ petId: change.petId, reason })
          else undone[change.before === null ? 'removed' : 'restored'] += 1
        }
        await sleep(pace.pauseMs(clock.steadyMs() - startedAtMs))
      }
    },
  }
}

const tooLate = (): ApiError =>
  new ApiError('undo_not_possible', {
    message:
      'This import cannot be undone: it was already undone, or it did not end within the last 24 hours.',
  })

/** Without bonds, which are set after the rows and are not changes by somebody. */
const digestOf = ({ pet, profile, photos, notes }: Snapshot): string => {
  const { bondedWith: _, ...shown } = profile.shown
  const { name, categoryId, status } = pet
  const facts = { name, categoryId, status, published: profile.published, photos }
  const noted = notes.count > 0 && { notes }
  return createHash('sha256')
    .update(stringifyJson({ ...facts, ...noted, shown, hidden: profile.hidden }))
    .digest('hex')
    .slice(0, 32)
}

type Written = { pet: Pet; profile: ProfilePatch; lastNoteId?: bigint }

const writeSnapshot = ({ pet, profile, notes }: Snapshot): string => {
  const { published, shown, hidden } = profile
  return stringifyJson({
    ...{ pet, profile: { published, ...shown, ...hidden }, lastNoteId: notes.lastId },
  })
}

const readSnapshot = (text: string): Written => {
  // It was written above. Ids of any size are read exactly.
  const { pet, profile, lastNoteId } = parseJson(Buffer.from(text)).value as Written
  const bondedWith = (profile.bondedWith ?? []).map(BigInt)
  const { id, categoryId } = pet
  return {
    pet: { ...pet, id: BigInt(id), categoryId: BigInt(categoryId) },
    profile: { ...profile, bondedWith },
    ...(lastNoteId !== undefined && { lastNoteId: BigInt(lastNoteId) }),
  }
}
