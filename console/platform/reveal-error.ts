/** The first field with an error, or else the first message. */
const targets = ['[aria-invalid="true"]', 'form [role="alert"]', '[role="alert"]']

/**
 * Scrolls to the error of a form and moves the focus to the field, once it is drawn: the message may be above what is
 * visible of a long form. The form is in the dialog on top, or else on the page.
 */
export const revealError = (): void => {
  requestAnimationFrame(() => requestAnimationFrame(reveal))
}

const reveal = (): void => {
  const scope = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
  const found = targets
    .map((selector) => scope.querySelector<HTMLElement>(selector))
    .find((element) => element !== null)
  if (!found) return
  if (found.matches('input, textarea, select, button')) found.focus({ preventScroll: true })
  found.scrollIntoView({ block: 'center' })
}
