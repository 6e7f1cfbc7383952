import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http'
import type { Callers } from './access/callers.ts'
import { connectionCredentials } from './access/callers.ts'
import { hashToken } from './access/token.ts'
import { accountOperations, accountSchemas } from './accounts/accounts.routes.ts'
import type { AccountsService } from './accounts/accounts.service.ts'
import { animalOperations, animalSchemas } from './animals/animals.routes.ts'
import type { AnimalsService } from './animals/animals.service.ts'
import type { Operation } from './api/operation.ts'
import type { PortalPage } from './api/portal-page.ts'
import type { Reply } from './api/reply.ts'
import { ownSurface } from './api/surface.ts'
import { apiKeyOperations, apiKeySchemas } from './api-keys/api-keys.routes.ts'
import type { ApiKeysService } from './api-keys/api-keys.service.ts'
import type { ApplicantExports } from './applications/applicant-exports.service.ts'
import { applicationSchemas } from './applications/application.ts'
import { applicationOperations } from './applications/applications.routes.ts'
import type { ApplicationsService } from './applications/applications.service.ts'
import type { SubmissionsService } from './applications/submissions.service.ts'
import { auditOperations, auditSchemas } from './audit/audit-log.routes.ts'
import type { AuditLogService } from './audit/audit-log.service.ts'
import type { NoteRead } from './audit/audit-reads.ts'
import { banOperations, banSchemas } from './bans/bans.routes.ts'
import { categoryOperations, categorySchemas } from './categories/categories.routes.ts'
import type { CategoriesService } from './categories/categories.service.ts'
import type { Change } from './changes/change.ts'
import { collectionPages } from './collections/collections.routes.ts'
import { type DocsOptions, docsPages } from './docs/docs.routes.ts'
import { documentOperations, documentSchemas } from './documents/documents.routes.ts'
import type { DocumentsService } from './documents/documents.service.ts'
import { ErrorBody } from './errors/error-body.ts'
import type { EventStream } from './events/event-stream.ts'
import { eventOperations, eventSchemas } from './events/events.routes.ts'
import type { EventsService } from './events/events.service.ts'
import { formOperations, formSchemas } from './forms/forms.routes.ts'
import type { FormsService } from './forms/forms.service.ts'
import { historyOperations, historySchemas } from './history/history.routes.ts'
import type { HistoryService } from './history/history.service.ts'
import type { Idempotency } from './idempotency/idempotency.service.ts'
import type { ListingWindows } from './listings/listing-window.service.ts'
import { listingOperations, listingSchemas } from './listings/listings.routes.ts'
import type { ListingsService } from './listings/listings.service.ts'
import { mailOperations, mailSchemas } from './mail/mails.routes.ts'
import type { MailsService } from './mail/mails.service.ts'
import { meOperations, meSchemas } from './me/me.routes.ts'
import type { Environment } from './me/me.ts'
import { rateLimitOperations, rateLimitSchemas } from './me/rate-limits.routes.ts'
import { mediaPages } from './media/media.routes.ts'
import type { MediaStorage } from './media/media.ts'
import { orderOperations, orderSchemas } from './orders/orders.routes.ts'
import type { OrdersService } from './orders/orders.service.ts'
import {
  organizationOperations,
  organizationSchemas,
} from './organizations/organizations.routes.ts'
import type { OrganizationsService } from './organizations/organizations.service.ts'
import { passkeyOperations } from './passkeys/passkeys.routes.ts'
import type { PasskeysService } from './passkeys/passkeys.service.ts'
import { peopleOperations } from './people/people.routes.ts'
import type { PeopleService } from './people/people.service.ts'
import { personSchemas } from './people/person.ts'
import type { PersonErasure } from './people/person-erasure.service.ts'
import { PETFINDER_TOKEN } from './petfinder/access-token.ts'
import type { AccessTokens } from './petfinder/access-tokens.service.ts'
import { petfinderOperations } from './petfinder/petfinder.routes.ts'
import { petfinderApi } from './petfinder/petfinder-api.ts'
import { petChangeOperations, petChangeSchemas } from './pets/pet-changes.routes.ts'
import type { PetResponses } from './pets/pet-responses.ts'
import { petOperations, petSchemas } from './pets/pets.routes.ts'
import type { Catalogue, PetsService } from './pets/pets.service.ts'
import type { PhotoMedia } from './photos/photo-media.service.ts'
import { photoOperations, photoSchemas } from './photos/photos.routes.ts'
import type { PhotosService } from './photos/photos.service.ts'
import type { Exchange } from './pipeline/exchange.ts'
import { respondToMalformed } from './pipeline/malformed-requests.ts'
import type { Observer } from './pipeline/observer.ts'
import { pipeline } from './pipeline/pipeline.ts'
import { register, validatorsOf } from './pipeline/registry.ts'
import { responder } from './pipeline/responder.ts'
import type { PlanName } from './plans/plan.ts'
import type { Clock } from './platform/clock.ts'
import { cleanForwarded } from './platform/http/forwarded.ts'
import type { HttpError } from './platform/http/http-error.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { listen } from './platform/http/listen.ts'
import {
  addressOf,
  isOwnOrigin,
  originOf,
  requestIds,
  trustOf,
} from './platform/http/request-head.ts'
import type { Validators } from './platform/http/validation.ts'
import type { Logger } from './platform/log.ts'
import type { Tracing } from './platform/telemetry/tracing.ts'
import type { ApiDocument } from './portal/api-document.ts'
import { consolePages } from './portal/console.routes.ts'
import { embedPages } from './portal/embed.routes.ts'
import { healthPages } from './portal/health.routes.ts'
import { metricsPages } from './portal/metrics.routes.ts'
import type { ReadMetrics } from './portal/metrics.text.ts'
import type { Measures } from './portal/metrics.ts'
import { type OpenapiOptions, openapiPages } from './portal/openapi.routes.ts'
import { describedOperations } from './portal/openapi.ts'
import type { Readiness } from './portal/readiness.ts'
import { profileOperations, profileSchemas } from './profiles/profiles.routes.ts'
import type { ProfilesService } from './profiles/profiles.service.ts'
import type { BansService } from './rate-limits/bans.service.ts'
import type { Limiter } from './rate-limits/limiter.ts'
import { lookupGuard } from './rate-limits/lookup-guard.ts'
import type { Policy } from './rate-limits/policy.ts'
import type { RefusedKeys } from './rate-limits/refused-keys.ts'
import { reportOperations, reportSchemas } from './reports/reports.routes.ts'
import type { ReportsService } from './reports/reports.service.ts'
import { ACCESS_TOKEN } from './sessions/session.ts'
import { sessionOperations, sessionSchemas } from './sessions/sessions.routes.ts'
import type { SessionsService } from './sessions/sessions.service.ts'
import { signInOperations } from './sign-in/sign-in.routes.ts'
import type { SignInService } from './sign-in/sign-in.service.ts'
import { signUpOperations } from './sign-up/sign-up.routes.ts'
import type { SignUpService } from './sign-up/sign-up.service.ts'
import { singleSignOnOperations } from './single-sign-on/single-sign-on.routes.ts'
import type { SingleSignOnService } from './single-sign-on/single-sign-on.service.ts'
import { wantsHtml } from './site/site.routes.ts'
import { usageOperations, usageSchemas } from './usage/usage.routes.ts'
import type { UsageService } from './usage/usage.service.ts'
import type { RefusedInvitations } from './users/refused-invitations.service.ts'
import type { UserMails } from './users/user-mails.service.ts'
import { userOperations, userSchemas } from './users/users.routes.ts'
import type { UsersService } from './users/users.service.ts'
import { deliveryOperations, deliverySchemas } from './webhooks/deliveries.routes.ts'
import type { DeliveriesService } from './webhooks/deliveries.service.ts'
import { webhookOperations, webhookSchemas } from './webhooks/webhooks.routes.ts'
import type { WebhooksService } from './webhooks/webhooks.service.ts'

type Services = {
  pets: PetsService
  catalogue: Catalogue
  responses: PetResponses
  animals: AnimalsService
  profiles: ProfilesService
  history: HistoryService
  photos: PhotosService
  photoMedia: PhotoMedia
  media: MediaStorage
  uploadSlots: (owner: string) => Disposable
  uploadFolder: string
  organizations: OrganizationsService
  listings: ListingsService
  petfinder: { windows: ListingWindows; tokens: AccessTokens }
  categories: CategoriesService
  orders: OrdersService
  documents: DocumentsService
  reports: ReportsService
  forms: FormsService
  applications: ApplicationsService
  submissions: SubmissionsService
  applicantExports: ApplicantExports
  people: PeopleService
  erasePerson: PersonErasure
  events: EventsService
  stream: EventStream
  /** How many streams an account of a plan may have open. */
  streamLimit: (plan: PlanName) => number
  webhooks: WebhooksService
  deliveries: DeliveriesService
  accounts: AccountsService
  keys: ApiKeysService
  users: UsersService
  sessions: SessionsService
  signIn: SignInService
  /** Where the store lets developers sign up. */
  signUp: SignUpService | undefined
  /** Where a provider is set. */
  singleSignOn: SingleSignOnService | undefined
  /** Where `PUBLIC_URL` is set, to what browsers take. */
  passkeys: PasskeysService | undefined
  bans: BansService
  usage: UsageService
  mails: MailsService
  userMails: UserMails
  refusedInvitations: RefusedInvitations
  mailOrigin: (asked: string) => string
  auditLog: AuditLogService
  noteRead: NoteRead
  idempotency: Idempotency<Change>
  /** The public site. */
  site: { pages: PortalPage[]; errorPage: ErrorPage }
}

/** What a browser is shown for an error outside the API. */
type ErrorPage = (sent: IncomingHttpHeaders, status: number, retryAfter: unknown) => Promise<Reply>

export type AppDeps = Services & {
  limiter: Limiter
  refusedKeys: Pick<RefusedKeys, 'note'>
  /** Whether there is more to do than can be done. */
  isOverloaded: () => boolean
  /** A client that takes nothing of what it is sent for this long is disconnected. */
  stallMs: number
  addressPolicy: Policy
  portalPolicy: Policy
  clock: Clock
  random: (size: number) => Uint8Array
  log: Logger
  /** This server's own address, where it is set. */
  publicUrl: string | undefined
  environment: Environment
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
  handle: RequestListener
  /** What the operations declare, as OpenAPI. */
  document: () => ApiDocument
  /** Resolves with the address. */
  listen(at: { host: string; port: number }): Promise<string>
}

/** The HTTP side of the service: its operations, its pages, and the pipeline of requests. */
export const createApp = (deps: AppDeps): App => {
  const { tracing, measures, observer } = deps
  const trust = trustOf(deps.trustedProxies)
  const nextRequestId = requestIds(deps.random)
  const validate = validatorsOf(schemas)
  const api = { operations: operationsOf(deps, validate), schemas }
  const document = () => describedOperations(api)
  const routes = [
    ...register(api, validate, measures.traffic),
    ...register({ operations: otherOperationsOf(deps), schemas }, validate, measures.traffic),
  ]
  const run = pipeline({
    ...deps,
    ...{ originOf: originOf(deps.publicUrl, trust), addressOf: addressOf(trust), nextRequestId },
    ...{ routes, pages: pagesOf(deps, document) },
    responder: responder({
      ...{ log: deps.log, observer, steadyMs: observer.steadyMs },
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
  const traced: RequestListener = tracing
    ? (request, response) => tracing.serve(request, response, () => run(request, response))
    : run
  // Whoever is believed has to be readable: what is no address in these headers is nobody.
  const handle: RequestListener =
    deps.trustedProxies.length === 0
      ? traced
      : (request, response) => {
          cleanForwarded(request.headers)
          traced(request, response)
        }
  const http = createHttpServer(handle, { stallMs: deps.stallMs, ...deps.clock })
  const { server } = http
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

/** Every operation of the API, in the order in which the docs show them. */
const operationsOf = (deps: AppDeps, validate: Validators): Operation[] => [
  ...petOperations(deps),
  ...petChangeOperations({ ...deps, checkPet: validate.body({ $ref: 'NewPet#' }) }),
  ...animalOperations(deps),
  ...profileOperations({ ...deps, checkProfile: validate.body({ $ref: 'BatchedProfile#' }) }),
  ...historyOperations(deps),
  ...photoOperations(deps),
  ...listingOperations(deps),
  ...organizationOperations(deps.organizations),
  ...categoryOperations(deps.categories),
  ...orderOperations(deps),
  ...documentOperations(deps),
  ...applicationOperations(deps),
  ...peopleOperations(deps),
  ...formOperations(deps),
  ...reportOperations(deps),
  ...eventOperations(deps),
  ...webhookOperations(deps),
  ...deliveryOperations(deps),
  ...rateLimitOperations,
  ...meOperations(deps),
  ...userOperations(deps),
  ...sessionOperations(deps),
  ...accountOperations(deps),
  ...apiKeyOperations(deps),
  ...banOperations(deps.bans),
  ...usageOperations(deps.usage),
  ...mailOperations(deps),
  ...auditOperations(deps.auditLog),
]

/** What is in no document of ours: how people sign in, and the API of Petfinder. */
const otherOperationsOf = (deps: AppDeps): Operation[] => [
  ...signInOperations(deps),
  ...signUpOperations(deps.signUp),
  ...singleSignOnOperations(deps.singleSignOn),
  ...passkeyOperations(deps),
  ...petfinderOperations({ ...deps, ...deps.petfinder }),
]

/** What they refer to by name. */
const schemas = [
  ErrorBody,
  ...petSchemas,
  ...petChangeSchemas,
  ...animalSchemas,
  ...profileSchemas,
  ...historySchemas,
  ...photoSchemas,
  ...listingSchemas,
  ...organizationSchemas,
  ...categorySchemas,
  ...orderSchemas,
  ...documentSchemas,
  ...formSchemas,
  ...applicationSchemas,
  ...reportSchemas,
  ...personSchemas,
  ...eventSchemas,
  ...webhookSchemas,
  ...deliverySchemas,
  ...rateLimitSchemas,
  ...meSchemas,
  ...userSchemas,
  ...sessionSchemas,
  ...accountSchemas,
  ...apiKeySchemas,
  ...banSchemas,
  ...usageSchemas,
  ...mailSchemas,
  ...auditSchemas,
]

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
  ({ surface, isRead, found, headers }: Exchange, error: HttpError): Promise<Reply> | undefined => {
    const page = found?.place.page
    const isPage = page ? isRead || page.receive !== undefined : isRead && found === undefined
    if (surface || !isPage || !wantsHtml(headers.accept)) return undefined
    return show(headers, error.statusCode, error.headers['retry-after'])
  }
