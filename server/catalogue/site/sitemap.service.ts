import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { html } from '../../platform/html.ts'
import { INT64_MAX } from '../../platform/http/int64.ts'
import { chooseEncoding } from '../../platform/http/negotiation.ts'
import { showDay } from '../../platform/time.ts'
import { type Client, visitorAt } from '../../requests/access/account-reads.ts'
import type { Visit } from '../../requests/api/portal-page.ts'
import type { Reply } from '../../requests/api/reply.ts'
import { addressBucket } from '../../requests/rate-limits/address.ts'
import type { ListingAddresses } from '../listings/listing-addresses.service.ts'
import { SITEMAP_IDS as IDS, type SitemapCache } from './sitemap-cache.ts'
import { pathOf } from './slug.ts'

type Deps = {
  addresses: ListingAddresses
  cache: Pick<SitemapCache, 'find'>
  isCurrent: (visit: Pick<Visit, 'decision'>) => boolean
}

export type SitemapService = ReturnType<typeof sitemapService>

/** The most pages in the index. If ids are far apart, the last ones are left out. */
const MAX_PAGES = 1_000
const DAY_MS = 86_400_000

/**
 * The sitemap of any number of animals. Each page covers a fixed range of fifty thousand ids, so that pages do not
 * depend on each other, and the index needs one read for each page.
 */
export const sitemapService = ({ addresses, cache, isCurrent }: Deps) => {
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

  /** In batches, so that other requests are served in between. */
  async function* pageText(client: Client, origin: string, at: bigint): AsyncGenerator<string> {
    const range = { fromId: at * IDS, belowId: (at + 1n) * IDS }
    yield URLSET_BEGIN
    for await (const some of addresses.list(client, range)) {
      const urls = some.map((animal) => {
        const day = showDay(Math.floor(Number(animal.updated_at) / DAY_MS))
        return html`<url><loc>${origin}${pathOf(animal)}</loc><lastmod>${day}</lastmod></url>`.text
      })
      yield urls.join('')
    }
    yield URLSET_END
  }

  const reply = async (
    visit: Visit,
    { name, page }: { name: string; page?: bigint },
    write: () => AsyncGenerator<string> | Promise<string>,
  ): Promise<Reply> => {
    const { headers, origin } = visit
    const bytes = await cache.find({
      ...{ key: `${origin} ${name}`, isCurrent: isCurrent(visit) },
      ...(page !== undefined && { page }),
      visitor: addressBucket(visit.address),
      make: () => compressed(write()),
    })
    const isPlain = chooseEncoding(String(headers['accept-encoding'] ?? ''), ['gzip']) !== 'gzip'
    return {
      status: 200,
      type: 'application/xml; charset=utf-8',
      headers: [
        ...['cache-control', 'public, no-cache', 'vary', 'accept-encoding'],
        ...(isPlain ? [] : ['content-encoding', 'gzip']),
      ],
      ...(isPlain ? { file: uncompressed(bytes) } : { body: bytes }),
    }
  }

  return {
    index: (visit: Visit): Promise<Reply> =>
      reply(visit, { name: 'index' }, () => indexText(visitorAt(visit.address), visit.origin)),

    /** `0.xml` for animals, or `pages.xml` for other pages. */
    async page(visit: Visit, file: string): Promise<Reply | undefined> {
      const { origin } = visit
      if (file === 'pages.xml') {
        const own = ['/', '/adopt'].map((path) => html`<url><loc>${origin}${path}</loc></url>`.text)
        return reply(visit, { name: file }, async () => URLSET_BEGIN + own.join('') + URLSET_END)
      }
      const [, number] = /^(0|[1-9]\d{0,14})\.xml$/.exec(file) ?? []
      const at = number === undefined ? undefined : BigInt(number)
      if (at === undefined || (at + 1n) * IDS > INT64_MAX) return undefined
      const client = visitorAt(visit.address)
      const first = await addresses.next(client, at * IDS)
      if (first === undefined || first / IDS !== at) return undefined
      return reply(visit, { name: file, page: at }, () => pageText(client, origin, at))
    },
  }
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const HEAD = html`<?xml version="1.0" encoding="UTF-8"?>\n`
const URLSET_BEGIN = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${XMLNS}">`
const URLSET_END = '</urlset>\n'

/** Compresses the text as it is written, so that a file is never in memory as one text. */
const compressed = async (text: AsyncGenerator<string> | Promise<string>): Promise<Buffer> =>
  pipeline(text instanceof Promise ? [await text] : text, createGzip(), async (parts) =>
    Buffer.concat(await Array.fromAsync(parts)),
  )

/** Decompresses while sending, for the same reason. The last four bytes have the uncompressed length (RFC 1952). */
const uncompressed = (bytes: Buffer): NonNullable<Reply['file']> => ({
  bytes: bytes.readUInt32LE(bytes.length - 4),
  async open(): Promise<Readable> {
    const parts = createGunzip()
    parts.end(bytes)
    return parts
  },
})
