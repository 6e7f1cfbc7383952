import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { languages } from '../../platform/language.ts'
import { asset, once, sendAsset } from '../../requests/api/asset.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import type { Reply } from '../../requests/api/reply.ts'

const built = new URL('../../../embed/dist/', import.meta.url)

/**
 * The files that other websites load: the gallery in `embed/dist`, and its texts in each language.
 * Each is read at its first request.
 */
export const embedPages = ({ folder = built }: { folder?: URL } = {}): PortalPage[] => [
  embedFile(new URL('gallery.js', folder), 'text/javascript; charset=utf-8', notBuilt),
  ...languages.map((language) =>
    embedFile(new URL(`gallery.${language}.json`, folder), 'application/json; charset=utf-8', noTexts),
  ),
]

const embedFile = (file: URL, type: string, missing: Reply): PortalPage => {
  const read = once(async () => asset(type, await readFile(file, 'utf8')))
  return {
    path: `/embed/${basename(file.pathname)}`,
    async handle({ headers }) {
      // A missing file is looked up again at the next visit.
      const found = await read().catch(() => undefined)
      return found ? sendAsset(headers, found, fileHeaders) : missing
    },
  }
}

/**
 * The address of the script never changes, so a new version arrives within the hour, and nobody waits for it. It may be
 * loaded by any page, also by one that isolates itself (`Cross-Origin-Embedder-Policy`).
 */
const fileHeaders = [
  'cache-control',
  'public, max-age=3600, stale-while-revalidate=86400',
  'cross-origin-resource-policy',
  'cross-origin',
]

const notBuilt: Reply = {
  status: 503,
  type: 'text/javascript; charset=utf-8',
  headers: ['cache-control', 'no-store'],
  body: "console.error('<adoption-gallery> is not built: see `npm start` of the store.')\n",
}

const noTexts: Reply = {
  status: 503,
  type: 'application/json; charset=utf-8',
  headers: ['cache-control', 'no-store'],
  body: '{}',
}
