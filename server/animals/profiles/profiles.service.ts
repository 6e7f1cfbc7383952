import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { type Fault, validationFailed } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Actor, checkOwner, isOwner } from '../../requests/access/ownership.ts'
import type { Partly } from '../../requests/api/operation.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { petError } from '../pets/pet.errors.ts'
import type { PetsService } from '../pets/pets.service.ts'
import { bondFaults, mirrorBonds, partnersOf } from './bonds.ts'
import type { BatchedProfile, Facts, Profile, ProfileChange, ProfilePatch, StoredProfile } from './profile.ts'
import { checkFacts, emptyProfile, merged, noFacts, sentIssues, shownProfile } from './profile-facts.ts'
import { type Sides, writeProfile } from './profile-writes.ts'
import { findOwnedProfile, findProfile } from './profiles.repository.ts'

type Deps = {
  database: Database<ProfileChange, Author>
  pets: Pick<PetsService, 'get'>
  photos: { count(query: Trx['query'], petId: bigint): Promise<number> }
  /** Whether an animal must have a photo to be published. */
  requirePhoto: boolean
  clock: Clock
}

/** A change of one profile. */
type Edit = {
  petId: bigint
  /** Whether omitted fields stay as they are. */
  isPatch: boolean
  given: ProfilePatch
  ifMatch?: string | undefined
  /** When the animal was first published elsewhere, if this publishes it here. */
  publishedAtMs?: number | undefined
  /** When it was last changed, if it is restored to that state. */
  restored?: Pick<StoredProfile, 'updatedAtMs'> | undefined
}

/** A change that depends on the current profile. */
type Change = Pick<Edit, 'petId' | 'publishedAtMs'> & {
  changes: (before: StoredProfile) => ProfilePatch
}

type Replacement = BatchedProfile & Pick<Edit, 'publishedAtMs' | 'restored'>

type Plan = { before: StoredProfile; after: StoredProfile } & Sides

/** Who wants to order an animal or to apply for it. */
type PetActor = { accountId: bigint | undefined; actsForStore: boolean }

/** When an animal was published, and unpublished. */
type Listing = { publishedAtMs: number; unpublishedAtMs: number }

export type ProfilesService = ReturnType<typeof profilesService>

/** The profiles of animals; each belongs to the account of its animal. */
export const profilesService = ({ database, pets, photos, requirePhoto, clock }: Deps) => {
  /** Only checked when publishing: a published animal stays published without its last photo. */
  const lacksPhoto = async (trx: Trx, before: StoredProfile, { published }: Facts) =>
    requirePhoto && published && !before.published && (await photos.count(trx.query, before.petId)) === 0

  /** The profile of an animal, whose row is locked. Throws `pet_not_found`. */
  const lockProfile = async (trx: Trx, petId: bigint): Promise<Sides & { before: StoredProfile }> => {
    await pets.get(trx, petId)
    const found = await findOwnedProfile(trx.query, petId)
    if (!found) throw petError('pet_not_found')
    return { before: found.profile, ownerId: found.ownerId, isOffered: found.isOffered }
  }

  /** Computes the profile after a change, without writing it. */
  const plan = async (
    trx: Trx,
    actor: Actor,
    { petId, isPatch, given, ifMatch, publishedAtMs: since, restored }: Edit,
  ): Promise<Plan> => {
    const { before, ...sides } = await lockProfile(trx, petId)
    const { ownerId } = sides
    checkOwner(actor, ownerId)
    checkIfMatch(ifMatch, shownProfile(before, true))
    const facts = merged(isPatch ? before : noFacts, given)
    const isAsOld = !restored || restored.updatedAtMs === before.updatedAtMs
    if (isAsOld && isSame(before, facts)) return { before, after: before, ...sides }
    const nowMs = clock.nowMs()
    checkFacts(facts, {
      nowMs,
      before,
      lacksPhoto: await lacksPhoto(trx, before, facts),
    })
    const faults = await bondFaults(trx, bondingOf(before, facts, ownerId))
    if (faults.length > 0) throw validationFailed(faults)
    const firstMs = before.publishedAtMs ?? pastOr(since, nowMs)
    const publishedAtMs = facts.published ? firstMs : undefined
    const updatedAtMs = restored ? restored.updatedAtMs : nowMs
    return { before, after: { ...facts, petId, publishedAtMs, updatedAtMs }, ...sides }
  }

  /** Returns whether there was something to change. */
  const carryOut = async (trx: Trx<ProfileChange>, { before, after, ...sides }: Plan): Promise<boolean> => {
    if (after === before) return false
    await writeProfile(trx, before, after, sides)
    await mirrorBonds(trx, bondingOf(before, after, sides.ownerId), clock.nowMs())
    return true
  }

  const edit = async (trx: Trx<ProfileChange>, actor: Actor, change: Edit): Promise<Profile> => {
    const { petId, given, isPatch } = change
    const bondedWith = isPatch ? given.bondedWith : (given.bondedWith ?? [])
    if (bondedWith !== undefined) await lockWithPartners(trx, [{ petId, bondedWith }])
    const planned = await plan(trx, actor, change)
    await carryOut(trx, planned)
    return shownProfile(planned.after, true)
  }

  /** Locks animals in the usual order, with those whose bonds change with theirs. */
  const lockWithPartners = async (trx: Trx, batch: readonly BatchedProfile[]): Promise<void> => {
    const petIds = batch.map(({ petId }) => petId)
    const bonds = batch.filter(({ bondedWith }) => bondedWith !== undefined)
    const partners = await partnersOf(
      trx,
      bonds.map(({ petId }) => petId),
    )
    const named = bonds.flatMap(({ bondedWith }) => bondedWith ?? [])
    const ids = [...new Set([...petIds, ...partners, ...named])]
    for (const id of ids.sort((one, other) => (one < other ? -1 : 1))) await trx.lock('pets', id)
  }

  /** Writes of the same commit come first, as an animal may have been removed and restored. */
  const write = <Done>(author: Author, work: (trx: Trx<ProfileChange>) => Promise<Done>): Promise<Done> =>
    database.writeAs(author, async (trx) => {
      await trx.settle()
      return work(trx)
    })

  return {
    /** The profile of an animal, or an empty one. Throws `pet_not_found`. */
    get: async (actor: Actor, petId: bigint): Promise<Profile> => {
      const found = await findOwnedProfile(database.read, petId)
      if (!found) throw petError('pet_not_found')
      const { profile, ownerId, isOffered } = found
      const isOwn = isOwner(actor, ownerId)
      // For others, a published animal of a suspended account is a draft.
      return shownProfile(isOwn || isOffered ? profile : emptyProfile(petId), isOwn)
    },

    /**
     * Who may order an animal or apply for it: its owner; others only while its account is not suspended and, if it has
     * a profile, only while it is published. Visitors have no account.
     */
    async mayActOn(query: Trx['query'], { accountId, actsForStore }: PetActor, petId: bigint): Promise<boolean> {
      const found = await findOwnedProfile(query, petId)
      if (!found) return false
      const { profile, ownerId, isDescribed, isOffered } = found
      if (accountId !== undefined && isOwner({ accountId, actsForStore }, ownerId)) return true
      return isOffered && (profile.published || !isDescribed)
    },

    bodyIssues: (sent: Partly<ProfilePatch>, isPatch: boolean): Fault[] =>
      sentIssues(sent, { nowMs: clock.nowMs(), isPatch }),

    /** Throws `pet_not_found`, `not_owner`, `precondition_failed`, `validation_failed`. */
    edit: ({ caller, author }: By<Actor>, change: Edit): Promise<Profile> =>
      write(author, (trx) => edit(trx, caller, change)),

    /**
     * Makes the listing of an animal that has been returned a draft again; the caller has locked
     * its row. Returns since when it was published.
     */
    async unpublish(
      trx: Trx<ProfileChange>,
      petId: bigint,
      { orderId, atMs }: { orderId: bigint; atMs: number },
    ): Promise<number | undefined> {
      await trx.settle()
      const { before, ...sides } = await lockProfile(trx, petId)
      if (!before.published) return undefined
      const after = {
        ...before,
        published: false,
        publishedAtMs: undefined,
        updatedAtMs: atMs,
      }
      await writeProfile(trx, before, after, { ...sides, orderId })
      return before.publishedAtMs
    },

    /** Undoes that, unless something was written since, as a draft must not become public. */
    async republish(trx: Trx<ProfileChange>, petId: bigint, listing: Listing): Promise<void> {
      const { publishedAtMs, unpublishedAtMs } = listing
      await trx.settle()
      const { before, ...sides } = await lockProfile(trx, petId)
      const isChanged = before.published || before.updatedAtMs !== unpublishedAtMs
      if (isChanged || before.shown.species === null) return
      const after = { ...before, published: true, publishedAtMs, updatedAtMs: clock.nowMs() }
      await writeProfile(trx, before, after, sides)
    },

    /** Locks the animals of profiles to be written in one transaction, in the usual order. */
    async lockPets(trx: Trx, batch: readonly BatchedProfile[]): Promise<void> {
      await trx.settle()
      await lockWithPartners(trx, batch)
    },

    /** Throws what `update` would, and writes nothing. */
    async check(trx: Trx, actor: Actor, { petId, ...given }: BatchedProfile): Promise<void> {
      await plan(trx, actor, { petId, given, isPatch: true })
    },

    /**
     * Like `edit`, as part of a larger change. Throws before it writes. Returns whether there was
     * something to change.
     */
    async change(trx: Trx<ProfileChange>, actor: Actor, { petId, changes, publishedAtMs }: Change): Promise<boolean> {
      const found = await findProfile(trx.query, petId)
      const edited = { petId, given: changes(found), isPatch: true, publishedAtMs }
      return carryOut(trx, await plan(trx, actor, edited))
    },

    /** Throws what `change` would for a new animal, which does not exist yet. */
    checkNew(given: ProfilePatch, { hasPhotos }: { hasPhotos: boolean }): void {
      const facts = merged(noFacts, given)
      const lacksPhoto = requirePhoto && facts.published && !hasPhotos
      checkFacts(facts, { nowMs: clock.nowMs(), lacksPhoto })
    },

    /** Replaces a profile as part of something larger. */
    replace: (
      trx: Trx<ProfileChange>,
      actor: Actor,
      { petId, publishedAtMs, restored, ...given }: Replacement,
    ): Promise<Profile> => edit(trx, actor, { petId, given, publishedAtMs, restored, isPatch: false }),

    /** Updates a profile as part of something larger. */
    update: (trx: Trx<ProfileChange>, actor: Actor, { petId, ...given }: BatchedProfile): Promise<Profile> =>
      edit(trx, actor, { petId, given, isPatch: true }),
  }
}

/**
 * A file may contain any time; one before 1970 or in the future cannot be when it was published.
 */
const pastOr = (sinceMs: number | undefined, nowMs: number): number =>
  sinceMs !== undefined && sinceMs >= 0 && sinceMs <= nowMs ? sinceMs : nowMs

const bondingOf = (before: StoredProfile, after: Facts, ownerId: bigint) => ({
  petId: before.petId,
  ownerId,
  before: before.shown.bondedWith,
  after: after.shown.bondedWith,
})

const isSame = (before: StoredProfile, { published, shown, hidden }: Facts): boolean =>
  before.published === published && isDeepStrictEqual(before.shown, shown) && isDeepStrictEqual(before.hidden, hidden)
