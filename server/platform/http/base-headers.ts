import type { FastifyRequest, onSendHookHandler } from 'fastify'
import { commonHeaders } from './cors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The headers that tell this caller's limits; undefined outside the API. */
    limits: Readonly<Record<string, string>> | undefined
  }
}

/** An answer belongs to the key it was given to, and may be kept by its client if it asks again each time. */
const apiHeaders = { 'cache-control': 'private, no-cache', vary: 'Authorization, Prefer' }

const commonList = Object.entries(commonHeaders).flat()
const apiList = Object.entries(apiHeaders).flat()

/** What every answer to a request carries, whatever else it says: names and values in turn, as Node writes them. */
export const baseHeaders = ({ id, limits }: Pick<FastifyRequest, 'id' | 'limits'>): string[] => {
  const list = [...commonList, 'x-request-id', id]
  if (limits === undefined) return list
  for (const name in limits) list.push(name, limits[name] as string)
  list.push(...apiList)
  return list
}

export const addBaseHeaders: onSendHookHandler = (request, reply, payload, done) => {
  const list = baseHeaders(request)
  for (let at = 0; at < list.length; at += 2) {
    const name = list[at] as string
    if (!reply.hasHeader(name)) reply.header(name, list[at + 1])
  }
  done(null, payload)
}
