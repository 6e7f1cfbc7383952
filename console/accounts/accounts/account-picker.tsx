import type { Account } from '@adoption-store/client'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { MAX_SEARCH, useAccounts } from './account-list.ts'

const PAUSE_MS = 250

type PickerProps = { account: Account; onChoose: (account: Account) => void }

/** Chooses an account. Typing searches all of them, however many there are. */
export const AccountPicker = ({ account, onChoose }: PickerProps) => {
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), PAUSE_MS)
  // The field shows the chosen account until somebody types.
  const q = settled === labelOf(account) ? '' : settled.slice(0, MAX_SEARCH)
  const list = useAccounts(q ? { q } : {})
  const found = list.data?.pages.flatMap(({ items }) => items) ?? []
  const offered = new Map([account, ...found].map((one) => [String(one.id), one]))
  return (
    <Select
      label="Account"
      searchable
      allowDeselect={false}
      maw={320}
      mb="md"
      maxLength={MAX_SEARCH}
      nothingFoundMessage="No account matches."
      data={[...offered].map(([value, one]) => ({ value, label: labelOf(one) }))}
      filter={({ options }) => options}
      value={String(account.id)}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(value) => {
        const chosen = value === null ? undefined : offered.get(value)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}

const labelOf = ({ id, name }: Account): string => `${name} · ${id}`
