import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Cities, type City, loadCities } from './cities.ts'
import { countryName } from './countries.ts'

type CityFieldProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  value: string
  /** A name that was typed. */
  onChange: (name: string) => void
  /**
   * A city of the list: one that was chosen or, a moment after the field was left, the only one that the typed name can
   * mean.
   */
  onFound: (city: City) => void
  /** The country that was chosen: its cities come first, and a typed name means one of them. */
  country?: string
}

/** Asks for a city by its name, and finds it in the list of larger cities. Any other name is accepted too. */
export const CityField = ({ value, onChange, onFound, country, ...field }: CityFieldProps) => {
  const combobox = useCombobox()
  const [cities, setCities] = useState<Cities>()
  /** Whether the name was typed, rather than chosen. */
  const isTyped = useRef(false)
  // Without the list, the name is taken as it is typed.
  const load = () => void loadCities().then(setCities, () => {})
  const isOpen = combobox.dropdownOpened
  const matches = isOpen && cities ? cities.search(value, country) : []
  const found = new Map(matches.map((city) => [cityText(city), city]))
  const type = (text: string) => {
    isTyped.current = true
    onChange(text)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  const choose = (text: string) => {
    const city = found.get(text)
    isTyped.current = false
    if (city) onFound(city)
    combobox.closeDropdown()
  }
  const latest = useRef(value)
  latest.current = value
  const leave = async () => {
    combobox.closeDropdown()
    if (!isTyped.current) return
    isTyped.current = false
    // The list may still be loading.
    const city = await findCity(value, country)
    if (city && latest.current === value) onFound(city)
  }
  return (
    <Combobox store={combobox} withinPortal={false} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          aria-autocomplete="list"
          autoComplete="address-level2"
          maxLength={100}
          {...field}
          value={value}
          onFocus={load}
          onBlur={() => void leave()}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.size === 0}>
        <Combobox.Options aria-label="Matches">
          {[...found.keys()].map((text) => (
            <Combobox.Option key={text} value={text}>
              {text}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** A city, distinguished from others of its name. */
export const cityText = ({ name, state, country }: Omit<City, 'lat' | 'lng'>): string =>
  [name, state, countryName(country)].filter((part) => part !== '').join(', ')

/** The city that a typed name means, if there is only one. */
export const findCity = async (name: string, country?: string): Promise<City | undefined> => {
  if (name.trim() === '') return undefined
  const cities = await loadCities().catch(() => undefined)
  return cities?.named(name, country)
}
