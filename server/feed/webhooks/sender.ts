import type { IncomingMessage } from 'node:http'
import { createSecureContext, type SecureContext } from 'node:tls'
import { EncodedResponse, sendRequest } from '../../platform/http/outbound.ts'
import { ProxyFault } from '../../platform/http/tunnel.ts'
import type { TargetGuard } from './target-guard.ts'

type Deps = {
  guard: Pick<TargetGuard, 'lookupFor'>
  /** Timeout of an attempt: names, connection, request and response. */
  timeoutMs: number
  /** Called when the operator's proxy failed, whose address receivers and accounts must not learn. */
  onProxyFault?: (fault: ProxyFault) => void
}

type Post = {
  url: string
  headers: Record<string, string>
  body: string
  /** Aborts the attempt before its deadline. */
  signal: AbortSignal
}

/** The receiver's response; undefined if there was none. */
export type Outcome = {
  statusCode: number | undefined
  fault?: string
  /** Whether a connection was made. */
  isConnected: boolean
  /** The beginning of the response as text; undefined if it is empty or encoded. */
  body?: string
}

export type Sender = ReturnType<typeof sender>

/** The most bytes read of a response: enough to finish a usual one cleanly. */
const MAX_ANSWER_BYTES = 64 * 1024
/** The most bytes of it to store. */
const MAX_KEPT_BYTES = 2 * 1024

/** Sends one event. Follows no redirect; never rejects. */
export const sender =
  ({ guard, timeoutMs, onProxyFault }: Deps) =>
  async (post: Post): Promise<Outcome> => {
    const connection = { isMade: false }
    const overdue = new AbortController()
    const timer = setTimeout(() => overdue.abort(new Error('no response in time')), timeoutMs)
    try {
      const signal = AbortSignal.any([post.signal, overdue.signal])
      const response = await exchange(guard, { ...post, signal }, connection)
      return { ...response, isConnected: true }
    } catch (error) {
      const { isMade: isConnected } = connection
      if (error instanceof ProxyFault) onProxyFault?.(error)
      return { statusCode: undefined, fault: faultOf(error as Error), isConnected }
    } finally {
      clearTimeout(timer)
    }
  }

const faultOf = (error: Error): string =>
  error instanceof ProxyFault ? "the request could not be sent through the operator's proxy" : error.message

const exchange = async (
  guard: Deps['guard'],
  { url: text, headers, body, signal }: Post,
  connection: { isMade: boolean },
): Promise<Omit<Outcome, 'isConnected'>> => {
  const url = new URL(text)
  const lookup = guard.lookupFor(url)
  try {
    const response = await sendRequest(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'animal-adoption-store-webhooks/1',
      },
      body,
      // A new connection each time, so that the name is resolved and checked again.
      agent: false,
      signal,
      onConnect() {
        connection.isMade = true
      },
      ...(lookup && { lookup }),
      ...(url.protocol === 'https:' && { secureContext: trusted() }),
    })
    return { statusCode: response.statusCode, ...textOf(await beginningOf(response)) }
  } catch (error) {
    // The receiver has the event: a retry because of how it responded would deliver it twice.
    if (error instanceof EncodedResponse) return { statusCode: error.statusCode }
    throw error
  }
}

/** Reads the beginning of the body. The status decides, whatever happens to the body. */
const beginningOf = async (response: IncomingMessage): Promise<Buffer> => {
  const kept: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      if (bytes < MAX_KEPT_BYTES) kept.push(chunk.subarray(0, MAX_KEPT_BYTES - bytes))
      bytes += chunk.length
      // Leaving the loop closes the connection.
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {}
  return Buffer.concat(kept)
}

/**
 * The trusted certificates, which are the same for every receiver. Creating this takes longer than the rest of an
 * attempt.
 */
const trusted = (): SecureContext => {
  context ??= createSecureContext()
  return context
}
let context: SecureContext | undefined

/** Empty if there is no body. A truncated character is left out, and NUL too, which PostgreSQL rejects. */
const textOf = (bytes: Buffer): { body: string } | undefined => {
  const text = new TextDecoder().decode(bytes, { stream: true })
  return text === '' ? undefined : { body: text.replaceAll('\0', '\uFFFD') }
}

export const isSuccess = ({ statusCode }: Outcome): boolean =>
  statusCode !== undefined && statusCode >= 200 && statusCode < 300
