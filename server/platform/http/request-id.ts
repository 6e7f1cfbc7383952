import type { IncomingMessage } from 'node:http'
import { withoutKeys } from '../log.ts'

const wellFormed = /^[\x21-\x7e]{1,128}$/

/** Keeps a client's own well-formed `X-Request-Id`, else gives a new one, unique over processes. */
export const requestIds = (random: (size: number) => Uint8Array) => {
  const prefix = Buffer.from(random(9)).toString('base64url')
  let count = 0
  return ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const sent = headers['x-request-id']
    // An id ends in logs: one that carries a key is not kept.
    if (typeof sent === 'string' && wellFormed.test(sent) && withoutKeys(sent) === sent) return sent
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}
