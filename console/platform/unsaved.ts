import { useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { warnAtUnload } from './unload.ts'

/** A page or a dialog with unsaved text. */
type Editor = {
  /** Its URL, whatever the browser shows now. */
  here: string
  /** Called without a URL if every page ends. */
  isLostAt: (to?: URL) => boolean
}

const editors = new Set<Editor>()

/**
 * Asks before the user leaves a page with unsaved text: by a link, by Back, by signing out, or by
 * closing the tab. `lostWith` lists the parameters of the URL that identify the edited object;
 * others, such as a tab of the page, may change. Returns a function that marks the text as saved,
 * to call before the page navigates by itself.
 */
export const useUnsaved = (isUnsaved: boolean, lostWith: readonly string[] = []): (() => void) => {
  const editor = useEditor()
  // After each render, as saved text may be changed again.
  useLayoutEffect(() => {
    if (!isUnsaved) return
    return edit(editor, (to) => isElsewhere(editor.here, to, lostWith))
  })
  return () => editors.delete(editor)
}

/**
 * The same for a dialog, which is checked when its page is left, as its fields may have their own
 * state. A dialog that is being saved navigates by itself, but is still lost if every page ends.
 */
export const useUnsavedDialog = (isUnsaved: () => boolean, isSaving = false): void => {
  const editor = useEditor()
  useLayoutEffect(() =>
    edit(editor, (to) => {
      const isLeft = to === undefined || (!isSaving && isElsewhere(editor.here, to))
      return isLeft && isUnsaved()
    }),
  )
}

const useEditor = (): Editor => {
  const [path] = useLocation()
  const search = useSearch()
  const editor = useRef<Editor>({ here: '', isLostAt: () => false }).current
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again at each address
  useLayoutEffect(() => {
    editor.here = window.location.href
  }, [editor, path, search])
  return editor
}

const edit = (editor: Editor, isLostAt: Editor['isLostAt']): (() => void) => {
  editor.isLostAt = isLostAt
  loadConfirm().catch(() => {})
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

/** Navigates within the console, once the user agrees to lose unsaved text. */
export const leaveTo = (address: string, leave: () => void): void => {
  const to = new URL(address, window.location.href)
  if ([...editors].some(({ isLostAt }) => isLostAt(to))) ask(leave)
  else leave()
}

/** The same for actions that end every page, such as signing out. */
export const leaveAll = (leave: () => void): void => {
  if ([...editors].some(({ isLostAt }) => isLostAt())) ask(leave)
  else leave()
}

/** Call it before the router listens to Back: it could not be asked afterwards. */
export const askBeforeBack = (): void => window.addEventListener('popstate', onBack, { capture: true })

/**
 * The browser has already navigated: the page is pushed on top, so that its target is one step
 * back.
 */
const onBack = (event: PopStateEvent): void => {
  // The page may have been rendered again since the user agreed.
  if (isGoingBack) {
    isGoingBack = false
    return
  }
  const there = new URL(window.location.href)
  const editor = [...editors].find(({ isLostAt }) => isLostAt(there))
  if (!editor) return
  // The router, which listens too, must not see the event.
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
  const onYes = () => {
    editors.clear()
    leave()
  }
  const onClose = () => {
    isAsking = false
  }
  loadConfirm().then(
    ({ confirm }) => confirm({ ...QUESTION, yes: 'Leave', no: 'Keep editing', onYes, onClose }),
    () => {
      // The server has been out of reach since before anything was typed.
      if (window.confirm(`${QUESTION.title} ${QUESTION.text}`)) onYes()
      onClose()
    },
  )
}

const QUESTION = {
  title: 'Leave without saving?',
  text: 'Your changes on this page are not saved.',
}

/** Loaded when there is something to lose, as it is not needed to sign in. */
const loadConfirm = () => import('./confirm.tsx')
