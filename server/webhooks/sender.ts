import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { createSecureContext, type SecureContext } from 'node:tls'
import { limitInterim } from '../platform/http/interim-responses.ts'
import type { TargetGuard } from './target-guard.ts'

type Deps = {
  guard: Pick<TargetGuard, 'lookupFor'>
  /** Timeout of an attempt: names, connection, request and response. */
  timeoutMs: number
}

type Post = {
  url: string
  headers: Record<string, string>
  body: string
  /** Gives up before the deadline. */
  signal: AbortSignal
}

/** The receiver's response; undefined if there was none. */
export type Outcome = {
  statusCode: number | undefined
  fault?: string
  /** The beginning of the response as text; absent where it is empty or encoded. */
  body?: string
}

export type Sender = ReturnType<typeof sender>

/** The most bytes read of a response: enough to end a usual one cleanly. */
const MAX_ANSWER_BYTES = 64 * 1024
/** The most that is kept of it. */
const MAX_KEPT_BYTES = 2 * 1024

/** Sends one event. Follows no redirect; never rejects. */
export const sender =
  ({ guard, timeoutMs }: Deps) =>
  async (post: Post): Promise<Outcome> => {
    const overdue = new AbortController()
    const timer = setTimeout(() => overdue.abort(new Error('no response in time')), timeoutMs)
    try {
      return await exchange(guard, post, AbortSignal.any([post.signal, overdue.signal]))
    } catch (error) {
      return { statusCode: undefined, fault: (error as Error).message }
    } finally {
      clearTimeout(timer)
    }
  }

const exchange = (
  guard: Deps['guard'],
  { url: text, headers, body }: Post,
  signal: AbortSignal,
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const url = new URL(text)
    const lookup = guard.lookupFor(url)
    const isSecure = url.protocol === 'https:'
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'animal-adoption-store-webhooks/1',
      },
      // A connection of its own, so that each is resolved and checked again.
      agent: false,
      signal,
      ...(lookup && { lookup }),
      ...(isSecure && { secureContext: trusted() }),
    })
    limitInterim(request)
    let statusCode: number | undefined
    let isEncoded = false
    const kept: Buffer[] = []
    // The status decides; whatever then happens to the body changes nothing.
    const finish = (fault: Error) => {
      request.destroy()
      if (statusCode === undefined) reject(fault)
      else resolve({ statusCode, ...(!isEncoded && textOf(kept)) })
    }
    request.on('error', finish)
    // Also when it is closed without an error, as after a response that switches protocols.
    request.once('close', () => finish(new Error('closed without a response')))
    request.once('response', (response) => {
      statusCode = response.statusCode
      isEncoded = response.headers['content-encoding'] !== undefined
      let bytes = 0
      response.on('error', finish)
      response.on('data', (chunk: Buffer) => {
        if (bytes < MAX_KEPT_BYTES) kept.push(chunk.subarray(0, MAX_KEPT_BYTES - bytes))
        bytes += chunk.length
        if (bytes >= MAX_ANSWER_BYTES) request.destroy()
      })
    })
    request.end(body)
  })

/** Whom we trust, which is the same for every receiver: to make it anew takes longer than the rest of an attempt. */
const trusted = (): SecureContext => {
  context ??= createSecureContext()
  return context
}
let context: SecureContext | undefined

/** Nothing where there is none. A character that is cut off is left out; PostgreSQL takes no NUL. */
const textOf = (chunks: readonly Buffer[]): { body: string } | undefined => {
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true })
  return text === '' ? undefined : { body: text.replaceAll('\0', '\uFFFD') }
}

export const isSuccess = ({ statusCode }: Outcome): boolean =>
  statusCode !== undefined && statusCode >= 200 && statusCode < 300
