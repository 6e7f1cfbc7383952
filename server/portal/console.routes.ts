import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Asset, asset, once, sendAsset } from './docs.assets.ts'

const built = new URL('../../console/dist/', import.meta.url).pathname

/**
 * The staff's console, as `console/dist` has it; read at the first visit. Every address of a page is answered with the
 * same document: the console finds its way by itself.
 */
export const consoleRoutes = (app: FastifyInstance, { dist = built } = {}): void => {
  const read = once(() => readFiles(dist))
  // What is missing is looked for again at the next visit.
  const files = () => read().catch(() => undefined)
  const hidden = { schema: { hide: true } }

  app.get<{ Params: { file: string } }>('/console/assets/:file', hidden, async (request, reply) => {
    const found = (await files())?.get(`assets/${request.params.file}`)
    if (!found) return reply.callNotFound()
    return sendAsset(request, reply.headers(assetHeaders), found)
  })

  for (const path of ['/console', '/console/*']) {
    app.get(path, hidden, async (request, reply) => {
      const page = (await files())?.get('index.html')
      reply.headers(pageHeaders)
      if (page) return sendAsset(request, reply, page)
      return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    })
  }
}

const notBuilt = `The console is not built. Everything it does, the API does too: see /docs.

\`npm start\` builds it; to do so without starting: npm run build -w console
`

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Everything in a folder that a browser is sent, by its path in it. */
const readFiles = async (folder: string): Promise<Map<string, Asset>> => {
  const names = await readdir(folder, { recursive: true })
  const read = names.map(async (name): Promise<[string, Asset][]> => {
    const type = types[extname(name)]
    if (!type) return []
    return [[name.replaceAll('\\', '/'), asset(type, await readFile(join(folder, name), 'utf8'))]]
  })
  return new Map((await Promise.all(read)).flat())
}

/** `unsafe-inline` is for styles alone: Mantine writes its colours into the page. */
const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

/** The name carries the content's hash: another content is another address. */
const assetHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
}
