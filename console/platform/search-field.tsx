import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { SearchIcon } from './icons.tsx'

const PAUSE_MS = 250

type SearchProps = {
  label: string
  placeholder: string
  /** The current search, as in the URL. */
  q: string
  /** Called when the typing pauses. */
  onSearch: (q: string) => void
  /** The API's limit. */
  maxLength: number
}

/** Searches while the user types. */
export const SearchField = ({ label, placeholder, q, onSearch, maxLength }: SearchProps) => {
  const [typed, setTyped] = useState(q)
  const [settled] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const lastQuery = useRef(q)
  useEffect(() => {
    // Back and links change the search from outside.
    if (q === lastQuery.current) return
    lastQuery.current = q
    setTyped(q)
  }, [q])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the typing pauses
  useEffect(() => {
    if (settled === lastQuery.current) return
    lastQuery.current = settled
    onSearch(settled)
  }, [settled])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<SearchIcon size={16} />}
      flex="1 1 220px"
      maw={320}
      maxLength={maxLength}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
