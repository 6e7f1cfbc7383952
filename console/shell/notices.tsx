import { Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNowMs } from '../platform/countdown.ts'
import { formatDuration } from '../platform/error-messages.ts'
import { useReadOnly } from '../platform/maintenance.ts'
import { useOnline } from '../platform/online.ts'
import { endTrouble, reportBan, reportTrouble, type Trouble, useTrouble } from '../platform/trouble.ts'
import { useStore } from '../session/session.ts'

const CHECK_MS = 3_000

/** Shows what keeps the whole page from working. The page resumes by itself. */
export const Notices = () => (
  <>
    <TroubleNotice />
    <ReadOnlyNotice />
  </>
)

const ReadOnlyNotice = () => {
  const readOnly = useReadOnly()
  if (readOnly === undefined) return null
  if (readOnly === 'restored') {
    return (
      <Notice title="The store was restored and is read-only">
        Changes are not saved, and mail and webhooks wait, until an operator runs <code>restore --confirm</code>. Check
        here that everything is correct.
      </Notice>
    )
  }
  return (
    <Notice title="The store is read-only for maintenance">
      You can see everything, but changes are not saved until the maintenance is over.
    </Notice>
  )
}

const TroubleNotice = () => {
  const isOnline = useOnline()
  const trouble = useTrouble()
  useRecovery(trouble)
  if (!isOnline) {
    return (
      <Notice title="You are offline">The data may be outdated. The console resumes when you are back online.</Notice>
    )
  }
  if (!trouble) return null
  if (trouble.kind === 'unreachable') {
    return <Notice title="Cannot reach the server">Retrying every few seconds. Unsaved changes are not shown.</Notice>
  }
  return <Countdown trouble={trouble} />
}

const Countdown = ({ trouble }: { trouble: Exclude<Trouble, { kind: 'unreachable' }> }) => {
  const nowMs = useNowMs()
  const left = formatDuration((trouble.untilMs - nowMs) / 1_000)
  if (trouble.kind === 'banned') {
    return (
      <Notice title={`This key is banned for ${left}`}>
        It kept sending requests after reaching its limit. An administrator can lift the ban. The console resumes
        automatically.
      </Notice>
    )
  }
  return (
    <Notice title={`Rate limit reached. Resuming in ${left}`}>
      All requests of this {trouble.window} are used up. All members and keys of an account share its limits.
    </Notice>
  )
}

/** Announced when it appears. The countdown itself is not read out. */
const Notice = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Alert color="orange" title={<span aria-live="off">{title}</span>} role="status" mb="md">
    {children}
  </Alert>
)

/** Checks (for free) whether the trouble has passed, and then reloads everything on the page. */
const useRecovery = (trouble: Trouble | undefined): void => {
  const store = useStore()
  const queries = useQueryClient()
  useEffect(() => {
    if (!trouble) return
    const check = async () => {
      try {
        const { windows, ban } = await store.rateLimit.get({ maxRetries: 0 })
        if (ban) return reportBan(ban.until)
        if (windows.some(({ remaining }) => remaining === 0)) return
        endTrouble()
        await queries.invalidateQueries()
      } catch (error) {
        if (trouble.kind === 'unreachable') return
        reportTrouble(error)
      }
    }
    const timer = setInterval(check, CHECK_MS)
    // Browsers slow the timers of tabs in the background.
    window.addEventListener('focus', check)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', check)
    }
  }, [trouble, store, queries])
}
