import { Alert } from '@mantine/core'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useStore } from '../session/session.ts'
import { useNowMs } from './countdown.ts'
import { durationWords } from './error-words.ts'
import { endTrouble, reportTrouble, type Trouble, useTrouble } from './trouble.ts'

const CHECK_MS = 3_000

/** What stands in the way of everything, for as long as it does; then the page goes on by itself. */
export const Notices = () => {
  const isOnline = useOnline()
  const trouble = useTrouble()
  useRecovery(trouble)
  if (!isOnline) {
    return (
      <Notice title="You are offline">
        What you see may be old. The console goes on by itself when the connection is back.
      </Notice>
    )
  }
  if (!trouble) return null
  if (trouble.kind === 'unreachable') {
    return (
      <Notice title="The store does not answer">
        Trying again every few seconds. Nothing is shown as done that was not.
      </Notice>
    )
  }
  return <Countdown trouble={trouble} />
}

const Countdown = ({ trouble }: { trouble: Exclude<Trouble, { kind: 'unreachable' }> }) => {
  const nowMs = useNowMs()
  const left = durationWords((trouble.untilMs - nowMs) / 1_000)
  if (trouble.kind === 'banned') {
    return (
      <Notice title={`This key is banned for another ${left}`}>
        It kept sending after it was told to wait. An administrator can lift the ban; the console
        goes on by itself.
      </Notice>
    )
  }
  return (
    <Notice title={`Limit reached: going on in ${left}`}>
      All requests of this {trouble.window} are used up, by everyone who shares your account. The
      console goes on by itself.
    </Notice>
  )
}

/** Announced when it appears; the seconds that count down are not read out one by one. */
const Notice = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Alert color="orange" title={<span aria-live="off">{title}</span>} role="status" mb="md">
    {children}
  </Alert>
)

const useOnline = (): boolean =>
  useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )

/** Asks, at no cost to the limit, whether it has passed; then everything on the page is asked for again. */
const useRecovery = (trouble: Trouble | undefined): void => {
  const store = useStore()
  const queries = useQueryClient()
  useEffect(() => {
    if (!trouble) return
    const check = async () => {
      try {
        const { windows, ban } = await store.rateLimit.get({ maxRetries: 0 })
        if (ban || windows.some(({ remaining }) => remaining === 0)) return
        endTrouble()
        await queries.invalidateQueries()
      } catch (error) {
        if (trouble.kind === 'unreachable') return
        reportTrouble(error)
      }
    }
    const timer = setInterval(check, CHECK_MS)
    return () => clearInterval(timer)
  }, [trouble, store, queries])
}
