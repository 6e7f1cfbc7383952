// The gallery's requests to the store: published animals and their counts.
import type { Listing, ListingFacets } from '@adoption-store/client'

export type Parameters = Record<string, string>
export type Page = { listings: Listing[]; next: string | undefined }

type ProblemKind =
  | 'limited' // too many requests
  | 'refused' // the owner of the page must change something
  | 'offline'
  | 'failed'

/** Why there are no animals; its message is for the owner of the page. */
export class Problem extends Error {
  readonly kind: ProblemKind
  /** The code of the store's error, if it sent one. */
  readonly code: string
  /** How long to wait before the next request. */
  readonly waitMs: number
  constructor(kind: ProblemKind, code: string, message: string, waitMs = 0) {
    super(message)
    this.kind = kind
    this.code = code
    this.waitMs = waitMs
  }
}

export type Store = ReturnType<typeof openStore>

const TIMEOUT_MS = 20_000
/** Visitors switch between filters and have few requests, so recent responses are reused. */
const FRESH_MS = 120_000
const MAX_KEPT = 100

type Kept = { atMs: number; json: unknown; next: string | undefined }
/** Shared by all galleries of a page. */
const cache = new Map<string, Kept>()
/** Until when a key must not send requests, according to the store. */
const pauses = new Map<string, number>()

export const openStore = (origin: string, key: string) => {
  const addressOf = (path: string, parameters: Parameters): string =>
    `${origin}/v1/listings${path}?${new URLSearchParams(parameters)}`
  const nameOf = (address: string) => `${key} ${address}`

  const fresh = (address: string): Kept | undefined => {
    const found = cache.get(nameOf(address))
    return found && performance.now() - found.atMs < FRESH_MS ? found : undefined
  }

  const read = async (address: string, signal: AbortSignal): Promise<Kept> => {
    const known = fresh(address)
    if (known) return known
    const waitMs = (pauses.get(origin + key) ?? 0) - performance.now()
    if (waitMs > 0) throw new Problem('limited', 'rate_limit_exceeded', '', waitMs)
    const response = await ask(address, key, signal)
    if (!response.ok) {
      const problem = await problemOf(response)
      if (problem.kind === 'limited') pauses.set(origin + key, performance.now() + problem.waitMs)
      throw problem
    }
    const next = response.headers.get('x-next-cursor') ?? undefined
    const answer = { atMs: performance.now(), json: await response.json(), next }
    if (cache.size >= MAX_KEPT) cache.clear()
    cache.set(nameOf(address), answer)
    return answer
  }

  return {
    async list(parameters: Parameters, signal: AbortSignal): Promise<Page> {
      const { json, next } = await read(addressOf('', parameters), signal)
      // The schemas are described in openapi.json.
      return { listings: json as Listing[], next }
    },
    count: async (parameters: Parameters, signal: AbortSignal): Promise<ListingFacets> =>
      (await read(addressOf('/facets', parameters), signal)).json as ListingFacets,
    /** Recently read counts. */
    knownCounts: (parameters: Parameters): ListingFacets | undefined =>
      fresh(addressOf('/facets', parameters))?.json as ListingFacets | undefined,
  }
}

const ask = async (address: string, key: string, signal: AbortSignal): Promise<Response> => {
  try {
    return await fetch(address, {
      headers: { authorization: `Bearer ${key}` },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
  } catch (error) {
    signal.throwIfAborted()
    throw new Problem('offline', 'no_response', `No response from ${new URL(address).origin}: ${error}`)
  }
}

const problemOf = async (response: Response): Promise<Problem> => {
  const { status, headers } = response
  // A proxy in front of the store may respond in another format.
  const { code = `http_${status}`, message = '' } = await response.json().catch(() => ({}))
  const waitMs = Number(headers.get('retry-after') ?? 0) * 1_000
  const isLimit = status === 429 || (status === 503 && waitMs > 0)
  const kind = isLimit ? 'limited' : status >= 400 && status < 500 ? 'refused' : 'failed'
  // A limit without a time comes from somebody else, such as a proxy.
  return new Problem(kind, code, `${message}`, isLimit ? waitMs || 30_000 : 0)
}
