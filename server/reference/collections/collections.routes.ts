import { type Asset, asset, sendAsset } from '../../requests/api/asset.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Environments } from '../openapi/environments.ts'

type Options = {
  /** The OpenAPI document as it is published, for an origin. */
  builtDocument: (origin: string) => Promise<ApiDocument>
  readDocument: () => ApiDocument
  environmentsAt: (origin: string) => Environments
}

const unwritten = 'http://origin.invalid'
/** Limited like the OpenAPI document: clients can send any `Host` and must not fill the memory. */
const MAX_KEPT = 8

/** The collection to import into Postman, which sends to where it was read. Bruno imports the OpenAPI document itself. */
export const collectionPages = ({
  builtDocument,
  readDocument,
  environmentsAt,
}: Options): PortalPage[] => {
  let made: Promise<string> | undefined
  const kept = new Map<string, Asset>()

  const at = async (own: string): Promise<Asset> => {
    const origin = environmentsAt(own).production ?? own
    made ??= postmanText({ builtDocument, readDocument })
    const text = (await made).replaceAll(unwritten, () => JSON.stringify(origin).slice(1, -1))
    const found = kept.get(origin) ?? asset('application/json; charset=utf-8', text)
    kept.delete(origin)
    kept.set(origin, found)
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    return found
  }

  return [
    {
      path: '/docs/collections/postman.json',
      handle: async ({ headers, origin }) =>
        sendAsset(headers, await at(origin), ['cache-control', 'no-cache']),
    },
    {
      path: '/docs/collections/bruno.json',
      handle: () => ({ status: 302, headers: ['location', '/openapi.json'] }),
    },
  ]
}

/** Loaded when it is first asked for. */
const postmanText = async ({
  builtDocument,
  readDocument,
}: Pick<Options, 'builtDocument' | 'readDocument'>): Promise<string> => {
  const { codeExamplesOf } = await import('../openapi/code-samples.ts')
  const { requestCollection } = await import('./request-collection.ts')
  const { postmanCollection } = await import('./postman.ts')
  const collection = requestCollection({
    document: await builtDocument(unwritten),
    examples: codeExamplesOf(readDocument()),
    baseUrl: `${unwritten}/v1`,
  })
  return JSON.stringify(postmanCollection(collection))
}
