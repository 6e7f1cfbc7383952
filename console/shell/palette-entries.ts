import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useAllCommands } from '../platform/commands.ts'
import { foldText } from '../platform/fold-text.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { useMe } from '../session/permissions.ts'
import { useStore } from '../session/session.ts'
import { finders } from './finders.ts'
import { shownKeys } from './key-names.ts'
import { isPermitted, pages } from './pages.tsx'

export type Entry = {
  key: string
  group: string
  title: string
  detail?: string | undefined
  keys?: string | undefined
  run: () => void
}

const PAUSE_MS = 120

/** Finds the entries for a text: first pages and actions, then results of the server. */
export const usePaletteEntries = (text: string) => {
  const places = usePlaces()
  const found = useFound(text)
  const own = [...useActions(), ...places].filter((entry) => isMatch(entry, text))
  const entries = text === '' ? own : [...own.slice(0, MAX_OWN), ...found.entries]
  return { entries, isSearching: found.isSearching }
}

/** The maximum beside results of the server. */
const MAX_OWN = 6

type Own = Entry & { keywords?: string | undefined }

const useActions = (): Own[] =>
  useAllCommands().map(({ title, keywords, keys, run }) => ({
    key: `action ${title}`,
    group: 'Actions',
    title,
    keywords,
    keys: keys && shownKeys(keys),
    run,
  }))

const usePlaces = (): Own[] => {
  const [, navigate] = useLocation()
  const { data: me } = useMe()
  return pages
    .filter((page) => isPermitted(page, me))
    .map(({ path, title, section }) => ({
      key: path,
      group: 'Pages',
      title,
      detail: section && 'Settings',
      run: () => navigate(path),
    }))
}

/** Each word begins a word of the title or of the keywords. */
const isMatch = ({ title, keywords = '' }: Own, text: string): boolean => {
  const words = foldText(`${title} ${keywords}`).split(/\s+/)
  return foldText(text)
    .split(/\s+/)
    .every((word) => words.some((one) => one.startsWith(word)))
}

const useFound = (text: string) => {
  const store = useStore()
  const [, navigate] = useLocation()
  const { data: me } = useMe()
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  const permitted = finders.filter(({ scope, alsoScope = scope }) =>
    [scope, alsoScope].every((needed) => !me || me.scopes.includes(needed)),
  )
  const results = useQueries({
    queries: permitted.map((finder) => ({
      queryKey: queryKeys.found(finder.group, settled),
      enabled: settled !== '',
      queryFn: ({ signal }: { signal: AbortSignal }) => finder.find(store, settled, signal),
    })),
  })
  const entries = results.flatMap(({ data = [] }, at) =>
    data.map((found): Entry => {
      const group = permitted[at]?.group ?? ''
      return { ...found, key: `${group} ${found.to}`, group, run: () => navigate(found.to) }
    }),
  )
  const isSearching = text !== '' && (settled !== text || results.some(({ isFetching }) => isFetching))
  return { entries: settled === text ? entries : [], isSearching }
}
