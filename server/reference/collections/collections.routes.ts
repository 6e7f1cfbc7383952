import { asset, once, sendAsset } from '../../requests/api/asset.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { DocumentSource } from '../openapi/document-source.ts'

type Options = DocumentSource & { readDocument: () => ApiDocument }

/** The collection to import into Postman. Bruno imports the OpenAPI document itself. */
export const collectionPages = ({
  builtDocument,
  readDocument,
  environmentsAt,
  origin,
}: Options): PortalPage[] => {
  const postman = once(async () => {
    const own = origin()
    const text = await postmanText(
      { builtDocument, readDocument },
      environmentsAt(own).production ?? own,
    )
    return asset('application/json; charset=utf-8', text)
  })

  return [
    {
      path: '/docs/collections/postman.json',
      handle: async ({ headers }) =>
        sendAsset(headers, await postman(), ['cache-control', 'no-cache']),
    },
    {
      path: '/docs/collections/bruno.json',
      handle: () => ({ status: 302, headers: ['location', '/openapi.json'] }),
    },
  ]
}

/** Loaded when it is first asked for. */
const postmanText = async (
  { builtDocument, readDocument }: Pick<Options, 'builtDocument' | 'readDocument'>,
  origin: string,
): Promise<string> => {
  const { codeExamplesOf } = await import('../openapi/code-samples.ts')
  const { requestCollection } = await import('./request-collection.ts')
  const { postmanCollection } = await import('./postman.ts')
  const collection = requestCollection({
    document: await builtDocument(origin),
    examples: codeExamplesOf(readDocument()),
    baseUrl: `${origin}/v1`,
  })
  return JSON.stringify(postmanCollection(collection))
}
