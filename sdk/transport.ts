import { tokensOf } from './access-tokens.ts'
import { versioned } from './base-url.ts'
import { environmentVariable } from './environment.ts'
import { errorOf, leavesOutcomeUnknown, mayPass } from './error-response.ts'
import { AdoptionStoreError, ApiError, ConnectionError, RateLimitError } from './errors.ts'
import { parseExact } from './exact-json.ts'
import { type Gate, gate as openGate } from './gate.ts'
import type { AttemptFields, ClientOptions, OperationId, Patience, Runtime } from './options.ts'
import { type FetchArguments, fetchArguments, type Request, type SendOptions, withBearer } from './request.ts'
import { type Call, deprecationOf, type FullResponse, factsOf } from './response.ts'
import { backoffMs, realRuntime, within } from './runtime.ts'

/** Sends a request, with retries, and returns the data of its response. */
export type Send = <Data>(request: Request, options?: SendOptions) => Call<Data>

/**
 * Opens a response that does not end, and returns it as soon as it has started. Its body ends with `options.signal`.
 */
export type Open = (request: Request, options?: SendOptions) => Promise<Response>

type Transport = { send: Send; open: Open; runtime: Runtime; gate: Gate }

const DEFAULTS = { timeoutMs: 30_000, maxRetries: 12, maxRetryWaitMs: 65_000 }
const DEFAULT_CONCURRENT = 8

/**
 * Sends all requests of a client: adds the credential, waits at the gate, and retries. `shared` is the gate of another
 * client with the same key.
 */
export const transport = (options: ClientOptions, shared?: Gate): Transport => {
  const runtime = { ...realRuntime, ...options.runtime }
  const baseUrl = versioned(required(options.baseUrl, 'baseUrl', 'ADOPTION_URL'))
  const tokens = tokensOf(required(options.apiKey, 'apiKey', 'ADOPTION_KEY'))
  // Called without `this`, as browsers require.
  const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const patienceOfClient = { ...DEFAULTS, ...patienceIn(options) }
  const gate =
    shared ??
    openGate({
      runtime,
      maxConcurrent: options.maxConcurrent ?? DEFAULT_CONCURRENT,
      isPacing: options.pace ?? false,
    })
  const deprecated = new Set<OperationId>()

  const learnFrom = ({ operation }: Request, response: Response): void => {
    const { rateLimit } = factsOf(response)
    gate.learn(rateLimit)
    if (isFree(operation) && response.ok && rateLimit.every(({ remaining }) => remaining > 0)) {
      gate.release()
    }
    if (!operation || !options.onDeprecation || deprecated.has(operation)) return
    const deprecation = deprecationOf(operation, response.headers)
    if (!deprecation) return
    deprecated.add(operation)
    options.onDeprecation(deprecation)
  }

  /** Makes one attempt. Returns the response with its body read, or the error. */
  const attempt = async ({ url, init }: FetchArguments, { read, signal, patience }: Attempting): Promise<Attempt> => {
    const time = within(patience.timeoutMs, 'an attempt', signal)
    let isStream = false
    try {
      const token = await tokens.get()
      const response = await fetch(url, { ...withBearer(init, token), signal: time.signal })
      const text = await read(response)
      isStream = text === undefined
      return { response, text, token }
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (cause instanceof AdoptionStoreError) return { failure: cause }
      if (time.signal.aborted) return { failure: time.signal.reason as AdoptionStoreError }
      return { failure: new ConnectionError('the request failed', { cause }) }
    } finally {
      // A stream continues after its start, and ends with the caller's signal.
      if (isStream) time.stopTimer()
      else time.release()
    }
  }

  /**
   * Waits for its turn and makes one attempt. Returns the error if it failed. After a rate limit, later requests wait
   * before they get a turn.
   */
  const takeTurn = async (request: Request, sent: FetchArguments, attempting: Attempting): Promise<Turn> => {
    const { signal, patience, isOutcomeUnknown } = attempting
    const leave = isFree(request.operation) ? undefined : await gate.enter(patience.maxRetryWaitMs, signal)
    const startedAtMs = runtime.nowMs()
    try {
      const outcome = await attempt(sent, attempting)
      options.logger?.debug?.('attempt', {
        ...attemptFields(request, outcome.response),
        tookMs: runtime.nowMs() - startedAtMs,
      })
      if (outcome.failure) return { error: outcome.failure }
      learnFrom(request, outcome.response)
      const error = errorOf(outcome, request, isOutcomeUnknown)
      if (!error) return { response: outcome }
      if (error instanceof RateLimitError) gate.hold(error)
      return { error, token: outcome.token }
    } finally {
      leave?.()
    }
  }

  /** Retries until there is a response to return or an error to throw. */
  const persist = async (request: Request, callOptions: SendOptions, read: Read) => {
    const patience = { ...patienceOfClient, ...patienceIn(callOptions) }
    const file = request.file && (await request.file())
    const ofClient = { baseUrl, headers: options.headers }
    const sent = fetchArguments(ofClient, request, callOptions, file)
    const time = within(patience.deadlineMs, 'the call', callOptions.signal)
    const { signal } = time
    let isOutcomeUnknown = false
    let isStream = false
    let isRenewed = false
    try {
      for (let failures = 0; ; ) {
        const turn = await takeTurn(request, sent, { read, signal, patience, isOutcomeUnknown })
        if (turn.response) {
          isStream = turn.response.text === undefined
          return turn.response
        }
        const { error, token } = turn
        if (!isRenewed && isUnauthorized(error) && token && (await tokens.renew(token))) {
          isRenewed = true
          continue
        }
        const askedMs = askedSeconds(error) * 1_000
        if (!mayPass(error) || askedMs > patience.maxRetryWaitMs) throw error
        isOutcomeUnknown ||= leavesOutcomeUnknown(error)
        // Does not count as an attempt: the gate waits as long as the service says, and then requests are left.
        const isHeld = error instanceof RateLimitError && !isFree(request.operation)
        if (!isHeld && failures >= patience.maxRetries) throw error
        const waitMs = isHeld ? askedMs : askedMs + backoffMs(failures, runtime.random)
        const fields = { ...attemptFields(request), error: loggedMessage(error), waitMs }
        options.logger?.warn?.('retry', fields)
        if (isHeld) continue
        await runtime.sleep(waitMs, signal)
        failures += 1
      }
    } finally {
      if (isStream) time.stopTimer()
      else time.release()
    }
  }

  const responseOf = async <Data>(request: Request, options: SendOptions): Promise<FullResponse<Data>> => {
    const { response, text } = await persist(request, options, (received) => received.text())
    // The types come from the document that describes the operation's responses.
    return { ...factsOf(response), data: (request.accept ? text : dataOf(response, text)) as Data }
  }

  return {
    runtime,
    gate,

    send<Data>(request: Request, options: SendOptions = {}) {
      const response = responseOf<Data>(request, options)
      const data = response.then((whole) => whole.data)
      return Object.assign(data, {
        withResponse() {
          // Code that awaits the response receives its error there.
          data.catch(() => {})
          return response
        },
      })
    },

    async open(request, options = {}) {
      const read: Read = async (response) => (response.ok ? undefined : response.text())
      return (await persist(request, options, read)).response
    },
  }
}

type Received = { response: Response; text: string | undefined; token: string; failure?: never }
type Attempt = Received | { failure: AdoptionStoreError; response?: never }
type Read = (response: Response) => Promise<string | undefined>
type Attempting = {
  read: Read
  signal: AbortSignal
  patience: { timeoutMs: number; maxRetryWaitMs: number }
  isOutcomeUnknown: boolean
}
type Turn = { response: Received; error?: never } | { error: AdoptionStoreError; token?: string; response?: never }

const attemptFields = ({ method, path }: Request, response?: Response): AttemptFields => {
  const { status, requestId } = response ? factsOf(response) : {}
  return {
    method: method ?? 'GET',
    path,
    ...(status && { status }),
    ...(requestId && { requestId }),
  }
}

const isUnauthorized = (error: AdoptionStoreError): boolean => error instanceof ApiError && error.status === 401

const askedSeconds = (error: AdoptionStoreError): number => (error instanceof ApiError && error.retryAfterSeconds) || 0

/** Leaves out the cause: its text comes from `fetch` and may contain the query. */
const loggedMessage = (error: AdoptionStoreError): string =>
  error instanceof ConnectionError ? error.reason : error.message

/** Returns an option, or the environment variable that replaces it. */
const required = <Value>(value: Value | undefined, name: string, variable: string) => {
  const found = value ?? environmentVariable(variable)
  if (found !== undefined) return found
  throw new TypeError(`${name} is missing: pass it, or set ${variable}`)
}

/** Never counted or rejected (docs/guides/limits.md), so it need not wait when others must. */
const isFree = (operation: OperationId | undefined): boolean => operation === 'getRateLimit'

const dataOf = (response: Response, text: string | undefined): unknown => {
  if (!response.ok || response.status === 204 || !text) return undefined
  try {
    return parseExact(text)
  } catch {
    const { requestId } = factsOf(response)
    const message = 'The response is not from the service.'
    throw new ApiError({ code: 'unexpected_response', message, status: response.status, requestId })
  }
}

/** Returns the values of `Patience` that are set, to merge them with the defaults. */
const patienceIn = ({ timeoutMs, deadlineMs, maxRetries, maxRetryWaitMs }: Patience) => ({
  ...(timeoutMs !== undefined && { timeoutMs }),
  ...(deadlineMs !== undefined && { deadlineMs }),
  ...(maxRetries !== undefined && { maxRetries }),
  ...(maxRetryWaitMs !== undefined && { maxRetryWaitMs }),
})
