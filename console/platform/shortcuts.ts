import { useEffect, useRef } from 'react'
import { preference } from './preferences.ts'
import { signal } from './signal.ts'

/** A keyboard shortcut: a key, or two in sequence. */
export type Shortcut = {
  /** `j`, `?`, `g a` (one after the other), `mod+k` (Ctrl, or Cmd on a Mac). */
  keys: string
  /** Its description in the overview. */
  label: string
  group: string
  /** Undefined if the focused element handles the key: then it is only listed. */
  run?: () => void
}

const registered = signal<readonly Shortcut[]>([])

/** All current shortcuts, for the overview. */
export const useAllShortcuts = registered.use

/** Single letters can be turned off (WCAG 2.1.4): speech input types them by mistake. */
export const letterShortcuts = preference('shortcuts', ['on', 'off'])

/** Shortcuts for as long as the component is shown. Later ones win. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  const current = useRef(shortcuts)
  current.current = shortcuts
  const named = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shortcut's action is read when it is pressed
  useEffect(() => {
    const mine = current.current.map(
      (shortcut, at): Shortcut => ({
        ...shortcut,
        ...(shortcut.run && { run: () => current.current[at]?.run?.() }),
      }),
    )
    registered.set([...registered.get(), ...mine])
    return () => registered.set(registered.get().filter((one) => !mine.includes(one)))
  }, [named])
}

const SECOND_KEY_MS = 1_000

/** Listens for all shortcuts, once for the whole console. */
export const useShortcutKeys = (): void =>
  useEffect(() => {
    let first = { key: '', atMs: 0 }
    const press = (event: KeyboardEvent) => {
      const pressed = nameOf(event)
      if (pressed === undefined || isElsewhere(event, pressed)) return
      const nowMs = performance.now()
      const pair = nowMs - first.atMs < SECOND_KEY_MS ? `${first.key} ${pressed}` : ''
      const found = find(pair) ?? find(pressed)
      first = found ? { key: '', atMs: 0 } : { key: pressed, atMs: nowMs }
      if (!found?.run) return
      event.preventDefault()
      found.run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

/** Whether a dialog or an open menu covers the page. */
const isBehindSomething = (): boolean =>
  [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')].some((one) => one.checkVisibility())

const find = (keys: string) => registered.get().findLast((shortcut) => shortcut.keys === keys)

const nameOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined => {
  if (altKey || key === 'Dead') return undefined
  const name = key.length === 1 ? key.toLowerCase() : key
  return ctrlKey || metaKey ? `mod+${name}` : name
}

/** Whether the key is for something else: a field, a dialog or a menu, or was already handled. */
const isElsewhere = (event: KeyboardEvent, pressed: string): boolean => {
  if (event.defaultPrevented) return true
  if (pressed.startsWith('mod+')) return false
  const target = event.target instanceof Element ? event.target : undefined
  const isTyping = target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')
  if (isTyping || isBehindSomething()) return true
  return letterShortcuts.get() === 'off'
}
