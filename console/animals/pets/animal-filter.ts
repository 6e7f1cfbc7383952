import type { AnimalCounts, AnimalQuery, PetStatus } from '@adoption-store/client'
import { parseInt64 } from '../../platform/int64.ts'
import { speciesLabels } from '../../platform/species-labels.ts'
import { petLabels } from '../../platform/status-labels.ts'
import { companions, sexLabels, sizeLabels } from '../profiles/profile-labels.ts'

/** The filters of the list, as in the URL; empty matches everything. */
export const noFilter = {
  view: 'list',
  tab: 'all',
  q: '',
  species: '',
  age: '',
  sex: '',
  size: '',
  good: '',
  waiting: '',
  photo: '',
  published: '',
  category: '',
  breed: '',
  tag: '',
  sort: '-waiting',
}

export type FilterName = keyof typeof noFilter
export type AnimalFilter = Readonly<Record<FilterName, string>>

type Choice = { value: string; label: string }
type Tab = {
  value: string
  label: string
  status?: readonly PetStatus[]
  published?: 'false'
  countOf: (counts: AnimalCounts) => number
}

export const tabs: readonly Tab[] = [
  ...(['available', 'pending'] as const).map((status): Tab => tabOf(status)),
  {
    value: 'unpublished',
    label: 'Not published',
    status: ['available', 'pending'],
    published: 'false',
    countOf: ({ unpublished }) => unpublished.available + unpublished.pending,
  },
  tabOf('sold'),
  { value: 'all', label: 'All', countOf: ({ total }) => total },
]

function tabOf(status: PetStatus): Tab {
  return {
    value: status,
    label: petLabels[status].label,
    status: [status],
    countOf: (counts) => counts.status[status],
  }
}

const choices = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const yesNo = (yes: string, no: string): Choice[] => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
]

/** Filters with a fixed set of values, in the order of their chips. */
export const fixedFilters: readonly { name: FilterName; label: string; options: Choice[] }[] = [
  { name: 'species', label: 'Species', options: choices(speciesLabels) },
  {
    name: 'age',
    label: 'Age',
    options: choices({
      baby: 'Under 1 year',
      young: '1 to 2 years',
      adult: '3 to 7 years',
      senior: '8 years and over',
    }),
  },
  { name: 'sex', label: 'Sex', options: choices(sexLabels) },
  { name: 'size', label: 'Size', options: choices(sizeLabels) },
  { name: 'good', label: 'Good with', options: choices(companions) },
  {
    name: 'waiting',
    label: 'Waiting',
    options: [14, 30, 60, 90, 180, 365].map((days) => ({
      value: String(days),
      label: `over ${days} days`,
    })),
  },
  { name: 'photo', label: 'Photo', options: yesNo('Has a photo', 'No photo') },
  { name: 'published', label: 'On the site', options: yesNo('Published', 'Not published') },
]

export const sorts: readonly Choice[] = [
  { value: '-waiting', label: 'longest waiting' },
  { value: 'waiting', label: 'shortest waiting' },
  { value: 'name', label: 'name' },
  { value: '-updated', label: 'latest change' },
  { value: '-id', label: 'newest' },
  { value: 'id', label: 'oldest' },
]

/** The API's parameters. Invalid values in the URL are ignored. */
export const queryOf = (filter: AnimalFilter): AnimalQuery => {
  const tab = tabs.find(({ value }) => value === filter.tab)
  const sort = sorts.find(({ value }) => value === filter.sort)?.value
  return {
    ...conditionsOf(filter),
    ...(tab?.status && { status: [...tab.status] }),
    ...(tab?.published && { published: tab.published }),
    sort: sort ?? '-waiting',
  } as AnimalQuery
}

/** The conditions that all tabs share, for their counts. */
export const conditionsOf = (filter: AnimalFilter): AnimalQuery => {
  const known = (name: FilterName) => {
    const options = fixedFilters.find((one) => one.name === name)?.options
    return options?.some(({ value }) => value === filter[name]) ? filter[name] : undefined
  }
  const listed = (name: FilterName) => (known(name) === undefined ? undefined : [known(name)])
  const text = (name: FilterName) => (filter[name].trim() ? [filter[name].trim()] : undefined)
  const waiting = known('waiting')
  const query = {
    q: filter.q.trim().slice(0, MAX_SEARCH) || undefined,
    species: listed('species'),
    age: listed('age'),
    sex: listed('sex'),
    size: listed('size'),
    goodWith: listed('good'),
    waitingOver: waiting === undefined ? undefined : Number(waiting),
    hasPhoto: known('photo'),
    published: known('published'),
    categoryId: parseInt64(filter.category),
    breed: text('breed'),
    tag: text('tag'),
  }
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  // Checked against the values above.
  return Object.fromEntries(given) as AnimalQuery
}

const MAX_SEARCH = 200

/** Removes all filters. */
export const isFiltered = (filter: AnimalFilter): boolean => Object.keys(conditionsOf(filter)).length > 0
