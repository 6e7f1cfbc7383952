import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { docsPage, icon, scalarScript, startScript, styles } from './docs.html.ts'

/** `servers`: absolute URLs the document lists beside our own origin, which the live panel may call too. */
export type DocsOptions = { servers?: readonly string[] }

/** The API reference, whole from our own origin; nothing of it is read before the first visit. */
export const docsRoutes = (app: FastifyInstance, { servers = [] }: DocsOptions = {}): void => {
  const site = once(loadSite)
  const pageHeaders = { ...securityHeaders(servers), 'cache-control': 'no-cache' }
  const hidden = { schema: { hide: true } }

  app.get('/docs', hidden, async (request, reply) => {
    const { page } = await site()
    return sendAsset(request, reply.headers(pageHeaders), page)
  })

  app.get<{ Params: { file: string } }>('/docs/assets/:file', hidden, async (request, reply) => {
    const found = (await site()).assets.get(request.params.file)
    if (!found) return reply.callNotFound()
    return sendAsset(request, reply.headers(assetHeaders), found)
  })
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

type Site = { page: Asset; assets: ReadonlyMap<string, Asset> }

const loadSite = async (): Promise<Site> => {
  const javascript = 'text/javascript; charset=utf-8'
  const assets = new Map<string, Asset>()
  const publish = (name: string, extension: string, type: string, text: string): string => {
    const made = asset(type, text)
    const file = `${name}.${made.hash}.${extension}`
    assets.set(file, made)
    return `/docs/assets/${file}`
  }
  const html = docsPage({
    scalar: publish('scalar', 'js', javascript, await scalarScript()),
    start: publish('start', 'js', javascript, startScript),
    styles: publish('docs', 'css', 'text/css; charset=utf-8', styles),
    icon: publish('icon', 'svg', 'image/svg+xml', icon),
  })
  return { page: asset('text/html; charset=utf-8', html), assets }
}

type Encoding = 'br' | 'gzip' | 'identity'
type Asset = { type: string; hash: string; encoded(encoding: Encoding): Promise<Buffer> }

const asset = (type: string, text: string): Asset => {
  const body = Buffer.from(text)
  const encoders = {
    br: once(() => promisify(brotliCompress)(body, brotliOptions)),
    gzip: once(() => promisify(gzip)(body)),
    identity: async () => body,
  }
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return { type, hash, encoded: (encoding) => encoders[encoding]() }
}

/** 9 of 11: the last two steps cost seconds to save a tenth. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const sendAsset = async (request: FastifyRequest, reply: FastifyReply, found: Asset) => {
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '')
  // A strong ETag names bytes (RFC 9110 section 8.8.3), so every encoding has its own.
  const etag = `"${found.hash}-${encoding}"`
  reply.headers({ etag, vary: 'accept-encoding' })
  if (hasTag(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(found.type).send(await found.encoded(encoding))
}

/** The smallest encoding the client takes by name; a weight of 0 is a refusal (RFC 9110 section 12.5.3). */
const chooseEncoding = (acceptEncoding: string): Encoding => {
  const taken = acceptEncoding
    .toLowerCase()
    .split(',')
    .filter((item) => !/;\s*q=0(\.0*)?\s*$/.test(item))
    .map((item) => item.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity'
}

const hasTag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))

/** Work shared by everyone who asks; a failure is not kept, so the next request tries again. */
const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}
