import { useSyncExternalStore } from 'react'

/** A value shared by the whole tab, which components can subscribe to. */
export const signal = <Value>(first: Value) => {
  let current = first
  const listeners = new Set<() => void>()
  const get = () => current
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    subscribe,
    set(next: Value): void {
      if (Object.is(next, current)) return
      current = next
      for (const listener of listeners) listener()
    },
    use: (): Value => useSyncExternalStore(subscribe, get),
  }
}
