import { readFile } from 'node:fs/promises'
import { type Asset, asset, sendAsset } from '../../requests/api/asset.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import type { Reply } from '../../requests/api/reply.ts'

type Options = {
  /** The release of this program. */
  release: string
  /** The packed clients of all releases, which never change. */
  releases?: URL
  /** The folder with the packed client of a version that is not released yet. */
  built?: URL
}

const sdk = new URL('../../../sdk/', import.meta.url)

/** The packed clients that `npm i` installs. Those of earlier releases stay, as lockfiles have their checksums. */
export const clientPages = ({
  release,
  releases = new URL('releases/', sdk),
  built = new URL('dist-packed/', sdk),
}: Options): PortalPage[] => {
  const own = `client-${release}.tgz`
  const found = new Map<string, Asset>()

  /** A missing file is looked up again at the next request. */
  const read = async (folder: URL, file: string): Promise<Asset | undefined> => {
    const { href } = new URL(file, folder)
    const known = found.get(href)
    if (known) return known
    const bytes = await readFile(new URL(href)).catch(() => undefined)
    const made = bytes && asset('application/gzip', bytes)
    if (made) found.set(href, made)
    return made
  }

  return [
    {
      path: '/sdk/client.tgz',
      handle: async () => ({
        status: 302,
        headers: ['location', `/sdk/${own}`, 'cache-control', 'no-cache'],
      }),
    },
    {
      path: '/sdk/{file}',
      async handle({ params, headers }) {
        const file = String(params.file)
        if (!PACKED_CLIENT.test(file)) return undefined
        const released = await read(releases, file)
        if (released) return sendAsset(headers, released, releasedHeaders)
        if (file !== own) return undefined
        const unreleased = await read(built, file)
        // Its bytes may be others after the next start.
        return unreleased ? sendAsset(headers, unreleased, ['cache-control', 'no-cache']) : notBuilt
      },
    },
  ]
}

const PACKED_CLIENT = /^client-\d+\.\d+\.\d+\.tgz$/

const releasedHeaders = ['cache-control', 'public, max-age=31536000, immutable']

const notBuilt: Reply = {
  status: 503,
  type: 'text/plain; charset=utf-8',
  headers: ['cache-control', 'no-store'],
  body: 'The client of this release is not built: `npm start` of the store builds it.\n',
}
