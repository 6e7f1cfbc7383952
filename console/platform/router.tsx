import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react'

/** Where the console lives on its server. */
const BASE = '/console'

export type Place = {
  /** Below /console, with a leading slash: `/orders/new`. */
  path: string
  /** Its parts: `['orders', 'new']`. */
  segments: string[]
  query: URLSearchParams
}

/** Where the reader is; the component is drawn anew when that changes. */
export const usePlace = (): Place => {
  const text = useSyncExternalStore(subscribe, addressText)
  const { pathname, searchParams } = new URL(text, window.location.origin)
  const path = pathname.slice(BASE.length).replace(/\/+$/, '') || '/'
  return { path, segments: path.split('/').filter(Boolean).map(decode), query: searchParams }
}

/** Goes to a path below /console, which may have a query: `/animals?view=table`. */
export const navigate = (to: string, { replace = false }: { replace?: boolean } = {}): void => {
  const address = hrefOf(to)
  if (address === addressText()) return
  if (replace) window.history.replaceState(null, '', address)
  else window.history.pushState(null, '', address)
  window.dispatchEvent(new Event(MOVED))
}

/** The address of a path below /console, for a link. */
export const hrefOf = (to: string): string => `${BASE}${to}`

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string }

/** A link inside the console: no page is loaded, and a new tab can still be opened with it. */
export const Link = ({ to, onClick, ...rest }: LinkProps) => {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    navigate(to)
  }
  return <a {...rest} href={hrefOf(to)} onClick={follow} />
}

const MOVED = 'console:moved'

const addressText = (): string => window.location.pathname + window.location.search

const subscribe = (onChange: () => void) => {
  window.addEventListener('popstate', onChange)
  window.addEventListener(MOVED, onChange)
  return () => {
    window.removeEventListener('popstate', onChange)
    window.removeEventListener(MOVED, onChange)
  }
}

/** A segment as it was meant; what is no encoding stays as it is. */
const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
