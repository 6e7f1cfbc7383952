import { setImmediate as nextTurn } from 'node:timers/promises'
import { protocolError } from '../../platform/http/http-error.ts'
import { once, sendAsset } from '../../requests/api/asset.ts'
import { prefersJson } from '../../requests/api/media-type.ts'
import type { PortalPage, Visit } from '../../requests/api/portal-page.ts'
import { json, type Reply } from '../../requests/api/reply.ts'
import { addressBucket } from '../../requests/rate-limits/address.ts'
import { addressTurns } from '../../requests/rate-limits/address-turns.ts'
import type { DocsSource } from './docs-site.ts'
import { movedGuides } from './moved-guides.ts'
import { countWords, MAX_WORDS } from './search-words.ts'

export type DocsOptions = DocsSource & {
  /** URLs besides our own origin that the document lists and the live panel may call. */
  servers?: readonly string[]
}

/** The reference and the guides, served entirely from our own origin, and read at the first visit. */
export const docsPages = ({ servers = [], ...source }: DocsOptions): PortalPage[] => {
  // Its code is loaded with it: a program whose docs are not opened starts sooner and is smaller.
  const site = once(async () => (await import('./docs-site.ts')).loadSite(source))
  // A search may take 30 ms of the serving thread, so others are served between two of them.
  const inTurn = addressTurns({ atOnce: 1, maxWaiting: 200, maxOfAddress: 20 })
  const textHeaders = ['cache-control', 'no-cache']
  const safeHeaders = securityHeaders(servers)
  const pageHeaders = [...safeHeaders, ...textHeaders]
  const missing = async (visit: Visit): Promise<Reply | undefined> => {
    const { find, missingAddress } = await site()
    const found = await find(missingAddress)
    if (!found || prefersJson(visit.headers.accept)) return undefined
    const { etag: _, ...reply } = await sendAsset(visit.headers, found, safeHeaders)
    return { ...reply, status: 404, noStore: true }
  }
  const page = (path: string, addressOf = (_: Visit) => path): PortalPage => ({
    path,
    async handle(visit) {
      const found = await (await site()).find(addressOf(visit))
      if (!found) return path.startsWith('/docs') ? missing(visit) : undefined
      const isHtml = found.type.startsWith('text/html')
      return sendAsset(visit.headers, found, isHtml ? pageHeaders : textHeaders)
    },
  })

  return [
    page('/docs'),
    page('/docs/reference'),
    page('/docs/reference.md'),
    page('/docs/reference/{tag}', ({ params }) => `/docs/reference/${params.tag}`),
    guidePage(page('/docs/guides/{file}', ({ params }) => `/docs/guides/${params.file}`)),
    page('/docs/changelog'),
    page('/docs/changelog.md'),
    page('/docs/changelog.atom'),
    {
      path: '/docs/search.json',
      isRejectedUnderLoad: true,
      async handle({ query, address }) {
        const text = searchedText(String(query))
        const { search } = await site()
        const found = await inTurn(addressBucket(address), async () => {
          await nextTurn()
          return search(text)
        })
        return { ...json(JSON.stringify(found)), headers: textHeaders }
      },
    },
    { path: '/docs/*', handle: missing },
    page('/llms.txt'),
    page('/llms-full.txt'),
    {
      path: '/docs/guides',
      handle: async () => ({ status: 302, headers: ['location', (await site()).firstGuide] }),
    },
    {
      path: '/docs/assets/{file}',
      async handle({ params, headers }) {
        const found = (await site()).assets.get(String(params.file))
        return found && sendAsset(headers, found, assetHeaders)
      },
    },
  ]
}

const MAX_SEARCH = 100

/** Throws `invalid_parameter`. */
const searchedText = (query: string): string => {
  const text = new URLSearchParams(query).get('q')?.trim() ?? ''
  const isShort = text.length <= MAX_SEARCH && countWords(text) <= MAX_WORDS
  if (text !== '' && isShort) return text
  const message = `must be 1-${MAX_SEARCH} characters and at most ${MAX_WORDS} words`
  const errors = [{ field: 'q', code: text === '' ? 'required' : 'too_long', message }]
  throw protocolError('invalid_parameter', { message: `q ${message}.`, errors })
}

/** A guide that has another name now is found by its former one. A browser keeps the fragment of an address. */
const guidePage = (page: PortalPage): PortalPage => ({
  path: page.path,
  async handle(visit) {
    const [, name = '', extension = ''] = /^([\w-]+)(\.md)?$/.exec(String(visit.params.file)) ?? []
    const moved = movedGuides.get(name)
    if (!moved) return page.handle(visit)
    return { status: 301, headers: ['location', `/docs/guides/${moved}${extension}`] }
  },
})

/** No script, no style and no address but our own, and the servers that the live panel may call. */
const securityHeaders = (servers: readonly string[]): string[] => [
  'content-security-policy',
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    ["connect-src 'self'", ...servers.map((url) => new URL(url).origin)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options',
  'DENY',
  'referrer-policy',
  'no-referrer',
]

/** The name carries the content's hash: another content is another address. */
const assetHeaders = ['cache-control', 'public, max-age=31536000, immutable']
