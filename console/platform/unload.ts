/**
 * Makes the browser ask before the page closes while something would be lost. Returns a function
 * that stops that.
 */
export const warnAtUnload = (isAnythingLost: () => boolean): (() => void) => {
  const warn = (event: BeforeUnloadEvent) => {
    if (isAnythingLost()) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}
