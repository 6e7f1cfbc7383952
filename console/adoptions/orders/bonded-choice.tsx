import type { AdoptionStore, NewOrder, Pet, Profile } from '@adoption-store/client'
import { Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyError } from '../../platform/action.ts'
import { profileQuery } from '../../platform/record-queries.ts'
import { useStore } from '../../session/session.ts'
import { usePetsById } from './pet-names.ts'

type Bonded = {
  /** The profile of the animal itself. */
  profile: Profile | undefined
  /** The available animals that it is bonded with. */
  partners: readonly Pet[]
  /** Those that are adopted with it. */
  together: readonly Pet[]
  chooseTogether: (ids: readonly string[]) => void
}

/** An animal to adopt, and the choice of those that it is bonded with. */
export const useBonded = (pet: Pet | undefined): Bonded => {
  const store = useStore()
  const [apart, setApart] = useState<readonly string[]>([])
  const { data } = useQuery({ ...profileQuery(store, pet?.id ?? 0), enabled: pet !== undefined })
  const profile = pet && data?.profile
  const bondedWith = profile?.bondedWith ?? []
  const bonded = usePetsById(bondedWith)
  const partners = bondedWith
    .flatMap((id) => bonded.get(String(id)) ?? [])
    .filter(({ status }) => status === 'available')
  return {
    profile,
    partners,
    together: partners.filter(({ id }) => !apart.includes(String(id))),
    chooseTogether: (ids) => setApart(partners.map(({ id }) => String(id)).filter((id) => !ids.includes(id))),
  }
}

type ChoiceProps = Pick<Bonded, 'partners' | 'together' | 'chooseTogether'> & { name: string }

export const BondedChoice = ({ name, partners, together, chooseTogether }: ChoiceProps) =>
  partners.length > 0 && (
    <Checkbox.Group
      label={`${name} is bonded`}
      description="Each animal gets an adoption of its own, for the same person"
      value={together.map(({ id }) => String(id))}
      onChange={chooseTogether}
    >
      <Stack gap="xs" mt="xs">
        {partners.map((partner) => (
          <Checkbox key={String(partner.id)} value={String(partner.id)} label={`Adopt ${partner.name} too`} />
        ))}
      </Stack>
    </Checkbox.Group>
  )

/** Places the orders of bonded animals, each with its own fee. Returns how many. */
export const placePartners = async (
  store: AdoptionStore,
  partners: readonly Pet[],
  order: Pick<NewOrder, 'customer' | 'note'>,
): Promise<number> => {
  let placed = 0
  for (const { id } of partners) {
    // The first adoption exists, so a failure of another must not look like its own.
    await placeOne(store, { ...order, petId: id }).then(() => {
      placed += 1
    }, notifyError)
  }
  return placed
}

const placeOne = async (store: AdoptionStore, order: NewOrder): Promise<void> => {
  const { fee } = await store.profiles.get(order.petId)
  await store.orders.place({ ...order, ...(fee && { fee }) })
}
