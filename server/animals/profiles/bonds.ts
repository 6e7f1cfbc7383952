import type { Fault } from '../../platform/http/http-error.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { ProfileChange } from './profile.ts'
import { MAX_BONDS } from './profile-fields.ts'
import { writeProfile } from './profile-writes.ts'
import { findOwnedProfile, findProfile, listOwnedPets, listProfiles } from './profiles.repository.ts'

/** A change of the animals that one animal is bonded with. */
type Bonding = {
  petId: bigint
  ownerId: bigint
  before: readonly bigint[]
  after: readonly bigint[]
}

/** Only new ids are looked up: others may belong to animals that have moved to another account since. */
export const bondFaults = async ({ query }: Trx, { petId, ownerId, before, after }: Bonding): Promise<Fault[]> => {
  const known = new Set(before)
  const added = after.filter((id) => !known.has(id))
  if (added.length === 0) return []
  const owned = new Set(await listOwnedPets(query, { petIds: added, ownerId }))
  const profiles = await listProfiles(query, added)
  return after.flatMap((id, place) => {
    const field = `bondedWith.${place}`
    if (id === petId || after.indexOf(id) !== place || !(known.has(id) || owned.has(id))) {
      const message = 'must be another animal of the same account, given once'
      return [{ field, code: 'unknown_animal', message }]
    }
    const theirs = profiles.get(id)?.shown.bondedWith ?? []
    if (theirs.includes(petId) || theirs.length < MAX_BONDS) return []
    const message = `must be an animal that is bonded with fewer than ${MAX_BONDS} others`
    return [{ field, code: 'out_of_range', message }]
  })
}

/** Writes the other side of each bond that begins or ends, for animals of the same account. */
export const mirrorBonds = async (
  trx: Trx<ProfileChange>,
  { petId, ownerId, before, after }: Bonding,
  nowMs: number,
): Promise<void> => {
  for (const id of new Set([...before, ...after])) {
    if (before.includes(id) !== after.includes(id)) {
      await writeSide(trx, { id, petId, ownerId, isBonded: after.includes(id), nowMs })
    }
  }
}

/** Ends the bonds of an animal that is being removed. */
export const endBonds = async (
  trx: Trx<ProfileChange>,
  { petId, ownerId, nowMs }: { petId: bigint; ownerId: bigint; nowMs: number },
): Promise<void> => {
  const { shown } = await findProfile(trx.query, petId)
  await mirrorBonds(trx, { petId, ownerId, before: shown.bondedWith, after: [] }, nowMs)
}

/** The animals that some are bonded with. */
export const partnersOf = async ({ query }: Trx, petIds: readonly bigint[]): Promise<bigint[]> =>
  [...(await listProfiles(query, petIds)).values()].flatMap(({ shown }) => shown.bondedWith)

/** Those of some animals that are bonded with others. */
export const listBonded = async (query: Trx['query'], petIds: readonly bigint[]): Promise<bigint[]> =>
  [...(await listProfiles(query, petIds))].flatMap(([id, { shown }]) => (shown.bondedWith.length > 0 ? [id] : []))

/** Ends the bonds of an animal with animals of other accounts, and with removed ones. */
export const endForeignBonds = async (trx: Trx<ProfileChange>, petId: bigint, nowMs: number): Promise<void> => {
  await trx.lock('pets', petId)
  const found = await findOwnedProfile(trx.query, petId)
  if (!found) return
  const { profile: before, ownerId, isOffered } = found
  const { bondedWith } = before.shown
  const owned = new Set(await listOwnedPets(trx.query, { petIds: bondedWith, ownerId }))
  const after = bondedWith.filter((id) => owned.has(id))
  if (after.length === bondedWith.length) return
  const shown = { ...before.shown, bondedWith: after }
  await writeProfile(trx, before, { ...before, shown, updatedAtMs: nowMs }, { ownerId, isOffered })
}

type Side = { id: bigint; petId: bigint; ownerId: bigint; isBonded: boolean; nowMs: number }

const writeSide = async (trx: Trx<ProfileChange>, { id, petId, ownerId, isBonded, nowMs }: Side): Promise<void> => {
  await trx.lock('pets', id)
  const found = await findOwnedProfile(trx.query, id)
  if (found?.ownerId !== ownerId) return
  const { profile: before, isOffered } = found
  const { bondedWith } = before.shown
  if (bondedWith.includes(petId) === isBonded) return
  const others = bondedWith.filter((other) => other !== petId)
  const shown = { ...before.shown, bondedWith: isBonded ? [...others, petId] : others }
  await writeProfile(trx, before, { ...before, shown, updatedAtMs: nowMs }, { ownerId, isOffered })
}
