import type { KeyQuery } from '@adoption-store/client'
import { Group, SegmentedControl } from '@mantine/core'
import { SearchField } from '../../platform/search-field.tsx'

/** Which keys of an account to list. */
export type KeyFilter = Pick<KeyQuery, 'q' | 'state'>

/** Lists of this length can be searched. */
export const LONG_LIST = 10

/** The API's limit. */
const MAX_SEARCH = 100

export const isFiltered = ({ q, state }: KeyFilter): boolean => q !== undefined || state !== undefined

const states = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'banned', label: 'Banned' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
] as const

type FilterProps = { filter: KeyFilter; onChange: (filter: KeyFilter) => void }

export const KeyFilters = ({ filter: { q, state }, onChange }: FilterProps) => (
  <Group mb="sm">
    <SearchField
      label="Search by name or key"
      placeholder="Name or key"
      q={q ?? ''}
      onSearch={(next) => onChange({ ...(next && { q: next }), ...(state && { state }) })}
      maxLength={MAX_SEARCH}
    />
    <SegmentedControl
      size="xs"
      aria-label="State"
      data={[...states]}
      value={state ?? ''}
      onChange={(next) => onChange({ ...(q && { q }), ...(next && { state: next }) })}
    />
  </Group>
)
