import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ApiError } from '../platform/http/errors.ts'
import type { Origin } from '../platform/http/origin.ts'
import type { ApiDocument } from './api-document.ts'
import { once, sendAsset } from './docs.assets.ts'

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
  // Its code is loaded with it: a program whose docs nobody reads starts sooner and is smaller.
  const site = once(async () => (await import('./docs-site.ts')).loadSite(readDocument))
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

  app.get('/docs/guides', hidden, async (_request, reply) => {
    const [first] = (await site()).guides
    return reply.redirect(`/docs/guides/${first?.name}`)
  })

  app.get<{ Params: { file: string } }>('/docs/guides/:file', hidden, async (request, reply) => {
    const found = (await site()).findGuide(request.params.file, origin(request))
    if (!found) throw new ApiError('route_not_found')
    return sendText(reply, found.type, found.text)
  })

  for (const [path, kind] of [
    ['/llms.txt', 'brief'],
    ['/llms-full.txt', 'full'],
  ] as const) {
    app.get(path, hidden, async (request, reply) =>
      sendText(reply, 'text/plain', (await site()).llms[kind](origin(request))),
    )
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
