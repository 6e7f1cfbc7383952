import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { OwnedPet, Pet } from '../../animals/pets/pet.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import type { ProfilePatch, StoredProfile } from '../../animals/profiles/profile.ts'
import { emptyProfile } from '../../animals/profiles/profile-facts.ts'
import type { ProfilesService } from '../../animals/profiles/profiles.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { parseJson, stringifyJson } from '../../platform/http/json.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Actor, isOwner } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import type { DetailedChange } from './animal-details.service.ts'
import { type ImportChange, UNDO_MS } from './import-change.ts'
import type { NotesState, StoredChange } from './import-changes.repository.ts'

type Query = Database['read']

const REMOVED_AT_ONCE = 500
type Changes = DetailedChange | ImportChange

type Deps = {
  database: Database<Changes, Author>
  pets: Pick<PetsService, 'findIn' | 'changeTo' | 'discard'>
  profiles: Pick<ProfilesService, 'replace'>
  clock: Clock
  findPets: (query: Query, ids: readonly bigint[]) => Promise<OwnedPet[]>
  listProfiles: (query: Query, ids: readonly bigint[]) => Promise<Map<bigint, StoredProfile>>
  countPhotosOf: (query: Query, ids: readonly bigint[]) => Promise<Map<bigint, number>>
  notesStateOf: (query: Query, ids: readonly bigint[]) => Promise<Map<bigint, NotesState>>
  removeNotesAfter: (query: Query, from: { petId: bigint; noteId: bigint }) => Promise<void>
  hasRequests: (query: Query, petId: bigint) => Promise<boolean>
  changes: {
    insert(query: Query, importId: bigint, changes: readonly StoredChange[]): Promise<void>
    /** Leaves out animals whose change is stored already. */
    insertNew(query: Query, importId: bigint, changes: readonly StoredChange[]): Promise<void>
    removeOld(query: Query, old: { beforeMs: number; limit: number }): Promise<number>
    removeOldCategories(query: Query, beforeMs: number): Promise<void>
  }
  /** Whether the animals are there to try things out: their status, category and publication do not count as changes. */
  areForTrying?: true
}

/** What is different for the animals of the sample. */
export type ChangesOptions = Partial<Pick<Deps, 'pets' | 'countPhotosOf' | 'hasRequests' | 'areForTrying'>>

export type Snapshot = OwnedPet & { profile: StoredProfile; photos: number; notes: NotesState }

const noNotes: NotesState = { count: 0, lastId: 0n }

export type ImportChanges = ReturnType<typeof importChanges>

/** The changes of imports, which can be undone for a day. */
export const importChanges = (deps: Deps) => {
  const { database, pets, profiles, changes, clock } = deps

  /** Without bonds, which are set after the rows and are not changes by somebody. */
  const digestOf = ({ pet, profile, photos, notes }: Snapshot): string => {
    const { bondedWith: _, ...shown } = profile.shown
    const { name, categoryId, status } = pet
    const { published } = profile
    const facts = deps.areForTrying ? { name, photos } : { name, categoryId, status, published, photos }
    const noted = notes.count > 0 && { notes }
    return createHash('sha256')
      .update(stringifyJson({ ...facts, ...noted, shown, hidden: profile.hidden }))
      .digest('hex')
      .slice(0, 32)
  }

  const storedChange = (was: Snapshot | undefined, now: Snapshot): StoredChange => ({
    petId: now.pet.id,
    before: was ? writeSnapshot(was) : null,
    after: `${digestOf(now)} ${now.ownerId}`,
  })

  const snapshots = async (query: Query, ids: readonly bigint[]): Promise<Map<bigint, Snapshot>> => {
    if (ids.length === 0) return new Map()
    const found = await deps.findPets(query, ids)
    const stored = await deps.listProfiles(query, ids)
    const photos = await deps.countPhotosOf(query, ids)
    const notes = await deps.notesStateOf(query, ids)
    return new Map(
      found.map(({ pet, ownerId }) => {
        const profile = stored.get(pet.id) ?? emptyProfile(pet.id)
        const more = { photos: photos.get(pet.id) ?? 0, notes: notes.get(pet.id) ?? noNotes }
        return [pet.id, { pet, ownerId, profile, ...more }]
      }),
    )
  }

  /** Why a change is not undone, as the animal is `now`; undefined if it can be. */
  const whyNotUndone = async (
    query: Query,
    actor: Actor,
    { before, after, now }: Pick<StoredChange, 'before' | 'after'> & { now: Snapshot },
  ): Promise<string | undefined> => {
    // Earlier versions did not record the notes of animals that were there before.
    const hasNotes = before === null || readSnapshot(before).lastNoteId !== undefined
    const compared = hasNotes ? now : { ...now, notes: noNotes }
    // Versions before 1.4.0 did not record the owner.
    const [digest, ownerId] = after.split(' ')
    if (digestOf(compared) !== digest) return 'it was changed since'
    const isSameOwner = ownerId === undefined ? isOwner(actor, now.ownerId) : ownerId === String(now.ownerId)
    if (!isSameOwner) return 'it was moved to another account since'
    if (before === null && (await deps.hasRequests(query, now.pet.id))) return 'somebody has requested it since'
    return undefined
  }

  /**
   * Why the animal was not undone; undefined if it was removed or restored. If it throws, the transaction has to be
   * rolled back.
   */
  const undoChange = async (
    trx: Trx<Changes>,
    actor: Actor,
    { petId, before, after }: StoredChange,
  ): Promise<string | undefined> => {
    await pets.findIn(trx, petId)
    const now = (await snapshots(trx.query, [petId])).get(petId)
    if (!now) return 'it was deleted'
    const reason = await whyNotUndone(trx.query, actor, { before, after, now })
    if (reason !== undefined) return reason
    if (before === null) {
      await pets.discard(trx, now)
      return undefined
    }
    const was = readSnapshot(before)
    await pets.changeTo(trx, now.pet, was.pet, { isUndo: true })
    const { lastNoteId, publishedAtMs, restored } = was
    await profiles.replace(trx, actor, { petId, publishedAtMs, restored, ...was.profile })
    if (lastNoteId !== undefined) {
      await deps.removeNotesAfter(trx.query, { petId, noteId: lastNoteId })
    }
    return undefined
  }

  return {
    snapshots,
    undoChange,

    /** Whether a change could be undone now. */
    async isUndoable(query: Query, actor: Actor, { petId, before, after }: StoredChange): Promise<boolean> {
      const now = (await snapshots(query, [petId])).get(petId)
      return now !== undefined && (await whyNotUndone(query, actor, { before, after, now })) === undefined
    },

    /** Records the changes of some animals, in the transaction of their rows. */
    async record(
      query: Query,
      importId: bigint,
      ids: readonly bigint[],
      before: ReadonlyMap<bigint, Snapshot>,
    ): Promise<void> {
      const after = await snapshots(query, ids)
      const made = [...after].map(([petId, snapshot]) => storedChange(before.get(petId), snapshot))
      await changes.insert(query, importId, made)
    },

    /** Records the animals whose bonds have changed, and that the import has not changed before. */
    async recordBonds(query: Query, importId: bigint, before: ReadonlyMap<bigint, Snapshot>): Promise<void> {
      const after = await snapshots(query, [...before.keys()])
      const made = [...before.values()].flatMap((was) => {
        const snapshot = after.get(was.pet.id)
        const isSame = !snapshot || isDeepStrictEqual(bondsOf(snapshot), bondsOf(was))
        return isSame ? [] : [storedChange(was, snapshot)]
      })
      await changes.insertNew(query, importId, made)
    },

    /** Deletes old changes before an import starts, some at a time, because other writes wait for it. */
    async removeOld(): Promise<void> {
      const old = { beforeMs: clock.nowMs() - UNDO_MS, limit: REMOVED_AT_ONCE }
      const removeSome = () => database.write(({ query }) => changes.removeOld(query, old))
      while ((await removeSome()) === REMOVED_AT_ONCE);
      await database.write(({ query }) => changes.removeOldCategories(query, old.beforeMs))
    },
  }
}

const bondsOf = ({ profile }: Snapshot) => profile.shown.bondedWith

type Written = {
  pet: Pet
  profile: ProfilePatch
  lastNoteId?: bigint
  publishedAtMs?: number | undefined
  /** Versions before 1.4.0 did not record it. */
  restored?: { updatedAtMs: number | undefined } | undefined
}

const writeSnapshot = ({ pet, profile, notes }: Snapshot): string => {
  const { published, publishedAtMs, updatedAtMs, shown, hidden } = profile
  return stringifyJson({
    pet,
    profile: { published, ...shown, ...hidden },
    lastNoteId: notes.lastId,
    ...(publishedAtMs !== undefined && { publishedAtMs }),
    restored: { updatedAtMs },
  })
}

const readSnapshot = (text: string): Written => {
  // It was written above. Ids of any size are read exactly.
  const { pet, profile, lastNoteId, publishedAtMs, restored } = parseJson(Buffer.from(text)).value as Written
  const bondedWith = (profile.bondedWith ?? []).map(BigInt)
  const { id, categoryId } = pet
  return {
    pet: { ...pet, id: BigInt(id), categoryId: BigInt(categoryId) },
    profile: { ...profile, bondedWith },
    ...(lastNoteId !== undefined && { lastNoteId: BigInt(lastNoteId) }),
    publishedAtMs,
    restored: restored && { updatedAtMs: restored.updatedAtMs },
  }
}
