import { useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { warnAtUnload } from './unload.ts'

/** A page or a dialog with text that is not saved. */
type Editor = {
  /** Its address, whatever the browser shows now. */
  here: string
  /** Without an address: where every page ends. */
  isLostAt: (to?: URL) => boolean
}

const editors = new Set<Editor>()

/**
 * Asks before a page is left whose text is not saved: by a link, by Back, by signing out, or with the tab. `lostWith` names
 * the parameters of the address that say what is edited; others, such as a tab of the page, may change. Returns what
 * takes the text for saved, to be called before a page leads on by itself.
 */
export const useUnsaved = (isUnsaved: boolean, lostWith: readonly string[] = []): (() => void) => {
  const editor = useEditor()
  // After each render, as what was taken for saved may be changed again.
  useLayoutEffect(() => {
    if (!isUnsaved) return
    return edit(editor, (to) => isElsewhere(editor.here, to, lostWith))
  })
  return () => editors.delete(editor)
}

/** The same for a dialog, which is looked at when its page is left: its fields may know themselves what is in them. */
export const useUnsavedDialog = (isUnsaved: () => boolean): void => {
  const editor = useEditor()
  useLayoutEffect(() => edit(editor, (to) => isElsewhere(editor.here, to) && isUnsaved()))
}

const useEditor = (): Editor => {
  const [path] = useLocation()
  const search = useSearch()
  const editor = useRef<Editor>({ here: '', isLostAt: () => false }).current
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each address anew
  useLayoutEffect(() => {
    editor.here = window.location.href
  }, [editor, path, search])
  return editor
}

const edit = (editor: Editor, isLostAt: Editor['isLostAt']): (() => void) => {
  editor.isLostAt = isLostAt
  editors.add(editor)
  const stopWarning = warnAtUnload(() => editors.has(editor) && isLostAt())
  return () => {
    editors.delete(editor)
    stopWarning()
  }
}

const isElsewhere = (address: string, there?: URL, parameters: readonly string[] = []): boolean => {
  if (!there) return true
  const here = new URL(address)
  if (here.pathname !== there.pathname) return true
  return parameters.some((name) => here.searchParams.get(name) !== there.searchParams.get(name))
}

/** Goes to another address of the console, once the reader agrees to what would be lost. */
export const leaveTo = (address: string, leave: () => void): void => {
  const to = new URL(address, window.location.href)
  if ([...editors].some(({ isLostAt }) => isLostAt(to))) ask(leave)
  else leave()
}

/** The same for what ends every page, such as signing out. */
export const leaveAll = (leave: () => void): void => {
  if ([...editors].some(({ isLostAt }) => isLostAt())) ask(leave)
  else leave()
}

/** To be called before the router listens to Back: what it hears of cannot be asked about any more. */
export const askBeforeBack = (): void =>
  window.addEventListener('popstate', onBack, { capture: true })

/** The browser has gone already: the page is put on top of where it went, which is then one step back. */
const onBack = (event: PopStateEvent): void => {
  // The page may have been drawn once more since its reader agreed.
  if (isGoingBack) {
    isGoingBack = false
    return
  }
  const there = new URL(window.location.href)
  const editor = [...editors].find(({ isLostAt }) => isLostAt(there))
  if (!editor) return
  // The router, which listens too, never hears of it.
  event.stopImmediatePropagation()
  window.history.pushState(null, '', editor.here)
  ask(() => {
    isGoingBack = true
    window.history.back()
  })
}

let isGoingBack = false
let isAsking = false

const ask = (leave: () => void): void => {
  if (isAsking) return
  isAsking = true
  // Loaded with every page that is edited, and not needed to sign in.
  void import('./confirm.tsx').then(({ confirm }) =>
    confirm({
      title: 'Leave without saving?',
      text: 'What you changed on this page is not saved.',
      yes: 'Leave',
      no: 'Keep editing',
      onYes() {
        editors.clear()
        leave()
      },
      onClose() {
        isAsking = false
      },
    }),
  )
}
