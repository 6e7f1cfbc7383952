import { type Asset, asset, sendAsset } from '../../requests/api/asset.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Environments } from '../openapi/openapi-publish.ts'

type Options = {
  readDocument: () => ApiDocument
  environmentsAt: (origin: string) => Environments
}

const unwritten = 'http://origin.invalid'
/** As of the OpenAPI document: a client may send any `Host`, and must not fill the memory. */
const MAX_KEPT = 8

/** The collections to import into Postman and Bruno, which send to where they were read. */
export const collectionPages = ({ readDocument, environmentsAt }: Options): PortalPage[] => {
  let made: ReturnType<typeof makeCollections> | undefined
  const kept = new Map<string, Asset>()

  const at = async (name: CollectionName, own: string): Promise<Asset> => {
    const origin = environmentsAt(own).production ?? own
    const key = `${name} ${origin}`
    made ??= makeCollections(readDocument)
    const text = (await made)[name].replaceAll(unwritten, () => JSON.stringify(origin).slice(1, -1))
    const found = kept.get(key) ?? asset('application/json; charset=utf-8', text)
    kept.delete(key)
    kept.set(key, found)
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    return found
  }

  return (['postman', 'bruno'] as const).map((name) => ({
    path: `/docs/collections/${name}.json`,
    handle: async ({ headers, origin }) =>
      sendAsset(headers, await at(name, origin), ['cache-control', 'no-cache']),
  }))
}

type CollectionName = 'postman' | 'bruno'

/** Loaded when one is first asked for. */
const makeCollections = async (
  readDocument: () => ApiDocument,
): Promise<Record<CollectionName, string>> => {
  const { publishedDocument } = await import('../openapi/openapi-publish.ts')
  const { codeExamplesOf } = await import('../openapi/code-samples.ts')
  const { requestCollection } = await import('./request-collection.ts')
  const { postmanCollection } = await import('./postman.ts')
  const { brunoExport } = await import('./bruno-export.ts')
  const nowhere = { production: undefined, staging: undefined }
  const declared = readDocument()
  const collection = requestCollection({
    document: await publishedDocument(declared, unwritten, nowhere),
    examples: codeExamplesOf(declared),
    baseUrl: `${unwritten}/v1`,
  })
  return {
    postman: JSON.stringify(postmanCollection(collection)),
    bruno: JSON.stringify(brunoExport(collection)),
  }
}
