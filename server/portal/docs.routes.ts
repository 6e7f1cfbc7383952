import { readFile } from 'node:fs/promises'
import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ApiError } from '../platform/http/errors.ts'
import type { Origin } from '../platform/http/origin.ts'
import { type Asset, asset, once, sendAsset } from './docs.assets.ts'
import { docsPage, icon } from './docs.html.ts'
import { guidePage } from './guide.html.ts'
import { type Guide, guideNames, loadGuides, writtenOrigin } from './guides.ts'
import { escapeHtml } from './html.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { type ApiDocument, referenceTags } from './reference-tags.ts'
import { scalarScript } from './scalar.ts'

export type DocsOptions = {
  /** Absolute URLs the document lists beside our own origin, which the live panel may call too. */
  servers?: readonly string[]
  origin: Origin
  /** The OpenAPI document. */
  readDocument: () => ApiDocument
}

/** The API reference and the guides, whole from our own origin; nothing of them is read before the first visit. */
export const docsRoutes = (app: FastifyInstance, options: DocsOptions): void => {
  const { servers = [], origin, readDocument } = options
  const site = once(() => loadSite(readDocument))
  const pageHeaders = { ...securityHeaders(servers), 'cache-control': 'no-cache' }
  const hidden = { schema: { hide: true } }
  const sendText = (reply: FastifyReply, type: string, text: string) =>
    reply.headers(pageHeaders).type(`${type}; charset=utf-8`).send(text)

  app.get('/docs', hidden, async (request, reply) => {
    const { page } = await site()
    return sendAsset(request, reply.headers(pageHeaders), page)
  })

  app.get<{ Params: { file: string } }>('/docs/assets/:file', hidden, async (request, reply) => {
    const found = (await site()).assets.get(request.params.file)
    if (!found) return reply.callNotFound()
    return sendAsset(request, reply.headers(assetHeaders), found)
  })

  app.get('/docs/guides', hidden, (_request, reply) =>
    reply.redirect(`/docs/guides/${guideNames[0]}`),
  )

  app.get<{ Params: { file: string } }>('/docs/guides/:file', hidden, async (request, reply) => {
    const { guides, guidePages } = await site()
    const { file } = request.params
    const page = guidePages.get(file)
    const here = origin(request)
    if (page) return sendText(reply, 'text/html', page.replaceAll(writtenOrigin, escapeHtml(here)))
    const guide = guides.find(({ name }) => `${name}.md` === file)
    if (!guide) throw new ApiError('route_not_found')
    return sendText(reply, 'text/markdown', guide.markdown.replaceAll(writtenOrigin, here))
  })

  const llms = { '/llms.txt': llmsText, '/llms-full.txt': llmsFullText }
  for (const [path, write] of Object.entries(llms)) {
    app.get(path, hidden, async (request, reply) => {
      const here = origin(request)
      const text = write((await site()).guides, here).replaceAll(writtenOrigin, here)
      return sendText(reply, 'text/plain', text)
    })
  }
}

/** `unsafe-inline` is for styles alone: Scalar writes its style sheet and its sizes into the page. */
const securityHeaders = (servers: readonly string[]) => ({
  'content-security-policy': [
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
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
})

/** The name carries the content's hash: another content is another address. */
const assetHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
}

type Site = {
  page: Asset
  assets: ReadonlyMap<string, Asset>
  guides: readonly Guide[]
  /** HTML by the guide's name. */
  guidePages: ReadonlyMap<string, string>
}

const loadSite = async (readDocument: () => ApiDocument): Promise<Site> => {
  const assets = new Map<string, Asset>()
  const publish = (name: string, type: 'js' | 'css' | 'svg', text: string): string => {
    const made = asset(assetTypes[type], text)
    const file = `${name}.${made.hash}.${type}`
    assets.set(file, made)
    return `/docs/assets/${file}`
  }
  const guides = await loadGuides()
  const iconUrl = publish('icon', 'svg', icon)
  const html = docsPage({
    guides,
    scalar: publish('scalar', 'js', await scalarScript()),
    start: publish('start', 'js', await browserFile('reference.js')),
    styles: publish('docs', 'css', await browserFile('reference.css')),
    icon: iconUrl,
  })
  const urls = {
    styles: publish('guide', 'css', await browserFile('guide.css')),
    script: publish('guide', 'js', await browserFile('guide.js')),
    icon: iconUrl,
  }
  const reference = referenceTags(readDocument())
  const guidePages = new Map<string, string>(
    guides.map((guide) => [guide.name, guidePage({ guide, guides, reference, urls })]),
  )
  return { page: asset('text/html; charset=utf-8', html), assets, guides, guidePages }
}

const browserFile = (name: string): Promise<string> =>
  readFile(new URL(`browser/${name}`, import.meta.url), 'utf8')

const assetTypes = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}
