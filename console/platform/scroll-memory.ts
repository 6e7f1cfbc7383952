import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

const SETTLED_MS = 120
/** After this, a page that has not become as high as before is taken to be shorter now. */
const GIVE_UP_MS = 10_000

/**
 * Restores the scroll position after Back, forward and reload, as soon as the page is high enough;
 * a link starts at the top. The position is stored in the history entry.
 */
export const useScrollMemory = (): void => {
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(rememberScroll, SETTLED_MS)
    }
    // An unsaved position belongs to the entry that was just left.
    const onPop = () => clearTimeout(timer)
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('popstate', onPop)
    window.addEventListener('pagehide', rememberScroll)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('popstate', onPop)
      window.removeEventListener('pagehide', rememberScroll)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again at each address
  useLayoutEffect(() => scrollTo(rememberedScroll()), [path, search])
}

/** Stores the position in the current history entry. Call it before the URL changes. */
export const rememberScroll = (): void => {
  const scrollY = Math.round(window.scrollY)
  if (scrollY === rememberedScroll()) return
  window.history.replaceState({ ...window.history.state, scrollY }, '')
}

const rememberedScroll = (): number => {
  const state: unknown = window.history.state
  const isKnown = typeof state === 'object' && state !== null && 'scrollY' in state
  return isKnown && typeof state.scrollY === 'number' ? state.scrollY : 0
}

/** Returns a function that stops trying. */
const scrollTo = (top: number): (() => void) => {
  const root = document.documentElement
  const isHighEnough = () => root.scrollHeight - root.clientHeight >= top
  const growth = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' })
    if (isHighEnough()) stop()
  })
  const stop = () => {
    growth.disconnect()
    clearTimeout(timer)
    for (const type of byHand) window.removeEventListener(type, stop)
  }
  const timer = setTimeout(stop, GIVE_UP_MS)
  for (const type of byHand) window.addEventListener(type, stop, { passive: true })
  window.scrollTo({ top, behavior: 'instant' })
  if (isHighEnough()) stop()
  else growth.observe(document.body)
  return stop
}

/** A user who scrolls must not be moved. */
const byHand = ['wheel', 'touchmove', 'keydown'] as const
