import { DAY_MS } from '../../platform/durations.ts'
import { html } from '../../platform/html.ts'
import { INT64_MAX } from '../../platform/http/int64.ts'
import { showDay } from '../../platform/time.ts'
import { type Client, visitorAt } from '../../requests/access/account-reads.ts'
import type { Visit } from '../../requests/api/portal-page.ts'
import { addressBucket } from '../../requests/rate-limits/address.ts'
import { addressTurns } from '../../requests/rate-limits/address-turns.ts'
import type { ListingAddresses } from '../listings/listing-addresses.service.ts'
import { pathOf } from '../listings/slug.ts'
import type { MadePage } from './page-cache.ts'

export type SitemapService = ReturnType<typeof sitemapService>

/** The ids in one page: as many as a sitemap may have (sitemaps.org). */
const IDS = 50_000n
/** The most pages in the index. If ids are far apart, the last ones are left out. */
const MAX_PAGES = 1_000

/**
 * The sitemap of any number of animals. Each page covers a fixed range of fifty thousand ids, so that pages do not
 * depend on each other, and the index needs one read for each page.
 */
export const sitemapService = ({ addresses }: { addresses: ListingAddresses }) => {
  // One file at a time, because each may take a second and ten megabytes.
  const inTurn = addressTurns({ atOnce: 1, maxWaiting: 200, maxOfAddress: 5 })

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

  const indexText = async ({ address, origin }: Visit): Promise<string> => {
    const pages = await pagesOf(visitorAt(address))
    return html`${HEAD}<sitemapindex xmlns="${XMLNS}"><sitemap><loc>${origin}/sitemaps/pages.xml</loc></sitemap>${pages.map((at) => html`<sitemap><loc>${origin}/sitemaps/${at}.xml</loc></sitemap>`)}</sitemapindex>\n`
      .text
  }

  /** Undefined if no animal has an id in the range of the page. */
  const pageText = async (at: bigint, { address, origin }: Visit): Promise<string | undefined> => {
    const client = visitorAt(address)
    const range = { fromId: at * IDS, belowId: (at + 1n) * IDS }
    const first = await addresses.next(client, range.fromId)
    if (first === undefined || first >= range.belowId) return undefined
    const texts: string[] = []
    // In batches, so that other requests are served in between.
    for await (const some of addresses.list(client, range)) {
      for (const animal of some) {
        const day = showDay(Math.floor(Number(animal.updated_at) / DAY_MS))
        const url = `${origin}${pathOf(animal)}`
        texts.push(html`<url><loc>${url}</loc><lastmod>${day}</lastmod></url>`.text)
      }
    }
    return urlSet(texts)
  }

  return {
    index: (visit: Visit): Promise<MadePage> =>
      inTurn(addressBucket(visit.address), async () => xml(await indexText(visit))),

    /** `0.xml` for animals, or `pages.xml` for other pages. */
    async page(visit: Visit, file: string): Promise<MadePage | undefined> {
      if (file === 'pages.xml') {
        const paths = ['/', '/adopt'].map((path) => visit.origin + path)
        return xml(urlSet(paths.map((url) => html`<url><loc>${url}</loc></url>`.text)))
      }
      const [, number] = /^(0|[1-9]\d{0,14})\.xml$/.exec(file) ?? []
      const at = number === undefined ? undefined : BigInt(number)
      if (at === undefined || (at + 1n) * IDS > INT64_MAX) return undefined
      return inTurn(addressBucket(visit.address), async () => {
        const text = await pageText(at, visit)
        return text === undefined ? undefined : xml(text)
      })
    },
  }
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const HEAD = html`<?xml version="1.0" encoding="UTF-8"?>\n`

const urlSet = (urls: readonly string[]): string => `${HEAD.text}<urlset xmlns="${XMLNS}">${urls.join('')}</urlset>\n`

const xml = (body: string): MadePage => ({
  type: 'application/xml; charset=utf-8',
  headers: [],
  body,
  cacheControl: 'public, no-cache',
  shown: { petIds: [], isList: true },
})
