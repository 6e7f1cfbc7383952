import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'

export type ListKeys = {
  count: number
  rowPx: number
  scrollTo: (index: number) => void
  /** Enter. The link in the row handles clicks. */
  onOpen: (index: number) => void
  /** Space, or X. */
  onToggle?: ((index: number) => void) | undefined
  /** Shift and an arrow: selects every row in between. */
  onExtend?: ((from: number, to: number) => void) | undefined
}

/** Keyboard navigation of a list: one row is active while the list has the focus. */
export const useListKeys = ({ count, rowPx, scrollTo, onOpen, onToggle, onExtend }: ListKeys) => {
  const [active, setActive] = useState(-1)
  const current = Math.min(active, count - 1)
  const move = (to: number, isExtending: boolean) => {
    const next = Math.max(0, Math.min(count - 1, to))
    if (isExtending) onExtend?.(Math.max(current, 0), next)
    setActive(next)
    scrollTo(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return
    const target = targetOf(event.key, { current, count, rowPx })
    if (target !== undefined) move(target, event.shiftKey)
    else if (event.key === 'Enter' && current >= 0) onOpen(current)
    else if ((event.key === ' ' || event.key === 'x') && current >= 0) onToggle?.(current)
    else return
    event.preventDefault()
  }
  return {
    active: current,
    handlers: {
      onKeyDown,
      onFocus: ({ target, currentTarget }: FocusEvent) => {
        if (target === currentTarget && current < 0) setActive(0)
      },
      onMouseDown: ({ target }: MouseEvent) => {
        const row = target instanceof Element ? target.closest('[data-index]') : null
        if (row) setActive(Number(row.getAttribute('data-index')))
      },
    },
  }
}

type Place = { current: number; count: number; rowPx: number }

/** The row that a key moves to. */
const targetOf = (key: string, { current, count, rowPx }: Place): number | undefined => {
  const screen = Math.max(1, Math.floor(window.innerHeight / rowPx) - 3)
  switch (key) {
    case 'ArrowDown':
    case 'j':
    case 'J':
      return current + 1
    case 'ArrowUp':
    case 'k':
    case 'K':
      return current - 1
    case 'PageDown':
      return current + screen
    case 'PageUp':
      return current - screen
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
