import { useLayoutEffect } from 'react'

const checks = new Set<() => boolean>()

/**
 * Makes the browser ask before the page closes while something would be lost. Returns a function
 * that stops that.
 */
export const warnAtUnload = (isAnythingLost: () => boolean): (() => void) => {
  const warn = (event: BeforeUnloadEvent) => {
    if (isAnythingLost()) event.preventDefault()
  }
  checks.add(isAnythingLost)
  window.addEventListener('beforeunload', warn)
  return () => {
    checks.delete(isAnythingLost)
    window.removeEventListener('beforeunload', warn)
  }
}

/** The same for a page before signing in, where nothing else leaves it. */
export const useUnloadWarning = (isTyped: boolean): void =>
  useLayoutEffect(() => (isTyped ? warnAtUnload(() => true) : undefined), [isTyped])

/** Whether something would be lost now. */
export const hasUnsaved = (): boolean => [...checks].some((isAnythingLost) => isAnythingLost())
