import { setImmediate } from 'node:timers/promises'
import { type Asset, asset, once, sendAsset } from '../../requests/api/asset.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import type { ApiDocument } from './api-document.ts'
import type { DocumentSource } from './document-source.ts'
import { serversOf } from './environments.ts'
import { openapi30 } from './openapi-30.ts'
import { openapiYaml } from './openapi-yaml.ts'

/**
 * The OpenAPI document in each form. It is the same for every `Host`, because clients can send any: without a configured
 * URL, its servers are relative to it.
 */
export const openapiPages = ({ builtDocument, environmentsAt, origin }: DocumentSource): PortalPage[] => {
  const read = async (): Promise<ApiDocument> => {
    const own = origin()
    // The samples are sent to production, and to this server where that is somewhere else.
    const document = await builtDocument(environmentsAt(own).production ?? own)
    return { ...document, servers: serversOf(environmentsAt('')) }
  }
  const page = (path: string, type: string, write: () => Promise<string>): PortalPage => {
    const document = once(async (): Promise<Asset> => asset(type, await write()))
    return {
      path,
      handle: async ({ headers }) => sendAsset(headers, await document(), ['cache-control', 'no-cache']),
    }
  }
  return [
    page('/openapi.json', JSON_TYPE, async () => jsonText(await read())),
    page('/openapi-3.0.json', JSON_TYPE, async () => jsonText(await openapi30(await read()))),
    page('/openapi.yaml', 'application/yaml', async () => openapiYaml(await read())),
    ...formerCollections.map((path) => ({
      path,
      handle: () => ({ status: 302, headers: ['location', '/openapi.json'] }),
    })),
  ]
}

/** Collections that earlier versions served. Postman and Bruno import the document itself. */
const formerCollections = ['/docs/collections/postman.json', '/docs/collections/bruno.json']

const JSON_TYPE = 'application/json; charset=utf-8'

const jsonText = async (document: object): Promise<string> => {
  // Others are served in between.
  await setImmediate()
  return JSON.stringify(document)
}
