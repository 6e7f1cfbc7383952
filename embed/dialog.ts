import { fill, h, icon } from './dom.ts'
import type { Wording } from './labels.ts'

type Content = {
  element: HTMLElement
  /** The heading of the content. */
  heading: HTMLElement
  /** To the next photo (1) or the previous one (-1). */
  step: (by: number) => void
}

/** A modal dialog of the browser: it traps the focus, and Escape closes it. */
export const makeDialog = (wording: Wording) => {
  let content: Content | undefined
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const isRtl = getComputedStyle(element).direction === 'rtl'
    content?.step((event.key === 'ArrowRight') === isRtl ? -1 : 1)
    event.preventDefault()
  }
  const close = () => element.close()
  const closing = h(
    'button',
    { part: 'close', 'aria-label': wording.text('close'), click: close },
    icon('M6 6l12 12M18 6L6 18'),
  )
  const body = h('div', { part: 'sheet' })
  const element: HTMLDialogElement = h(
    'dialog',
    {
      part: 'dialog',
      'aria-labelledby': 'heading',
      keydown: onKey,
      // A click outside the sheet hits the dialog itself.
      click: (event: MouseEvent) => event.target === element && close(),
      // The event comes a moment after closing, when the next animal may already be open.
      close: () => element.open || fill(body, []),
    },
    body,
  )
  return {
    element,
    close,
    open(shown: Content, from: HTMLElement): void {
      content = shown
      fill(body, [shown.element, closing])
      // The browser returns the focus to it when the dialog closes.
      from.focus()
      element.showModal()
      body.scrollTop = 0
      shown.heading.focus()
    },
  }
}
