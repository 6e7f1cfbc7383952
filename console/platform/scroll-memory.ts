import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

const SETTLED_MS = 120
/** A page that has not grown as high as it was by then has become shorter. */
const GIVE_UP_MS = 10_000

/**
 * Back, forward and reload lead to where the reader was on a page, as soon as it is high enough again; a link leads to
 * its top. The place is kept in the entry of the history.
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
    // What was not written yet belongs to the entry that has just been left.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each address anew
  useLayoutEffect(() => scrollTo(rememberedScroll()), [path, search])
}

/** Keeps the place in the current entry of the history. To be called before another address is. */
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

/** Returns what stops trying. */
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

/** Whoever scrolls is where they want to be. */
const byHand = ['wheel', 'touchmove', 'keydown'] as const
