import { readFile } from 'node:fs/promises'
import { asset, once, sendAsset } from '../../requests/api/asset.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import type { Reply } from '../../requests/api/reply.ts'

const built = new URL('../../../embed/dist/gallery.js', import.meta.url)

/** The files that other websites load: the gallery in `embed/dist`, read at the first request. */
export const embedPages = ({ file = built }: { file?: URL } = {}): PortalPage[] => {
  const read = once(async () =>
    asset('text/javascript; charset=utf-8', await readFile(file, 'utf8')),
  )
  return [
    {
      path: '/embed/gallery.js',
      async handle({ headers }) {
        // A missing file is looked up again at the next visit.
        const found = await read().catch(() => undefined)
        return found ? sendAsset(headers, found, scriptHeaders) : notBuilt
      },
    },
  ]
}

/**
 * Its address never changes, so a new version is there within the hour, and meanwhile nobody waits for it. It may be
 * loaded by any page, also by one that isolates itself (`Cross-Origin-Embedder-Policy`).
 */
const scriptHeaders = [
  ...['cache-control', 'public, max-age=3600, stale-while-revalidate=86400'],
  ...['cross-origin-resource-policy', 'cross-origin'],
]

const notBuilt: Reply = {
  status: 503,
  type: 'text/javascript; charset=utf-8',
  headers: ['cache-control', 'no-store'],
  body: "console.error('<adoption-gallery> is not built: see `npm start` of the store.')\n",
}
