import type { IncomingMessage, Server } from 'node:http'
import type { ApiKeysService } from '../accounts/api-keys/api-keys.service.ts'
import { ACCESS_TOKEN } from '../accounts/sessions/session.ts'
import type { SessionsService } from '../accounts/sessions/sessions.service.ts'
import type { UsageService } from '../accounts/usage/usage.service.ts'
import { wantsHtml } from '../catalogue/site/site.routes.ts'
import { PETFINDER_TOKEN } from '../exchange/petfinder/access-token.ts'
import type { AccessTokens } from '../exchange/petfinder/access-tokens.service.ts'
import { petfinderApi } from '../exchange/petfinder/petfinder-api.ts'
import type { Clock } from '../platform/clock.ts'
import { cleanForwarded } from '../platform/http/forwarded.ts'
import type { HttpError } from '../platform/http/http-error.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { type ListenAddress, listen } from '../platform/http/listen.ts'
import { addressOf, isOwnOrigin, originOf, requestIds, trustOf } from '../platform/http/request-head.ts'
import type { Handle } from '../platform/http/request-queue.ts'
import { validators } from '../platform/http/validation.ts'
import type { Logger } from '../platform/log.ts'
import type { Load } from '../platform/overload.ts'
import { mcpApi } from '../reference/mcp/mcp-api.ts'
import type { Callers } from '../requests/access/callers.ts'
import { connectionCredentials } from '../requests/access/callers.ts'
import { hashToken } from '../requests/access/token.ts'
import { prefersJson } from '../requests/api/media-type.ts'
import type { PortalPage } from '../requests/api/portal-page.ts'
import type { Reply } from '../requests/api/reply.ts'
import { ownSurface } from '../requests/api/surface.ts'
import type { Maintenance } from '../requests/maintenance/maintenance.ts'
import type { CountDeprecated } from '../requests/pipeline/conditions.ts'
import type { Exchange } from '../requests/pipeline/exchange.ts'
import { respondToMalformed } from '../requests/pipeline/malformed-requests.ts'
import { pipeline } from '../requests/pipeline/pipeline.ts'
import { type Api, register, sharedSchemas } from '../requests/pipeline/registry.ts'
import { responder } from '../requests/pipeline/responder.ts'
import type { Limiter } from '../requests/rate-limits/limiter.ts'
import { lookupGuard } from '../requests/rate-limits/lookup-guard.ts'
import type { Policy } from '../requests/rate-limits/policy.ts'
import type { RejectedKeys } from '../requests/rate-limits/rejected-keys.ts'
import type { Config } from './config.ts'
import { inStaging, takeStagingPath } from './staging/staging-paths.ts'
import type { Telemetry } from './telemetry.ts'

/** The page that a browser gets for an error outside the API. */
type ErrorPage = (
  request: Pick<IncomingMessage, 'headers'> & { url?: string | undefined },
  status: number,
  retryAfter: unknown,
) => Promise<Reply>

type AppDeps = Api & {
  pages: readonly PortalPage[]
  errorPage: ErrorPage
  keys: ApiKeysService
  sessions: SessionsService
  petfinderTokens: AccessTokens
  usage: Pick<UsageService, 'count'>
  deprecatedCalls: CountDeprecated
  maintenance: Maintenance
  /** Called after an unexpected failure, to find out whether another program has changed the database. */
  findSchemaFault: () => Promise<Error | undefined>
  limiter: Limiter
  rejectedKeys: Pick<RejectedKeys, 'note'>
  /** Whether the server is overloaded. */
  load: Readonly<Load>
  addressPolicy: Policy
  portalPolicy: Policy
  clock: Clock
  random: (size: number) => Uint8Array
  log: Logger
  /** The server's own address, if it is set. */
  publicUrl: string | undefined
  /** For staging: the path below which production serves it. */
  basePath: string
  otherEnvironmentAt: (own: string) => string | undefined
  /** Whether this is production, and will serve staging. */
  hasStaging: boolean
  /** `stallMs`: a client that reads nothing of its response for this long is disconnected. */
  config: Pick<Config, 'trustedProxies' | 'stallMs' | 'hstsSeconds' | 'hasMcp'>
  telemetry: Pick<Telemetry, 'measures' | 'observer' | 'tracing'>
}

export type App = {
  server: Server
  /** Handles a request. */
  handle: Handle
  /** Serves staging below its path with another handler. */
  serveStaging(handle: Handle): void
  /** Resolves with the address. Given a listening server, takes over its port. */
  listen(at: ListenAddress | Server): Promise<string>
}

/** The HTTP side of the service: its operations, its pages, and the pipeline of requests. */
export const createApp = (deps: AppDeps): App => {
  const { schemas, errors, basePath } = deps
  const { tracing, measures, observer } = deps.telemetry
  const { trustedProxies, stallMs, hstsSeconds, hasMcp } = deps.config
  const allSurfaces = [ownSurface, petfinderApi, ...(hasMcp ? [mcpApi] : [])]
  const { operations, pages, surfaces } = basePath === '' ? { ...deps, surfaces: allSurfaces } : inStaging(deps)
  const trust = trustOf(trustedProxies)
  const nextRequestId = requestIds(deps.random)
  const shared = sharedSchemas(schemas)
  const parts = { shared, errors, validate: validators(shared), traffic: measures.traffic }
  const run = pipeline({
    ...deps,
    originOf: originOf(deps.publicUrl, trust, deps.basePath),
    addressOf: addressOf(trust),
    nextRequestId,
    routes: register(operations, parts),
    pages,
    responder: responder({
      log: deps.log,
      observer,
      steadyMs: observer.steadyMs,
      findSchemaFault: deps.findSchemaFault,
      errorPage: errorPageFor(deps.errorPage),
      hstsSeconds,
      basePath,
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
  // Drop forwarded addresses that do not parse.
  const handle: Handle =
    trustedProxies.length === 0
      ? traced
      : (request, response) => {
          cleanForwarded(request.headers)
          traced(request, response)
        }
  let staging: Handle | undefined
  const dispatch: Handle = (request, response) =>
    staging && takeStagingPath(request) ? staging(request, response) : handle(request, response)
  const served = deps.hasStaging ? dispatch : handle
  const http = createHttpServer(served, { stallMs })
  const { server } = http
  respondToMalformed(http, {
    ...deps,
    observer,
    counts: measures.decisions,
    nextRequestId: () => nextRequestId({ headers: {} }),
    surfaces,
  })
  return {
    server,
    handle: served,
    serveStaging(served) {
      staging = served
    },
    listen: (at) => listen(server, at),
  }
}

/** The prefix of a credential shows its kind. */
const callersOf =
  ({ sessions, keys, petfinderTokens }: Pick<AppDeps, 'sessions' | 'keys' | 'petfinderTokens'>) =>
  (credential: string): Callers => {
    if (credential.startsWith(ACCESS_TOKEN)) return sessions
    return credential.startsWith(PETFINDER_TOKEN) ? petfinderTokens : keys
  }

/** Browsers that open an address outside the API get a page for an error; other clients get JSON. */
const errorPageFor =
  (show: ErrorPage) =>
  ({ surface, place, headers, request }: Exchange, error: HttpError): Promise<Reply> | undefined => {
    const isPage = place === undefined || place.page !== undefined
    if (surface || !isPage || !wantsHtml(headers.accept)) return undefined
    if (prefersJson(headers.accept)) return undefined
    return show(request, error.statusCode, error.headers['retry-after'])
  }
