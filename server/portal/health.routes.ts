import type { PortalPage } from '../api/portal-page.ts'
import { json } from '../api/reply.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Readiness } from './readiness.ts'

/** Whether the process lives, and whether it should be sent requests. */
export const healthPages = ({
  readiness,
}: {
  readiness: () => Promise<Readiness>
}): PortalPage[] => [
  { path: '/healthz', isFree: true, handle: () => json('{"status":"ok"}') },
  {
    path: '/readyz',
    isFree: true,
    async handle() {
      const status = await readiness()
      if (status === 'unavailable')
        throw new ApiError('service_unavailable', { headers: { 'retry-after': '1' } })
      return json(JSON.stringify({ status }), { headers: ['cache-control', 'no-store'] })
    },
  },
]
