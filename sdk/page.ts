import type { Request, SendOptions } from './request.ts'
import type { ResponseFacts } from './response.ts'
import type { Send } from './transport.ts'

/** One page of a list. */
export type Page<Item> = ResponseFacts & {
  items: Item[]
  /** The cursor of the next page; undefined on the last one. */
  nextCursor: string | undefined
  /** Number of items in the whole list, if requested; 10,000 (of `animals.list` 100,000) if there are more. */
  totalCount: number | undefined
  /** Whether the list has more items than `totalCount`, because the service counts only so far. */
  isTotalAtLeast: boolean
}

/**
 * A requested list. Awaited, it is one page; iterated (`for await`), it is every item of every page in order. It
 * sends nothing until then.
 */
export type List<Item> = Promise<Page<Item>> &
  AsyncIterable<Item> & {
    /** Page by page. */
    pages(): AsyncGenerator<Page<Item>, void, undefined>
    /**
     * The items as an array: the first `limit`, over as many pages as that takes, or all of them. Throws a RangeError
     * if `limit` is not a whole number of at least 0.
     */
    toArray(options?: { limit?: number | undefined }): Promise<Item[]>
  }

type Options = { cursorName?: string }

/** The largest page size of the service: the fewest requests for a whole list. */
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
    // No later page begins where the first one did.
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
    // biome-ignore lint/suspicious/noThenProperty: it is a promise that begins its work when it is awaited
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
