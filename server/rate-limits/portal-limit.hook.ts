import type { onRequestAsyncHookHandler } from 'fastify'
import { portalBucket } from './address.ts'
import { limitHeaders } from './headers.ts'
import type { Limiter } from './limiter.ts'
import type { Policy } from './policy.ts'
import { tooMany } from './rate-limit.hook.ts'

type Deps = { limiter: Limiter; portalPolicy: Policy }

/** Counts requests outside the API against their address, apart from those of the API, and refuses what is too much. */
export const portalLimit =
  ({ limiter, portalPolicy }: Deps): onRequestAsyncHookHandler =>
  async (request, reply) => {
    // A page that turns out not to be there has been counted before.
    if (request.verdict || request.method === 'OPTIONS') return
    const verdict = await limiter.take({ address: portalBucket(request.ip) }, portalPolicy)
    request.verdict = verdict
    reply.headers(limitHeaders(verdict, portalPolicy))
    if (!verdict.allowed) throw tooMany(verdict)
  }
