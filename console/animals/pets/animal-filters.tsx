import type { AnimalFacets } from '@adoption-store/client'
import { Menu, TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FilterChip } from '../../platform/filter-chip.tsx'
import { SearchIcon } from '../../platform/icons.tsx'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { type AnimalFilter, type FilterName, fixedFilters, sorts } from './animal-filter.ts'
import classes from './animal-filters.module.css'
import { useAnimalFacets } from './animal-lists.ts'
import type { CategoryNames } from './category-names.ts'

type Change = (changes: Partial<Record<FilterName, string>>, how?: 'push' | 'replace') => void
type FilterProps = { filter: AnimalFilter; onChange: Change }

export const AnimalFilters = ({ filter, onChange, names }: FilterProps & { names: CategoryNames }) => {
  const { data: facets } = useAnimalFacets(filter)
  const categories = names.all.map(({ id, text }) => ({ value: id, label: text }))
  const filters = [
    ...fixedFilters,
    {
      name: 'category' as const,
      label: 'Category',
      options: withValue(categories, filter.category),
    },
    { name: 'breed' as const, label: 'Breed', options: facetOptions(facets?.breeds, filter.breed) },
    { name: 'tag' as const, label: 'Tag', options: facetOptions(facets?.tags, filter.tag) },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like this everywhere
    <div className={classes.filters} role="group" aria-label="Filters">
      {filters.map(({ name, label, options }) => (
        <FilterChip
          key={name}
          label={label}
          options={options}
          value={filter[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </div>
  )
}

/** Including the value in the URL, so that the chip can show it. */
const facetOptions = (found: AnimalFacets['breeds'] = [], value: string) =>
  withValue(
    found.map((one) => ({ value: one.value, label: one.value, count: one.count })),
    value,
    value,
  )

/** Adds the category of the URL if it is missing. */
const withValue = <Option extends { value: string; label: string }>(
  options: readonly Option[],
  value: string,
  label = `#${value}`,
) => (value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label }])

/** The order of the list. */
export const AnimalSort = ({ filter, onChange }: FilterProps) => {
  const current = sorts.find(({ value }) => value === filter.sort) ?? sorts[0]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.sort}>
          Sorted by <b>{current?.label}</b>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current?.value ?? ''} onChange={(sort: string) => onChange({ sort })}>
          {sorts.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

const PAUSE_MS = 120

/** Searches while the user types. All letters together are one history entry. */
export const AnimalSearch = ({ filter, onChange }: FilterProps) => {
  const [typed, setTyped] = useState(filter.q)
  const field = useRef<HTMLInputElement>(null)
  const lastQuery = useRef(filter.q)
  useEffect(() => {
    // Back and links change the search from outside.
    if (filter.q === lastQuery.current) return
    lastQuery.current = filter.q
    setTyped(filter.q)
  }, [filter.q])
  useEffect(() => {
    if (typed.trim() === lastQuery.current) return
    const timer = setTimeout(() => {
      const isFirst = lastQuery.current === ''
      lastQuery.current = typed.trim()
      onChange({ q: typed.trim() }, isFirst ? 'push' : 'replace')
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  useShortcuts([{ keys: '/', label: 'Search', group: 'List', run: () => field.current?.focus() }])
  return (
    <TextInput
      ref={field}
      className={classes.search}
      aria-label="Search by name or ID"
      placeholder="Any part of a name, or an ID"
      leftSection={<SearchIcon size={16} />}
      type="search"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
