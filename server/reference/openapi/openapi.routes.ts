import { setImmediate } from 'node:timers/promises'
import { type Asset, asset, sendAsset } from '../../requests/api/asset.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import type { ApiDocument } from './api-document.ts'
import { type Environments, serversOf } from './environments.ts'

export type OpenapiOptions = {
  /** The OpenAPI document as it is published, for an origin. */
  builtDocument: (origin: string) => Promise<ApiDocument>
  /** The URL of each environment, as seen from this server; undefined if unknown. */
  environmentsAt: (origin: string) => Environments
}

/**
 * If the URL of this server is not configured, the document uses the one of the request. This many of them are cached
 * in compressed form: a client may send any `Host`, and must not fill the memory with them.
 */
const MAX_ADDRESSES = 8

/** The OpenAPI document, with the servers as this installation has them: read once, and compressed once an address. */
export const openapiPages = ({ builtDocument, environmentsAt }: OpenapiOptions): PortalPage[] => {
  let template: ReturnType<typeof loadTemplate> | undefined
  const kept = new Map<string, Asset>()

  const documentAt = async (own: string): Promise<Asset> => {
    const environments = environmentsAt(own)
    // The samples are sent to production, and to this server where that is somewhere else.
    const origin = environments.production ?? own
    const address = JSON.stringify([origin, environments])
    template ??= loadTemplate(builtDocument)
    const { at } = await template
    const found =
      kept.get(address) ?? asset('application/json; charset=utf-8', at(origin, environments))
    kept.delete(address)
    kept.set(address, found)
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_ADDRESSES) break
      kept.delete(oldest)
    }
    return found
  }

  return [
    {
      path: '/openapi.json',
      handle: async ({ headers, origin }) =>
        sendAsset(headers, await documentAt(origin), ['cache-control', 'no-cache']),
    },
  ]
}

const unwritten = 'http://origin.invalid'
const noServers = '"servers":[]'

/** The text, into which only addresses remain to be written. */
const loadTemplate = async (builtDocument: OpenapiOptions['builtDocument']) => {
  const document = await builtDocument(unwritten)
  // Others are served in between.
  await setImmediate()
  const text = JSON.stringify({ ...document, servers: [] })
  const at = (origin: string, environments: Environments): string =>
    text
      .replace(noServers, () => `"servers":${JSON.stringify(serversOf(environments))}`)
      .replaceAll(unwritten, () => JSON.stringify(origin).slice(1, -1))
  return { at }
}
