import { useMantineColorScheme } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { notifyError } from '../platform/action.ts'
import { type Command, useCommands } from '../platform/commands.ts'
import { ReturnFocus } from '../platform/return-focus.ts'
import { type Shortcut, useShortcutKeys, useShortcuts } from '../platform/shortcuts.ts'
import { signal } from '../platform/signal.ts'
import { leaveAll } from '../platform/unsaved.ts'
import { useCan, useMe } from '../session/permissions.ts'
import { signOut } from '../session/session.ts'
import { EarlyField } from './early-field.tsx'
import { pagesFor } from './pages.tsx'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const ShortcutOverview = lazy(async () => ({
  default: (await import('./shortcut-overview.tsx')).ShortcutOverview,
}))

const isFinding = signal(false)

/** Opens the palette, for a button. */
export const openPalette = (): void => isFinding.set(true)

/** Fetches its code while the pointer is on its way. */
export const preparePalette = (): void => void loadPalette().catch(() => {})

/** The palette (Ctrl K), the overview of shortcuts (?), and their commands on every page. */
export const QuickAccess = () => {
  const isOpen = isFinding.use()
  const [isHelp, setHelp] = useState(false)
  useShortcutKeys()
  useShortcuts([
    { keys: 'mod+k', label: 'Find anything', group: 'Everywhere', run: openPalette },
    { keys: '?', label: 'Show the shortcuts', group: 'Everywhere', run: () => setHelp(true) },
    ...usePageShortcuts(),
  ])
  useCommands([
    ...useActions(),
    { title: 'Keyboard shortcuts', keywords: 'help keys', keys: '?', run: () => setHelp(true) },
  ])
  return (
    <>
      {isOpen && <Finder />}
      <Suspense fallback={null}>{isHelp && <ShortcutOverview onClose={() => setHelp(false)} />}</Suspense>
    </>
  )
}

const Finder = () => {
  const [typed, setTyped] = useState('')
  const close = () => isFinding.set(false)
  return (
    <>
      <ReturnFocus />
      <Suspense fallback={<EarlyField text={typed} onType={setTyped} onClose={close} />}>
        <Palette typed={typed} onClose={close} />
      </Suspense>
    </>
  )
}

/** `g a` for Animals: the page's own letter. */
const usePageShortcuts = (): Shortcut[] => {
  const [, navigate] = useLocation()
  const { data: me } = useMe()
  const { main, settings } = pagesFor(me)
  const places = [...main, ...(settings.length > 0 ? [{ path: '/settings', title: 'Settings', letter: 's' }] : [])]
  return places.flatMap(({ path, title, letter }) =>
    letter
      ? [
          {
            keys: `g ${letter}`,
            label: `Go to ${title.toLowerCase()}`,
            group: 'Go to',
            run: () => navigate(path),
          },
        ]
      : [],
  )
}

const useActions = (): Command[] => {
  const [, navigate] = useLocation()
  const { setColorScheme } = useMantineColorScheme()
  const canAdd = useCan('pets:write')
  const canOrder = useCan('orders:write')
  return [
    ...(canAdd ? [{ title: 'Add an animal', keywords: 'new create', run: () => navigate('/animals?add=1') }] : []),
    ...(canOrder
      ? [
          {
            title: 'Start an adoption',
            keywords: 'new order reserve',
            run: () => navigate('/adoptions/new'),
          },
        ]
      : []),
    {
      title: 'Use light colors',
      keywords: 'theme colors day',
      run: () => setColorScheme('light'),
    },
    {
      title: 'Use dark colors',
      keywords: 'theme colors night',
      run: () => setColorScheme('dark'),
    },
    {
      title: 'Sign out',
      keywords: 'log leave',
      run: () => leaveAll(() => void signOut().catch(notifyError)),
    },
  ]
}
