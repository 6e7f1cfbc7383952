import type { FastifyRequest, onSendHookHandler } from 'fastify'
import { commonHeaders } from './cors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The headers that tell this caller's limits; undefined outside the API. */
    limits: Readonly<Record<string, string>> | undefined
  }
}

/** What every answer to a request carries, whatever else it says. */
export const baseHeaders = ({ id, limits }: FastifyRequest): Record<string, string> => ({
  ...commonHeaders,
  'x-request-id': id,
  ...limits,
  ...(limits && apiHeaders),
})

/** An answer belongs to the key it was given to, and may be kept by its client if it asks again each time. */
const apiHeaders = { 'cache-control': 'private, no-cache', vary: 'Authorization, Prefer' }

export const addBaseHeaders: onSendHookHandler = (request, reply, payload, done) => {
  for (const [name, value] of Object.entries(baseHeaders(request))) {
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
  done(null, payload)
}
