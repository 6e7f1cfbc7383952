import { Select, type SelectProps } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { foldText } from './fold-text.ts'

type SearchSelectProps<Value extends string> = {
  labels: Readonly<Record<Value, string>>
  value: Value | null
  onChange: (value: Value | null) => void
} & Omit<SelectProps, 'data' | 'value' | 'onChange'>

/** A choice that can also be typed: Enter chooses the first match, and leaving the field the only one. */
export const SearchSelect = <Value extends string>({ labels, value, onChange, ...props }: SearchSelectProps<Value>) => {
  const [isOpen, setOpen] = useState(false)
  const choices = Object.keys(labels).map((key) => ({ value: key, label: labels[key as Value] }))
  const choose = (chosen: string | null) =>
    onChange(choices.some((choice) => choice.value === chosen) ? (chosen as Value) : null)
  /** The choices that a text may mean. One that is called so is the only one. */
  const matchesOf = (text: string) => {
    const typed = foldText(text.trim())
    if (typed === '') return []
    const matches = choices.filter(({ label }) => foldText(label).includes(typed))
    const exact = matches.filter(({ label }) => foldText(label) === typed)
    return exact.length > 0 ? exact : matches
  }
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    const isMarked = event.currentTarget.getAttribute('aria-activedescendant') !== null
    const [first] = matchesOf(event.currentTarget.value)
    if (event.key !== 'Enter' || isMarked || !first || first.value === value) return
    event.preventDefault()
    choose(first.value)
    setOpen(false)
  }
  const onLeave = (event: FocusEvent<HTMLInputElement>) => {
    const [first, ...others] = matchesOf(event.currentTarget.value)
    if (first && others.length === 0 && first.value !== value) choose(first.value)
  }
  return (
    <Select
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      openOnFocus={false}
      nothingFoundMessage="No match"
      {...props}
      data={choices}
      value={value}
      onChange={choose}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={onEnter}
      onBlur={onLeave}
    />
  )
}
