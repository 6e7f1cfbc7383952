import { useEffect, useState } from 'react'

/** The current time, updated every second while it is shown. */
export const useNowMs = (isWatched = true): number => {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (!isWatched) return
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWatched])
  return nowMs
}
