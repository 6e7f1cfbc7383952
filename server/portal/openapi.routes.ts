import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Origin } from '../platform/http/origin.ts'
import type { ApiDocument } from './api-document.ts'
import { type Asset, asset, sendAsset } from './docs.assets.ts'
import type { Environments } from './openapi-publish.ts'

export type OpenapiOptions = {
  readDocument: () => ApiDocument
  /** Where this server is reached. */
  origin: Origin
  /** Where each environment is reached; undefined where it is not known. */
  servers: { production: Origin | undefined; staging: Origin | undefined }
}

/**
 * Where nothing tells the address of this server, the document has the one that it was asked at. So many of them are
 * kept compressed: a client may send any `Host`, and must not fill the memory with them.
 */
const MAX_ADDRESSES = 8

/** The OpenAPI document, with the servers as this installation has them: built once, and compressed once an address. */
export const openapiRoutes = (app: FastifyInstance, options: OpenapiOptions): void => {
  let template: ReturnType<typeof loadTemplate> | undefined
  const kept = new Map<string, Asset>()

  const documentFor = async (request: FastifyRequest): Promise<Asset> => {
    const environments = {
      production: options.servers.production?.(request),
      staging: options.servers.staging?.(request),
    }
    // The samples are sent to production, and to this server where that is somewhere else.
    const origin = environments.production ?? options.origin(request)
    const address = JSON.stringify([origin, environments])
    template ??= loadTemplate(options.readDocument)
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

  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) =>
    sendAsset(request, reply.header('cache-control', 'no-cache'), await documentFor(request)),
  )
}

const unwritten = 'http://origin.invalid'
const noServers = '"servers":[]'

/** The text, into which only addresses remain to be written. Its code is loaded when it is first asked for. */
const loadTemplate = async (readDocument: () => ApiDocument) => {
  const { publishedDocument, serversOf } = await import('./openapi-publish.ts')
  const unknown = { production: undefined, staging: undefined }
  const document = publishedDocument(readDocument(), unwritten, unknown)
  const text = JSON.stringify({ ...document, servers: [] })
  const at = (origin: string, environments: Environments): string =>
    text
      .replace(noServers, () => `"servers":${JSON.stringify(serversOf(environments))}`)
      .replaceAll(unwritten, () => JSON.stringify(origin).slice(1, -1))
  return { at }
}
