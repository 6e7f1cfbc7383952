import { setImmediate } from 'node:timers/promises'
import { type Asset, asset, once, sendAsset } from '../../requests/api/asset.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import type { ApiDocument } from './api-document.ts'
import { type Environments, serversOf } from './environments.ts'
import { openapi30 } from './openapi-30.ts'
import { openapiYaml } from './openapi-yaml.ts'

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

/** The OpenAPI document in each form, with the servers of this installation: made once, and compressed once an address. */
export const openapiPages = ({ builtDocument, environmentsAt }: OpenapiOptions): PortalPage[] => {
  const kept = new Map<string, Asset>()

  const documentAt = async ({ path, type, template }: Form, own: string): Promise<Asset> => {
    const environments = environmentsAt(own)
    // The samples are sent to production, and to this server where that is somewhere else.
    const origin = environments.production ?? own
    const address = JSON.stringify([path, origin, environments])
    const at = await template()
    const found = kept.get(address) ?? asset(type, at(origin, environments))
    kept.delete(address)
    kept.set(address, found)
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_ADDRESSES) break
      kept.delete(oldest)
    }
    return found
  }

  return formsOf(builtDocument).map((form) => ({
    path: form.path,
    handle: async ({ headers, origin }) =>
      sendAsset(headers, await documentAt(form, origin), ['cache-control', 'no-cache']),
  }))
}

/** Writes the text for an address. */
type Template = (origin: string, environments: Environments) => string

type Form = { path: string; type: string; template: () => Promise<Template> }

const JSON_TYPE = 'application/json; charset=utf-8'

/** The document in each form that it is served in. */
const formsOf = (builtDocument: OpenapiOptions['builtDocument']): Form[] => {
  const read = () => builtDocument(unwritten)
  return [
    {
      ...{ path: '/openapi.json', type: JSON_TYPE },
      template: once(async () => jsonTemplate(await read())),
    },
    {
      ...{ path: '/openapi-3.0.json', type: JSON_TYPE },
      template: once(async () => jsonTemplate(await openapi30(await read()))),
    },
    {
      ...{ path: '/openapi.yaml', type: 'application/yaml' },
      template: once(async () => yamlTemplate(await read())),
    },
  ]
}

const unwritten = 'http://origin.invalid'

/** The text, into which only addresses remain to be written. */
const jsonTemplate = async (document: object): Promise<Template> => {
  // Others are served in between.
  await setImmediate()
  const text = JSON.stringify({ ...document, servers: [] })
  return (origin, environments) =>
    text
      .replace('"servers":[]', () => `"servers":${JSON.stringify(serversOf(environments))}`)
      .replaceAll(unwritten, () => JSON.stringify(origin).slice(1, -1))
}

const yamlTemplate = async (document: ApiDocument): Promise<Template> => {
  const text = await openapiYaml(document, unwritten)
  return (origin, environments) =>
    text
      // JSON is YAML too.
      .replace('\nservers: []', () => `\nservers: ${JSON.stringify(serversOf(environments))}`)
      .replaceAll(unwritten, () => JSON.stringify(origin).slice(1, -1))
}
