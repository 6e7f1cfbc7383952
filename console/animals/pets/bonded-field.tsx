import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePetsById } from '../../adoptions/orders/pet-names.ts'
import { parseInt64 } from '../../platform/int64.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import type { EditedProfile } from '../profiles/use-profile.ts'

/** Animals to be adopted together with this one, found by name or id. */
export const BondedField = ({ edited: { profile, change, errorOf } }: { edited: EditedProfile }) => {
  const bonded = profile.bondedWith ?? []
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const chosen = usePetsById(bonded)
  const found = useOwnAnimals(search).data ?? []
  const offered = new Map([...chosen.values(), ...found].map(({ id, name }) => [String(id), `${name} · ${id}`]))
  for (const id of bonded) if (!offered.has(String(id))) offered.set(String(id), `#${id}`)
  offered.delete(String(profile.petId))
  return (
    <MultiSelect
      label="Bonded with"
      description="Adopted together. Search by name or ID"
      searchable
      maxValues={10}
      data={[...offered].map(([value, label]) => ({ value, label }))}
      // The API has already filtered them.
      filter={({ options }) => options}
      nothingFoundMessage="No animals match"
      searchValue={typed}
      onSearchChange={setTyped}
      value={bonded.map(String)}
      error={errorOf('bondedWith')}
      onChange={(ids) => change({ bondedWith: ids.flatMap((id) => parseInt64(id) ?? []) })}
    />
  )
}

const MAX_OFFERED = 25

const useOwnAnimals = (search: string) => {
  const store = useStore()
  const query = { ...(search && { q: search }), limit: MAX_OFFERED, sort: '-id' } as const
  return useQuery({
    queryKey: queryKeys.animalChoice(query),
    queryFn: async ({ signal }) => (await store.animals.list(query, { signal })).items,
    placeholderData: keepPreviousData,
  })
}
