/** Has the browser ask before it closes the page while something would be lost. Returns what ends that. */
export const warnAtUnload = (isAnythingLost: () => boolean): (() => void) => {
  const warn = (event: BeforeUnloadEvent) => {
    if (isAnythingLost()) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}
