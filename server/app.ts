import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type onRequestHookHandler } from 'fastify'
import { accountRoutes } from './accounts/accounts.routes.ts'
import type { AccountsService } from './accounts/accounts.service.ts'
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts'
import type { ApiKeysService, Credential } from './api-keys/api-keys.service.ts'
import { authenticate, connectionCredentials, requireScope } from './api-keys/authenticate.hook.ts'
import { categoryRoutes } from './categories/categories.routes.ts'
import type { CategoriesService } from './categories/categories.service.ts'
import type { EventStream } from './events/event-stream.ts'
import { eventRoutes } from './events/events.routes.ts'
import type { EventsService } from './events/events.service.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import type { OrdersService } from './orders/orders.service.ts'
import { petChangeRoutes } from './pets/pet-changes.routes.ts'
import { type Decisions, petsFront } from './pets/pets.front.ts'
import { petRoutes } from './pets/pets.routes.ts'
import type { Catalogue, PetsService } from './pets/pets.service.ts'
import type { PlanName } from './plans/plan.ts'
import type { Clock } from './platform/clock.ts'
import type { Answers } from './platform/http/answers.ts'
import { addBaseHeaders } from './platform/http/base-headers.ts'
import { acceptJsonBodies, checkBody } from './platform/http/body.ts'
import { errorHandler } from './platform/http/error-handler.ts'
import { ApiError, ErrorBody } from './platform/http/errors.ts'
import { conditionalRead } from './platform/http/etag.ts'
import { cleanForwarded } from './platform/http/forwarded.ts'
import { createHttpServer, type HttpServer, MAX_HEADER_BYTES } from './platform/http/http-server.ts'
import type { Idempotency } from './platform/http/idempotency.ts'
import { ignoreInput, isClosing } from './platform/http/lingering-close.ts'
import { requestFault } from './platform/http/malformed.ts'
import { otherMethods } from './platform/http/methods.ts'
import type { Origin } from './platform/http/origin.ts'
import { type PageCache, pageCache } from './platform/http/page-cache.ts'
import { isAfterLast, parserFault, sendRawError } from './platform/http/raw-error.ts'
import { requestIds } from './platform/http/request-id.ts'
import { readTarget } from './platform/http/request-target.ts'
import { buildSerializer } from './platform/http/serialize.ts'
import { validatorBuilder } from './platform/http/validation.ts'
import type { Logger } from './platform/log.ts'
import type { Tracing } from './platform/telemetry/tracing.ts'
import { consoleRoutes } from './portal/console.routes.ts'
import { docsRoutes } from './portal/docs.routes.ts'
import { healthRoutes } from './portal/health.routes.ts'
import { metricsRoutes } from './portal/metrics.routes.ts'
import type { ReadMetrics } from './portal/metrics.text.ts'
import type { Measures } from './portal/metrics.ts'
import { openapiRoutes } from './portal/openapi.routes.ts'
import { describeApi, describedRoutes } from './portal/openapi.ts'
import type { Readiness } from './portal/readiness.ts'
import { banRoutes } from './rate-limits/bans.routes.ts'
import type { BansService } from './rate-limits/bans.service.ts'
import type { DecisionCounts } from './rate-limits/decisions.ts'
import type { Limiter } from './rate-limits/limiter.ts'
import { lookupGuard } from './rate-limits/lookup-guard.ts'
import type { Policy } from './rate-limits/policy.ts'
import { portalLimit } from './rate-limits/portal-limit.hook.ts'
import {
  addressLimitHeaders,
  chargeRest,
  type Operation,
  rateLimit,
} from './rate-limits/rate-limit.hook.ts'
import { rateLimitRoutes } from './rate-limits/rate-limits.routes.ts'
import type { RefusedKeys } from './rate-limits/refused-keys.ts'
import { usageRoutes } from './usage/usage.routes.ts'
import type { UsageService } from './usage/usage.service.ts'
import { deliveryRoutes } from './webhooks/deliveries.routes.ts'
import type { DeliveriesService } from './webhooks/deliveries.service.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'
import type { WebhooksService } from './webhooks/webhooks.service.ts'

export type AppDeps = {
  pets: PetsService
  catalogue: Catalogue
  categories: CategoriesService
  orders: OrdersService
  events: EventsService
  stream: EventStream
  /** How many streams an account of a plan may have open. */
  streamLimit: (plan: PlanName) => number
  webhooks: WebhooksService
  deliveries: DeliveriesService
  accounts: AccountsService
  keys: ApiKeysService
  bans: BansService
  usage: UsageService
  limiter: Limiter
  refusedKeys: Pick<RefusedKeys, 'note'>
  /** Whether there is more to do than can be done. */
  isOverloaded: () => boolean
  addressPolicy: Policy
  /** A client that takes nothing of what it is sent for this long is disconnected. */
  stallMs: number
  portalPolicy: Policy
  idempotency: Idempotency
  clock: Clock
  random: (size: number) => Uint8Array
  log: Logger
  origin: Origin
  /** The same from the Host header alone; undefined where that does not tell. */
  plainOrigin: (host: string) => string | undefined
  /** Where each environment is reached; undefined where it is not known. */
  servers: { production: Origin | undefined; staging: Origin | undefined }
  /** Addresses beside our own that the docs page may call. */
  otherServers: string[]
  trustedProxies: string[]
  readiness: () => Promise<Readiness>
  measures: Measures
  readMetrics: ReadMetrics
  /** Whether they are served here, to who asks on this machine. */
  servesMetrics: boolean
  /** Sees every answer. */
  answers: Answers
  /** There only while somebody is told of traces. */
  tracing: Tracing | undefined
}

/** The HTTP side of the service: what each request passes, in this order, and then the routes. */
export const createApp = (deps: AppDeps): FastifyInstance => {
  const nextRequestId = requestIds(deps.random)
  const { answers, tracing, measures } = deps
  const counts = measures.decisions
  const isProxied = deps.trustedProxies.length > 0
  const pages = pageCache({
    maxAgeMs: deps.catalogue.maxPageAgeMs,
    steadyMs: deps.clock.steadyMs,
    counts: measures.pages,
  })
  const credentialOf = connectionCredentials(deps.keys.readCredential)
  const front = petsFront({
    ...deps,
    ...deps.keys,
    pages,
    credentialOf,
    nextRequestId,
    // A line of each request tells whom the proxy forwarded it for, which the framework finds out.
    originOf: isProxied && answers.logsFromMs === 0 ? () => undefined : deps.plainOrigin,
    traffic: measures.traffic.operation('listPets'),
    counts,
    addressOf: ({ socket }) => (isProxied ? undefined : socket.remoteAddress),
  })
  const receive = (handle: RequestListener): RequestListener => {
    const answer: RequestListener = (request, response) =>
      front.answer(request, response, () => handle(request, response))
    if (!tracing) return answer
    return (request, response) => tracing.serve(request, response, () => answer(request, response))
  }
  /** What could not be read is no request, and is answered, counted and logged all the same. */
  const refuseConnection = async (socket: Socket, fault: ApiError): Promise<void> => {
    const address = socket.remoteAddress ?? ''
    const requestId = nextRequestId({ headers: {} })
    if (isClosing(socket)) return
    ignoreInput(socket)
    try {
      const headers = await addressLimitHeaders({ ...deps, counts }, address)
      const isSent = await sendRawError(socket, fault, requestId, headers)
      if (isSent) answers.raw({ requestId, status: fault.statusCode, address })
    } catch {
      socket.destroy()
    }
  }
  let lineBytes: HttpServer['lineBytes'] = () => 0
  const app = Fastify({
    // Fastify would make a logger for each request; what there is to log names its request itself.
    logger: false,
    genReqId: nextRequestId,
    requestIdHeader: false,
    trustProxy: isProxied ? deps.trustedProxies : false,
    rewriteUrl: (request) => {
      if (isProxied) cleanForwarded(request.headers)
      return readTarget(request)
    },
    serverFactory: (handle) => {
      const http = createHttpServer(receive(handle), { ...deps, ...deps.clock })
      lineBytes = http.lineBytes
      return http.server
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      // The text itself: who needs the parameters parses them with the schema.
      querystringParser: ((text: string) => text) as never,
      maxParamLength: MAX_HEADER_BYTES,
    },
    schemaController: {
      compilersFactory: {
        buildValidator: validatorBuilder() as never,
        buildSerializer: buildSerializer as never,
      },
    },
    clientErrorHandler: (error, socket) => {
      if (!isAfterLast(error)) refuseConnection(socket, parserFault(error, lineBytes(socket)))
    },
  })

  app.decorateRequest('caller', undefined)
  app.decorateRequest('refusal', undefined)
  app.decorateRequest('verdict', undefined)
  app.decorateRequest('limits', undefined)
  acceptJsonBodies(app)
  app.addSchema(ErrorBody)
  answers.watch(app)
  app.setErrorHandler(errorHandler(deps.log, answers.lineOf))
  const countPage = portalLimit(deps)
  app.addHook('onSend', addBaseHeaders)
  describeApi(app)
  app.register(
    async (v1) =>
      apiRoutes(v1, { ...deps, pages, credentialOf, decisions: front.decisions, counts }),
    { prefix: '/v1' },
  )
  app.register(async (pages) => {
    pages.addHook('onRequest', refuseMalformed)
    pages.addHook('onRequest', countPage)
    pages.addHook('onRequest', refuseUnknownPath)
    pages.setNotFoundHandler(notFound)
    pages.addHook('onSend', conditionalRead)
    const readDocument = () => describedRoutes(app)
    openapiRoutes(pages, { ...deps, readDocument })
    docsRoutes(pages, {
      servers: deps.otherServers,
      origin: deps.origin,
      readDocument,
    })
    consoleRoutes(pages)
  })
  app.register(async (pages) => {
    pages.addHook('onRequest', refuseMalformed)
    pages.addHook('onSend', conditionalRead)
    healthRoutes(pages, deps)
    if (deps.servesMetrics) metricsRoutes(pages, deps.readMetrics)
  })
  return app
}

type ApiDeps = AppDeps & {
  pages: PageCache
  credentialOf: (request: IncomingMessage) => Credential
  decisions: Decisions
  counts: DecisionCounts
}

const notFound = (): never => {
  throw new ApiError('route_not_found')
}

/** As soon as it is known, so that no body is read for a path that does not exist. */
const refuseUnknownPath: onRequestHookHandler = (request, _reply, done) => {
  done(request.is404 ? new ApiError('route_not_found') : undefined)
}

/** Under `/v1` the same is found with the key, as that response has to say where the limits stand. */
const refuseMalformed: onRequestHookHandler = (request, _reply, done) => {
  done(requestFault(request.raw))
}

// Without `properties` the OpenAPI document would show the keywords as parameters.
const noParameters = { type: 'object', properties: {}, additionalProperties: false }

/** Everything under `/v1`: all of it needs a key, and all of it is counted. */
const apiRoutes = (app: FastifyInstance, deps: ApiDeps): void => {
  const { credentialOf } = deps
  app.addHook(
    'onRequest',
    authenticate({ ...deps, ...deps.keys, credentialOf, guard: lookupGuard(deps) }),
  )
  const uncounted: Operation[] = []
  app.addHook('onRequest', rateLimit({ ...deps, uncounted }))
  app.addHook('onRequest', refuseUnknownPath)
  app.addHook('preParsing', checkBody)
  app.addHook('onSend', conditionalRead)
  app.addHook('onRoute', (route) => {
    // An operation without parameters says so: an unknown one is refused there too.
    route.schema = { querystring: noParameters, ...route.schema }
    const { scope, uncounted: isFree, cost } = route.config ?? {}
    if (isFree) uncounted.push({ method: route.method, url: route.url })
    // Before the route's own hooks, and looked up once: the route's settings are costly to ask for at each request.
    if (cost) route.preHandler = [chargeRest(deps, cost), ...[route.preHandler ?? []].flat()]
    if (scope) route.onRequest = [requireScope(scope), ...[route.onRequest ?? []].flat()]
  })
  app.setNotFoundHandler(notFound)
  const addOtherMethods = otherMethods(app)

  petRoutes(app, deps)
  petChangeRoutes(app, deps)
  categoryRoutes(app, deps)
  orderRoutes(app, deps)
  eventRoutes(app, deps)
  webhookRoutes(app, deps)
  deliveryRoutes(app, deps)
  rateLimitRoutes(app)
  accountRoutes(app, deps)
  apiKeyRoutes(app, deps)
  banRoutes(app, deps)
  usageRoutes(app, deps)

  addOtherMethods()
}
