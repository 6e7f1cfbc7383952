import { useEffect, useState } from 'react'

/**
 * Returns the focus to the element that had it, when the dialog around this is removed. Mantine does so only for dialogs
 * that stay rendered while they are closed.
 */
export const ReturnFocus = (): null => {
  const [opener] = useState(currentOpener)
  const [page] = useState(window.location.pathname)
  useEffect(
    () => () => {
      // Once the dialog is gone. The next page and the next dialog take the focus themselves.
      setTimeout(() => {
        if (document.activeElement !== document.body || window.location.pathname !== page) return
        const target = opener?.isConnected === false ? document.getElementById('main') : opener
        target?.focus({ preventScroll: true })
      })
    },
    [opener, page],
  )
  return null
}

let lastOpener: HTMLElement | undefined

/** The focused element; for a dialog opened by another or by a menu, what opened that one. */
const currentOpener = (): HTMLElement | undefined => {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return undefined
  if (active.closest('[role=dialog]')) return lastOpener
  const menu = active.closest('[role=menu]')
  const trigger = menu && document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`)
  lastOpener = trigger ?? active
  return lastOpener
}
