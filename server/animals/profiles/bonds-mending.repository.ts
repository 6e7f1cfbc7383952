import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { MAX_BONDS } from './profile-fields.ts'
import { findOwnedProfile, listOwnedPets, listProfiles, putProfile } from './profiles.repository.ts'

type Query = Kysely<Tables>

const PAGE = 500

/**
 * Writes the missing side of each bond between animals of one account, and ends those with animals
 * of other accounts and with removed ones.
 */
export const mendAllBonds = async (query: Query): Promise<void> => {
  let afterId = 0n
  for (;;) {
    const ids = await listBondedIds(query, afterId)
    for (const id of ids) await mendBonds(query, id)
    const last = ids.at(-1)
    if (last === undefined || ids.length < PAGE) return
    afterId = last
  }
}

const listBondedIds = async (query: Query, afterId: bigint): Promise<bigint[]> => {
  const rows = await query
    .selectFrom('profiles')
    .select('pet_id')
    .where('pet_id', '>', afterId)
    // Quotation marks in texts are escaped, so this matches the field alone.
    .where(sql<boolean>`facts like '%"bondedWith":[%' and facts not like '%"bondedWith":[]%'`)
    .orderBy('pet_id')
    .limit(PAGE)
    .execute()
  return rows.map(({ pet_id }) => pet_id)
}

const mendBonds = async (query: Query, petId: bigint): Promise<void> => {
  const found = await findOwnedProfile(query, petId)
  if (!found) return
  const { profile, ownerId } = found
  const { bondedWith } = profile.shown
  const owned = new Set(await listOwnedPets(query, { petIds: bondedWith, ownerId }))
  const partners = await listProfiles(query, bondedWith)
  const ended = new Set(bondedWith.filter((id) => !owned.has(id)))
  for (const id of owned) {
    const partner = partners.get(id)
    // An animal without a profile can be ordered by others, which a draft would end.
    if (!partner || partner.shown.bondedWith.includes(petId)) continue
    const theirs = partner.shown.bondedWith
    if (theirs.length >= MAX_BONDS) ended.add(id)
    else
      await putProfile(query, {
        ...partner,
        shown: { ...partner.shown, bondedWith: [...theirs, petId] },
      })
  }
  if (ended.size === 0) return
  const left = bondedWith.filter((id) => !ended.has(id))
  await putProfile(query, { ...profile, shown: { ...profile.shown, bondedWith: left } })
}
