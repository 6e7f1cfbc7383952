import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Asset, asset, once, sendAsset } from '../api/asset.ts'
import type { PortalPage } from '../api/portal-page.ts'
import type { Reply } from '../api/reply.ts'

const built = new URL('../../console/dist/', import.meta.url).pathname

/**
 * The staff's console from `console/dist`, read at the first request. Every URL of a page returns the same document:
 * the console has its own router.
 */
export const consolePages = ({ dist = built } = {}): PortalPage[] => {
  const read = once(() => readFiles(dist))
  // What is missing is looked for again at the next visit.
  const files = () => read().catch(() => undefined)
  const page: Pick<PortalPage, 'handle'> = {
    async handle({ headers }) {
      const found = (await files())?.get('index.html')
      return found ? sendAsset(headers, found, pageHeaders) : notBuilt
    },
  }
  return [
    {
      path: '/console/assets/{file}',
      async handle({ params, headers }) {
        const found = (await files())?.get(`assets/${params.file}`)
        return found && sendAsset(headers, found, assetHeaders)
      },
    },
    { path: '/console', ...page },
    { path: '/console/*', ...page },
  ]
}

const notBuilt: Reply = {
  status: 503,
  type: 'text/plain; charset=utf-8',
  body: `The console is not built. Everything it does, the API does too: see /docs.

\`npm start\` builds it; to do so without starting: npm run build -w console
`,
}

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
const pageHeaders = [
  ...['cache-control', 'no-cache'],
  'content-security-policy',
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  ...['x-frame-options', 'DENY'],
  ...['referrer-policy', 'no-referrer'],
]

/** The name carries the content's hash: another content is another address. */
const assetHeaders = ['cache-control', 'public, max-age=31536000, immutable']
