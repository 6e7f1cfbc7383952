import { Combobox, useCombobox } from '@mantine/core'
import { useState } from 'react'
import classes from './filter-chip.module.css'
import { foldText } from './fold-text.ts'
import { CloseIcon, PlusIcon } from './icons.tsx'
import { formatCount } from './number-format.ts'

type Option = {
  value: string
  label: string
  /** The number of matches. */
  count?: number
}

type ChipProps = {
  /** `Species` */
  label: string
  options: readonly Option[]
  /** Empty for any. */
  value: string
  onChange: (value: string) => void
}

/** With more options there is a search field. */
const MANY = 8

/** A filter: dashed until it is set, then with its value and a button to clear it. */
export const FilterChip = ({ label, options, value, onChange }: ChipProps) => {
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownClose() {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setSearch('')
    },
    onDropdownOpen() {
      if (options.length > MANY) combobox.focusSearchInput()
      else combobox.updateSelectedOptionIndex('active')
    },
  })
  const chosen = options.find((option) => option.value === value)
  const shown = options.filter((option) => isFound(option, search))
  const choose = (next: string) => {
    onChange(next === value ? '' : next)
    combobox.closeDropdown()
  }
  return (
    <span className={classes.chip} data-set={value !== '' || undefined}>
      <Combobox store={combobox} width={240} position="bottom-start" onOptionSubmit={choose}>
        <Combobox.Target targetType="button">
          <button type="button" className={classes.open} onClick={() => combobox.toggleDropdown()}>
            {value === '' && <PlusIcon size={13} />}
            {label}
            {value !== '' && <b>{chosen?.label ?? value}</b>}
          </button>
        </Combobox.Target>
        <Combobox.Dropdown>
          {options.length > MANY && (
            <Combobox.Search
              value={search}
              aria-label={`Search ${label.toLowerCase()}`}
              placeholder="Search"
              onChange={(event) => {
                setSearch(event.currentTarget.value)
                combobox.selectFirstOption()
              }}
            />
          )}
          <Combobox.Options aria-label={label} tabIndex={0} className={classes.options}>
            {shown.map((option) => (
              <Combobox.Option
                key={option.value}
                value={option.value}
                active={option.value === value}
                className={classes.option}
              >
                {option.label}
                {option.count !== undefined && <span className={classes.count}>{formatCount(option.count)}</span>}
              </Combobox.Option>
            ))}
            {shown.length === 0 && <Combobox.Empty>No matches</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {value !== '' && (
        <button
          type="button"
          className={classes.clear}
          aria-label={`Remove the filter ${label}`}
          onClick={() => onChange('')}
        >
          <CloseIcon size={13} />
        </button>
      )}
    </span>
  )
}

const isFound = ({ label }: Option, search: string): boolean => foldText(label).includes(foldText(search.trim()))
