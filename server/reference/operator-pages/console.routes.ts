import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Html } from '../../platform/html.ts'
import { type Asset, asset, once, sendAsset } from '../../requests/api/asset.ts'
import type { PortalPage, Visit } from '../../requests/api/portal-page.ts'
import type { Reply } from '../../requests/api/reply.ts'
import { loadingPage, type SignInOptions, signInPage } from './console-start.html.ts'

const built = new URL('../../../console/dist/', import.meta.url).pathname

type ConsoleOptions = SignInOptions & { dist?: string }

/**
 * The staff's console from `console/dist`, read at the first request. Every URL of a page returns the same document:
 * the console has its own router.
 */
export const consolePages = ({ dist = built, ...signIn }: ConsoleOptions): PortalPage[] => {
  const read = once(() => readFiles(dist))
  // A missing file is looked up again at the next visit.
  const files = () => read().catch(() => undefined)
  const page: Pick<PortalPage, 'handle'> = {
    async handle(visit) {
      const found = await (await files())?.get('index.html')?.encoded('identity')
      if (!found) return notBuilt
      const isForm = !hasPageOfItsOwn(visit) && !isSignedIn(visit)
      return documentOf(found.toString(), (nonce) => (isForm ? signInPage(signIn, nonce) : loadingPage(nonce)))
    },
  }
  return [
    {
      path: '/console/assets/{file}',
      // A page has many of them, and a browser keeps them: a shelter behind one address opens more than pages.
      isFree: true,
      async handle({ params, headers }) {
        const found = (await files())?.get(`assets/${params.file}`)
        return found && sendAsset(headers, found, assetHeaders)
      },
    },
    { path: '/console', ...page },
    { path: '/console/*', ...page },
  ]
}

/**
 * Mantine writes its colours into the page. A nonce allows that to it and to nobody else, and is for one response
 * alone: a copy in a cache would be a nonce that is known.
 */
const documentOf = (page: string, startOf: (nonce: string) => Html): Reply => {
  const nonce = randomBytes(16).toString('base64')
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    headers: [...pageHeaders, 'content-security-policy', policyOf(nonce)],
    // Bytes, as a text would get an ETag, and a page that is `not modified` has the nonce of another response.
    body: Buffer.from(page.replace(START, () => startOf(nonce).text).replaceAll(NONCE, nonce)),
    noStore: true,
  }
}

/** Their places in `index.html`. */
const NONCE = '%nonce%'
const START = '<!--start-->'

/** Links to these pages open them whether or not somebody is signed in. */
const guestPages = new Set(['setup', 'password', 'sign-up', 'forgotten', 'join'])

const hasPageOfItsOwn = ({ url }: Visit): boolean => guestPages.has(url.split(/[?#]/, 1)[0]?.split('/')[2] ?? '')

/** A hint that the console leaves for this page only: see console/session/session.ts. It proves nothing. */
const isSignedIn = ({ headers: { cookie = '' } }: Visit): boolean =>
  cookie.split(';').some((one) => one.trim() === 'adoption-store-console=in')

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
  '.woff2': 'font/woff2',
}

/** Everything in a folder that a browser is sent, by its path in it. */
const readFiles = async (folder: string): Promise<Map<string, Asset>> => {
  const names = await readdir(folder, { recursive: true })
  const read = names.map(async (name): Promise<[string, Asset][]> => {
    const type = types[extname(name)]
    if (!type) return []
    return [[name.replaceAll('\\', '/'), asset(type, await readFile(join(folder, name)))]]
  })
  return new Map((await Promise.all(read)).flat())
}

/** No script, style, picture or request that is not ours; `blob:` and `data:` are pictures chosen or drawn in the page. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const pageHeaders = ['x-frame-options', 'DENY', 'referrer-policy', 'no-referrer']

/** The name carries the content's hash: another content is another address. A style sheet asks for its fonts by its own rules. */
const assetHeaders = ['cache-control', 'public, max-age=31536000, immutable', 'referrer-policy', 'no-referrer']
