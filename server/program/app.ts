import type { IncomingHttpHeaders, Server } from 'node:http'
import type { Socket } from 'node:net'
import { ACCESS_TOKEN } from '../accounts/sessions/session.ts'
import { mediaPages } from '../animals/media/media.routes.ts'
import { wantsHtml } from '../catalogue/site/site.routes.ts'
import { PETFINDER_TOKEN } from '../exchange/petfinder/access-token.ts'
import { petfinderApi } from '../exchange/petfinder/petfinder-api.ts'
import { cleanForwarded } from '../platform/http/forwarded.ts'
import type { HttpError } from '../platform/http/http-error.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { listen, type Place } from '../platform/http/listen.ts'
import {
  addressOf,
  isOwnOrigin,
  originOf,
  requestIds,
  trustOf,
} from '../platform/http/request-head.ts'
import type { Handle } from '../platform/http/request-queue.ts'
import { validators } from '../platform/http/validation.ts'
import type { Logger } from '../platform/log.ts'
import type { Load } from '../platform/overload.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import { collectionPages } from '../reference/collections/collections.routes.ts'
import { type DocsOptions, docsPages } from '../reference/docs/docs.routes.ts'
import type { ApiDocument } from '../reference/openapi/api-document.ts'
import { type OpenapiOptions, openapiPages } from '../reference/openapi/openapi.routes.ts'
import { describedOperations } from '../reference/openapi/openapi.ts'
import { consolePages } from '../reference/operator-pages/console.routes.ts'
import { embedPages } from '../reference/operator-pages/embed.routes.ts'
import { healthPages } from '../reference/operator-pages/health.routes.ts'
import { metricsPages } from '../reference/operator-pages/metrics.routes.ts'
import type { ReadMetrics } from '../reference/operator-pages/metrics.text.ts'
import type { Measures } from '../reference/operator-pages/metrics.ts'
import type { Readiness } from '../reference/operator-pages/readiness.ts'
import type { Callers } from '../requests/access/callers.ts'
import { connectionCredentials } from '../requests/access/callers.ts'
import { hashToken } from '../requests/access/token.ts'
import { prefersJson } from '../requests/api/media-type.ts'
import type { PortalPage } from '../requests/api/portal-page.ts'
import type { Reply } from '../requests/api/reply.ts'
import { ownSurface } from '../requests/api/surface.ts'
import type { Maintenance } from '../requests/maintenance/maintenance.ts'
import type { Exchange } from '../requests/pipeline/exchange.ts'
import { respondToMalformed } from '../requests/pipeline/malformed-requests.ts'
import type { Observer } from '../requests/pipeline/observer.ts'
import { pipeline } from '../requests/pipeline/pipeline.ts'
import { register, sharedSchemas } from '../requests/pipeline/registry.ts'
import { responder } from '../requests/pipeline/responder.ts'
import type { Limiter } from '../requests/rate-limits/limiter.ts'
import { lookupGuard } from '../requests/rate-limits/lookup-guard.ts'
import type { Policy } from '../requests/rate-limits/policy.ts'
import type { RefusedKeys } from '../requests/rate-limits/refused-keys.ts'
import { operationsOf, otherOperationsOf, type Services, schemas } from './operations.ts'

/** What a browser is shown for an error outside the API. */
type ErrorPage = (sent: IncomingHttpHeaders, status: number, retryAfter: unknown) => Promise<Reply>

export type AppDeps = Services & {
  /** The public site. */
  site: { pages: PortalPage[]; errorPage: ErrorPage }
  maintenance: Maintenance
  /** Asked when something has failed that should not: whether another program has changed the database. */
  findSchemaFault: () => Promise<Error | undefined>
  limiter: Limiter
  refusedKeys: Pick<RefusedKeys, 'note'>
  /** Whether there is more to do than can be done. */
  load: Readonly<Load>
  /** Told of each connection. */
  connected: (connection: Socket) => void
  /** A client that takes nothing of what it is sent for this long is disconnected. */
  stallMs: number
  addressPolicy: Policy
  portalPolicy: Policy
  random: (size: number) => Uint8Array
  log: Logger
  /** This server's own address, where it is set. */
  publicUrl: string | undefined
  environmentsAt: OpenapiOptions['environmentsAt']
  /** Whose docs they are. */
  brand: DocsOptions['brand']
  /** Further origins that the docs page may call. */
  otherServers: string[]
  trustedProxies: string[]
  readiness: () => Promise<Readiness>
  measures: Measures
  readMetrics: ReadMetrics
  /** Whether they are served here, to who asks on this machine. */
  servesMetrics: boolean
  observer: Observer
  /** There only while somebody collects traces. */
  tracing: Tracing | undefined
}

export type App = {
  server: Server
  /** What the server does with a request. */
  handle: Handle
  /** What the operations declare, as OpenAPI. */
  document: () => ApiDocument
  /** Resolves with the address. Takes over the port of a server that listens already. */
  listen(at: Place | Server): Promise<string>
}

/** The HTTP side of the service: its operations, its pages, and the pipeline of requests. */
export const createApp = (deps: AppDeps): App => {
  const { tracing, measures, observer } = deps
  const trust = trustOf(deps.trustedProxies)
  const nextRequestId = requestIds(deps.random)
  const shared = sharedSchemas(schemas)
  const validate = validators(shared)
  const api = { operations: operationsOf(deps, validate), schemas }
  const document = () => describedOperations(api)
  const parts = { shared, validate, traffic: measures.traffic }
  const routes = [...register(api.operations, parts), ...register(otherOperationsOf(deps), parts)]
  const run = pipeline({
    ...deps,
    ...{ originOf: originOf(deps.publicUrl, trust), addressOf: addressOf(trust), nextRequestId },
    ...{ routes, pages: pagesOf(deps, document) },
    responder: responder({
      ...{ log: deps.log, observer, steadyMs: observer.steadyMs },
      findSchemaFault: deps.findSchemaFault,
      errorPage: errorPageFor(deps.site.errorPage),
    }),
    surfaces,
    presentedBy: connectionCredentials(callersOf(deps)),
    presentedKey: (key) => ({ credential: { key, hash: hashToken(key) }, callers: deps.keys }),
    isOwnOrigin: isOwnOrigin(deps.publicUrl, originOf(undefined, trust)),
    guard: lookupGuard(deps),
    counts: measures.decisions,
    steadyMs: observer.steadyMs,
  })
  const traced: Handle = tracing
    ? (request, response) => tracing.serve(request, response, () => run(request, response))
    : run
  // Whoever is believed has to be readable: what is no address in these headers is nobody.
  const handle: Handle =
    deps.trustedProxies.length === 0
      ? traced
      : (request, response) => {
          cleanForwarded(request.headers)
          traced(request, response)
        }
  const http = createHttpServer(handle, { stallMs: deps.stallMs })
  const { server } = http
  server.on('connection', deps.connected)
  respondToMalformed(http, {
    ...deps,
    counts: measures.decisions,
    nextRequestId: () => nextRequestId({ headers: {} }),
    surfaces,
  })
  return {
    server,
    handle,
    document,
    listen: (at) => listen(server, at),
  }
}

const surfaces = [ownSurface, petfinderApi]

/** A credential says at its beginning whose it is. */
const callersOf =
  ({ sessions, keys, petfinder }: Pick<AppDeps, 'sessions' | 'keys' | 'petfinder'>) =>
  (credential: string): Callers => {
    if (credential.startsWith(ACCESS_TOKEN)) return sessions
    return credential.startsWith(PETFINDER_TOKEN) ? petfinder.tokens : keys
  }

/** Pages outside the API, without a key. */
const pagesOf = (deps: AppDeps, readDocument: () => ApiDocument): PortalPage[] => [
  ...openapiPages({ ...deps, readDocument }),
  ...docsPages({ ...deps, servers: deps.otherServers, readDocument }),
  ...collectionPages({ ...deps, readDocument }),
  ...consolePages(),
  ...deps.site.pages,
  ...embedPages(),
  ...mediaPages(deps.media),
  ...healthPages(deps),
  ...(deps.servesMetrics ? metricsPages(deps.readMetrics) : []),
]

/** Browsers that open an address outside the API are shown a page; everything else gets the error as JSON. */
const errorPageFor =
  (show: ErrorPage) =>
  ({ surface, isRead, place, headers }: Exchange, error: HttpError): Promise<Reply> | undefined => {
    const page = place?.page
    const isPage = page ? isRead || page.receive !== undefined : isRead && place === undefined
    if (surface || !isPage || !wantsHtml(headers.accept)) return undefined
    if (prefersJson(headers.accept)) return undefined
    return show(headers, error.statusCode, error.headers['retry-after'])
  }
