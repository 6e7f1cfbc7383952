import type { Request, SendOptions } from './request.ts'
import type { ResponseFacts } from './response.ts'
import type { Send } from './transport.ts'

/** One page of a list. */
export type Page<Item> = ResponseFacts & {
  items: Item[]
  /** The cursor of the next page; undefined on the last one. */
  nextCursor: string | undefined
  /** The number of items in the whole list, if requested. At most 10,000 (for `animals.list`, 100,000). */
  totalCount: number | undefined
  /** Whether the list has more items than `totalCount`, because the service stops counting there. */
  isTotalAtLeast: boolean
}

/**
 * A list that is requested lazily. Await it for the first page, or iterate over it (`for await`) for every item of
 * every page in order.
 */
export type List<Item> = Promise<Page<Item>> &
  AsyncIterable<Item> & {
    /** Iterates over the pages. */
    pages(): AsyncGenerator<Page<Item>, void, undefined>
    /**
     * Returns the first `limit` items, or all of them, as an array. Requests as many pages as needed. Throws a
     * RangeError if `limit` is not a whole number of at least 0.
     */
    toArray(options?: { limit?: number | undefined }): Promise<Item[]>
  }

type Options = { cursorName?: string }

/** The largest page size of the service, so that a whole list takes the fewest requests. */
const MAX_LIMIT = 100

/** A list whose pages are requested with `send`. */
export const list = <Item>(
  send: Send,
  request: Request,
  options: SendOptions = {},
  { cursorName = 'cursor' }: Options = {},
): List<Item> => {
  const page = async (query: object | undefined, pageOptions: SendOptions): Promise<Page<Item>> => {
    const response = await send<Item[]>({ ...request, query }, pageOptions).withResponse()
    const { data, ...facts } = response
    const total = facts.headers.get('x-total-count')
    return {
      ...facts,
      items: data,
      nextCursor: facts.headers.get('x-next-cursor') ?? undefined,
      totalCount: total === null ? undefined : Number(total),
      isTotalAtLeast: facts.headers.get('x-total-count-relation') === 'at-least',
    }
  }

  async function* pages(query = request.query): AsyncGenerator<Page<Item>, void, undefined> {
    let current = await page(query, options)
    yield current
    const { ifNoneMatch: _, withTotalCount: __, ...later } = options
    // Later pages use the cursor in place of `after`.
    const rest = query && { ...query, after: undefined }
    while (current.nextCursor !== undefined) {
      current = await page({ ...rest, [cursorName]: current.nextCursor }, later)
      yield current
    }
  }

  async function* items(limit = MAX_LIMIT): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of pages({ limit, ...defined(request.query) })) yield* items
  }

  const toArray = async ({ limit = Number.POSITIVE_INFINITY } = {}): Promise<Item[]> => {
    if (!(limit >= 0 && (Number.isInteger(limit) || limit === Number.POSITIVE_INFINITY))) {
      throw new RangeError('limit must be a whole number of at least 0')
    }
    const found: Item[] = []
    if (limit === 0) return found
    for await (const item of items(Math.min(limit, MAX_LIMIT))) {
      found.push(item)
      if (found.length >= limit) break
    }
    return found
  }

  let first: Promise<Page<Item>> | undefined
  const load = () => {
    first ??= page(request.query, options)
    return first
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list sends its request only when it is awaited
    then: (onPage, onError) => load().then(onPage, onError),
    catch: (onError) => load().catch(onError),
    finally: (onEnd) => load().finally(onEnd),
    pages: () => pages(),
    toArray: (options) => toArray(options),
    [Symbol.asyncIterator]: () => items(),
    [Symbol.toStringTag]: 'List',
  }
}

const defined = (query: object = {}): object =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
