import type { PortalPage, Visit } from '../../requests/api/portal-page.ts'
import { json, type Reply } from '../../requests/api/reply.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { Readiness } from './readiness.ts'

/** Whether the process lives, and whether it should be sent requests. */
export const healthPages = ({ readiness }: { readiness: () => Promise<Readiness> }): PortalPage[] => [
  { path: '/healthz', isFree: true, handle: () => json('{"status":"ok"}') },
  {
    path: '/readyz',
    isFree: true,
    handle: async (visit) => replyTo(visit, await readiness()),
  },
]

/** With `?require=write` a balancer asks where it may send writes. */
const replyTo = ({ query }: Visit, readiness: Readiness): Reply => {
  const mustWrite = new URLSearchParams(String(query ?? '')).get('require') === 'write'
  if (readiness.status === 'unavailable' || (mustWrite && !readiness.canWrite))
    throw requestError('service_unavailable', { headers: { 'retry-after': '1' } })
  const { status, reasons } = readiness
  const shown = reasons.length === 0 ? { status } : { status, reasons }
  return json(JSON.stringify(shown), { headers: ['cache-control', 'no-store'] })
}
