import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Client } from '../access/account-reads.ts'
import type { Visit } from '../api/portal-page.ts'
import type { Reply } from '../api/reply.ts'
import type { ListingAddresses } from '../listings/listing-addresses.service.ts'
import type { Clock } from '../platform/clock.ts'
import { chooseEncoding } from '../platform/http/accept-encoding.ts'
import { showDay } from '../platform/time.ts'
import { html } from './html.ts'
import { clientAt } from './site.service.ts'
import { pathOf } from './slug.ts'

type Deps = { addresses: ListingAddresses; clock: Pick<Clock, 'steadyMs'> }

export type SitemapService = ReturnType<typeof sitemapService>

/** Ids of one page, which is the most that a sitemap may have (sitemaps.org). */
const IDS = 50_000n
/** Pages of one index: where ids are far apart, the last ones are left out. */
const MAX_PAGES = 1_000
/** Search engines come some times a day. */
const MAX_AGE_MS = 10 * 60_000
/** Of compressed pages that are kept: about those of a million animals. */
const MAX_BYTES = 24 * 1024 * 1024
const DAY_MS = 86_400_000

/**
 * The sitemap of any number of animals. A page has those whose ids are in the same fifty thousand, so that no page depends
 * on how many there are before it, and the index is found in one step for each page.
 */
export const sitemapService = ({ addresses, clock }: Deps) => {
  const kept = new LRUCache<string, { bytes: Buffer; madeAtMs: number }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1_024,
  })
  const making = new Map<string, Promise<Buffer>>()

  const pagesOf = async (client: Client): Promise<bigint[]> => {
    const pages: bigint[] = []
    let from = 0n
    while (pages.length < MAX_PAGES) {
      const id = await addresses.next(client, from)
      if (id === undefined) break
      pages.push(id / IDS)
      from = (id / IDS + 1n) * IDS
    }
    return pages
  }

  const indexText = async (client: Client, origin: string): Promise<string> => {
    const pages = await pagesOf(client)
    return html`${HEAD}<sitemapindex xmlns="${XMLNS}"><sitemap><loc>${origin}/sitemaps/pages.xml</loc></sitemap>${pages.map((at) => html`<sitemap><loc>${origin}/sitemaps/${at}.xml</loc></sitemap>`)}</sitemapindex>\n`
      .text
  }

  const pageText = async (client: Client, origin: string, at: bigint): Promise<string> => {
    const parts: string[] = []
    const stretch = { fromId: at * IDS, belowId: (at + 1n) * IDS }
    for await (const some of addresses.stretch(client, stretch)) {
      for (const animal of some) {
        const day = showDay(Math.floor(Number(animal.updated_at) / DAY_MS))
        parts.push(
          html`<url><loc>${origin}${pathOf(animal)}</loc><lastmod>${day}</lastmod></url>`.text,
        )
      }
    }
    return `${urlset(parts.join(''))}\n`
  }

  /** Compressed, as it is kept; one at a time for all who ask for it. */
  const bytesOf = (key: string, write: () => Promise<string>): Promise<Buffer> => {
    const known = kept.get(key)
    if (known && clock.steadyMs() - known.madeAtMs < MAX_AGE_MS) return Promise.resolve(known.bytes)
    const other = making.get(key)
    if (other) return other
    const made = write()
      .then((text) => promisify(gzip)(text))
      .then((bytes) => {
        kept.set(key, { bytes, madeAtMs: clock.steadyMs() })
        return bytes
      })
      .finally(() => making.delete(key))
    making.set(key, made)
    return made
  }

  const reply = async (
    { headers, origin }: Visit,
    name: string,
    write: () => Promise<string>,
  ): Promise<Reply> => {
    const bytes = await bytesOf(`${origin} ${name}`, write)
    const isPlain =
      chooseEncoding(String(headers['accept-encoding'] ?? '').replace(/\bbr\b/, '')) !== 'gzip'
    return {
      status: 200,
      type: 'application/xml; charset=utf-8',
      headers: [
        ...['cache-control', 'public, max-age=600', 'vary', 'accept-encoding'],
        ...(isPlain ? [] : ['content-encoding', 'gzip']),
      ],
      body: isPlain ? await promisify(gunzip)(bytes) : bytes,
    }
  }

  return {
    index: (visit: Visit): Promise<Reply> =>
      reply(visit, 'index', () => indexText(clientAt(visit.address), visit.origin)),

    /** `0.xml`, or `pages.xml` for what is no animal. */
    async page(visit: Visit, file: string): Promise<Reply | undefined> {
      const { origin } = visit
      if (file === 'pages.xml') {
        const own = ['/', '/adopt'].map((path) => html`<url><loc>${origin}${path}</loc></url>`.text)
        return reply(visit, file, async () => `${urlset(own.join(''))}\n`)
      }
      const [, number] = /^(0|[1-9]\d{0,14})\.xml$/.exec(file) ?? []
      if (number === undefined) return undefined
      const client = clientAt(visit.address)
      const at = BigInt(number)
      const first = await addresses.next(client, at * IDS)
      if (first === undefined || first / IDS !== at) return undefined
      return reply(visit, file, () => pageText(client, origin, at))
    },
  }
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const HEAD = html`<?xml version="1.0" encoding="UTF-8"?>\n`
const urlset = (urls: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${XMLNS}">${urls}</urlset>`
