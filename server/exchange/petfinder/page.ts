import { MAX_WINDOW } from '../../catalogue/listings/listing-window.ts'
import type { parameterReader, Sent } from './parameters.ts'

/** A page by its number, starting at 1. */
export type PageNumber = { page: number; limit: number; offset: number }

type Reader = Pick<ReturnType<typeof parameterReader>, 'integer' | 'wrong'>

/** Reads and validates `page` and `limit`. */
export const pageOf = (read: Reader): PageNumber => {
  const limit = read.integer('limit', { most: 100, otherwise: 20 })
  const page = read.integer('page', { most: MAX_WINDOW, otherwise: 1 })
  const offset = (page - 1) * limit
  const last = Math.ceil(MAX_WINDOW / limit)
  if (offset >= MAX_WINDOW) {
    read.wrong('page', `must be at most ${last}: pages end after ${MAX_WINDOW} results`)
  }
  return { page, limit, offset }
}

/** The pagination of a list. `href` is its URL, and `sent` its parameters. */
export const paginationOf = (
  { page, limit }: PageNumber,
  total: number,
  { href, sent }: { href: string; sent: Sent },
) => {
  const pages = Math.ceil(total / limit)
  const link = (to: number) => ({ href: `${href}?${queryOf({ ...sent, page: String(to) })}` })
  return {
    count_per_page: limit,
    total_count: total,
    current_page: page,
    total_pages: pages,
    _links: {
      ...(page > 1 && pages > 0 && { previous: link(Math.min(page - 1, pages)) }),
      ...(page < pages && { next: link(page + 1) }),
    },
  }
}

/** The parameters as sent, so that links request the same from another page. */
const queryOf = (sent: Sent): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent)) {
    const text = Array.isArray(value) ? value.join(',') : value
    if (text !== undefined && text !== '') query.set(name, String(text))
  }
  return query.toString()
}
