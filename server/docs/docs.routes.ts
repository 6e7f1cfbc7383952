import { once, sendAsset } from '../api/asset.ts'
import type { PortalPage, Visit } from '../api/portal-page.ts'
import type { Reply } from '../api/reply.ts'
import type { ApiDocument } from '../portal/api-document.ts'

export type DocsOptions = {
  /** URLs besides our own origin that the document lists and the live panel may call. */
  servers?: readonly string[]
  /** The OpenAPI document. */
  readDocument: () => ApiDocument
}

/** The API reference and the guides, whole from our own origin; nothing of them is read before the first visit. */
export const docsPages = ({ servers = [], readDocument }: DocsOptions): PortalPage[] => {
  // Its code is loaded with it: a program whose docs are not opened starts sooner and is smaller.
  const site = once(async () => (await import('./docs-site.ts')).loadSite(readDocument))
  const pageHeaders = [...securityHeaders(servers), 'cache-control', 'no-cache']
  const text = (type: string, body: string): Reply => ({
    status: 200,
    type: `${type}; charset=utf-8`,
    headers: pageHeaders,
    body,
  })

  return [
    {
      path: '/docs',
      handle: async ({ headers }) => sendAsset(headers, (await site()).page, pageHeaders),
    },
    {
      path: '/docs/assets/{file}',
      async handle({ params, headers }: Visit) {
        const found = (await site()).assets.get(String(params.file))
        return found && sendAsset(headers, found, assetHeaders)
      },
    },
    {
      path: '/docs/guides',
      async handle() {
        const [first] = (await site()).guides
        return { status: 302, headers: ['location', `/docs/guides/${first?.name}`] }
      },
    },
    {
      path: '/docs/guides/{file}',
      async handle({ params, origin }: Visit) {
        const found = (await site()).findGuide(String(params.file), origin)
        return found && text(found.type, found.text)
      },
    },
    {
      path: '/llms.txt',
      handle: async ({ origin }) => text('text/plain', (await site()).llms.brief(origin)),
    },
    {
      path: '/llms-full.txt',
      handle: async ({ origin }) => text('text/plain', (await site()).llms.full(origin)),
    },
  ]
}

/** `unsafe-inline` is for styles alone: Scalar writes its style sheet and its sizes into the page. */
const securityHeaders = (servers: readonly string[]): string[] => [
  'content-security-policy',
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...servers.map((url) => new URL(url).origin)].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  ...['x-frame-options', 'DENY'],
  ...['referrer-policy', 'no-referrer'],
]

/** The name carries the content's hash: another content is another address. */
const assetHeaders = ['cache-control', 'public, max-age=31536000, immutable']
