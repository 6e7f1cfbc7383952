import type { Int64, Pet } from '@adoption-store/client'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseInt64 } from '../../platform/int64.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

type Props = {
  pet: Pet | undefined
  error: string | undefined
  onPick: (pet: Pet | undefined) => void
}

/** Chooses one of the available animals by the start of its name or by its id. */
export const AnimalPicker = ({ pet, error, onPick }: Props) => {
  const [typed, setTyped] = useState('')
  const isChosen = pet !== undefined && typed === labelOf(pet)
  const [search] = useDebouncedValue(isChosen ? '' : typed.trim(), 250)
  const list = useAvailable(search)
  const found = list.data ?? []
  const isListed = found.some(({ id }) => String(id) === String(pet?.id))
  const offered = pet && !isListed ? [pet, ...found] : found
  return (
    <Select
      label="Animal"
      description="Available animals only. Search by name or ID"
      required
      searchable
      error={error}
      data={offered.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
      // The API has already filtered them.
      filter={({ options }) => options}
      nothingFoundMessage={nothingFound(search, list.isFetching)}
      searchValue={typed}
      onSearchChange={setTyped}
      value={pet ? String(pet.id) : null}
      onChange={(id) => onPick(offered.find((one) => String(one.id) === id))}
    />
  )
}

const nothingFound = (search: string, isSearching: boolean): string => {
  if (isSearching) return 'Searching…'
  return search ? 'No available animals match' : 'No animals are available. Add one first'
}

const labelOf = ({ id, name }: { id: Int64; name: string }): string => `${name} · ${id}`

const MAX_OFFERED = 25

/** From all accounts, as animals of others can be adopted too. */
const useAvailable = (search: string) => {
  const store = useStore()
  const id = parseInt64(search)
  const sought = id === undefined ? (search === '' ? {} : { name: search }) : { id: [id] }
  const query = { ...sought, status: 'available', limit: MAX_OFFERED, sort: '-id' } as const
  return useQuery({
    queryKey: queryKeys.animalChoice(query),
    queryFn: async ({ signal }) => (await store.pets.list(query, { signal })).items,
    placeholderData: keepPreviousData,
  })
}
