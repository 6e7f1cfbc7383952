import {
  type AccountCalls,
  type AuditLogCalls,
  accountCalls,
  auditLogCalls,
  type BackupStatusCalls,
  type BanCalls,
  backupStatusCalls,
  banCalls,
  type DeprecationCalls,
  deprecationCalls,
  type KeyCalls,
  keyCalls,
  type MeCalls,
  meCalls,
  type RateLimitCalls,
  rateLimitCalls,
  type UsageCalls,
  usageCalls,
} from './accounts.ts'
import { type AnimalCalls, animalCalls } from './animals.ts'
import { type ApplicationCalls, applicationCalls, type FormCalls, formCalls } from './applications.ts'
import { type CategoryCalls, categoryCalls, type InventoryCalls, inventoryCalls } from './categories.ts'
import { type DocumentCalls, documentCalls } from './documents.ts'
import { type Deps, type EventCalls, eventCalls } from './events.ts'
import { blobOf, type FileSource } from './file-source.ts'
import type { Gate } from './gate.ts'
import { type ImportCalls, importCalls } from './imports.ts'
import { type ListingCalls, listingCalls } from './listings.ts'
import { type MailTemplateCalls, mailTemplateCalls } from './mail-templates.ts'
import { type MailCalls, mailCalls } from './mails.ts'
import { type MirrorOptions, type MirrorStep, mirror } from './mirror.ts'
import { type NoteCalls, noteCalls } from './notes.ts'
import type { ClientOptions } from './options.ts'
import { type OrderCalls, orderCalls } from './orders.ts'
import { type OrganizationCalls, organizationCalls } from './organizations.ts'
import { type PeopleCalls, peopleCalls } from './people.ts'
import { type PetCalls, petCalls } from './pets.ts'
import { type PhotoCalls, photoCalls } from './photos.ts'
import { type ProfileCalls, profileCalls } from './profiles.ts'
import { type ReportCalls, reportCalls } from './reports.ts'
import type { Request, SendOptions } from './request.ts'
import { type RequestLogCalls, requestLogCalls } from './request-log.ts'
import type { Call } from './response.ts'
import { type SampleCalls, sampleCalls } from './sample.ts'
import { type StagingCalls, stagingCalls } from './staging.ts'
import { type Send, transport } from './transport.ts'
import { type SessionCalls, sessionCalls, type UserCalls, userCalls } from './users.ts'
import { type WebhookCalls, webhookCalls } from './webhooks.ts'

/**
 * A client of the Animal Adoption Store with one API key. A call throws an `ApiError` if the service rejects the
 * request, a `ConnectionError` or `TimeoutError` if there is no response, and the reason of its `signal` if that is
 * aborted. Temporary failures are retried: see `Patience`.
 *
 * Logging the client or converting it to JSON does not show the key.
 */
export class AdoptionStore {
  readonly pets: PetCalls
  readonly animals: AnimalCalls
  readonly profiles: ProfileCalls
  readonly photos: PhotoCalls
  readonly notes: NoteCalls
  readonly listings: ListingCalls
  readonly organizations: OrganizationCalls
  readonly categories: CategoryCalls
  readonly inventory: InventoryCalls
  readonly orders: OrderCalls
  readonly documents: DocumentCalls
  readonly mailTemplates: MailTemplateCalls
  readonly applications: ApplicationCalls
  readonly people: PeopleCalls
  readonly forms: FormCalls
  readonly reports: ReportCalls
  readonly imports: ImportCalls
  readonly events: EventCalls
  readonly webhooks: WebhookCalls
  readonly requests: RequestLogCalls
  readonly rateLimit: RateLimitCalls
  readonly deprecations: DeprecationCalls
  readonly me: MeCalls
  readonly sample: SampleCalls
  readonly staging: StagingCalls
  readonly mails: MailCalls
  readonly users: UserCalls
  readonly sessions: SessionCalls
  readonly accounts: AccountCalls
  readonly keys: KeyCalls
  readonly bans: BanCalls
  readonly usage: UsageCalls
  readonly auditLog: AuditLogCalls
  readonly backupStatus: BackupStatusCalls
  readonly #send: Send
  readonly #feed: Deps
  readonly #options: ClientOptions
  readonly #gate: Gate

  /**
   * Sends no request. Throws a TypeError if the key or the URL is missing or invalid. `shared` is for `withOptions`
   * only.
   */
  constructor(options: ClientOptions = {}, shared?: Gate) {
    const { send, open, runtime, gate } = transport(options, shared)
    this.#send = send
    this.#feed = { send, open, runtime }
    this.#options = options
    this.#gate = gate
    this.pets = petCalls(send)
    this.animals = animalCalls(send)
    this.profiles = profileCalls(send)
    this.photos = photoCalls(send)
    this.notes = noteCalls(send)
    this.listings = listingCalls(send)
    this.organizations = organizationCalls(send)
    this.categories = categoryCalls(send)
    this.inventory = inventoryCalls(send)
    this.orders = orderCalls(send)
    this.documents = documentCalls(send)
    this.mailTemplates = mailTemplateCalls(send)
    this.applications = applicationCalls(send)
    this.people = peopleCalls(send)
    this.forms = formCalls(send)
    this.reports = reportCalls(send)
    this.imports = importCalls(send)
    this.events = eventCalls({ send, open, runtime })
    this.webhooks = webhookCalls(send)
    this.requests = requestLogCalls(send)
    this.rateLimit = rateLimitCalls(send)
    this.deprecations = deprecationCalls(send)
    this.me = meCalls(send)
    this.sample = sampleCalls(send)
    this.staging = stagingCalls(send)
    this.mails = mailCalls(send)
    this.users = userCalls(send)
    this.sessions = sessionCalls(send)
    this.accounts = accountCalls(send)
    this.keys = keyCalls(send)
    this.bans = banCalls(send)
    this.usage = usageCalls(send)
    this.auditLog = auditLogCalls(send)
    this.backupStatus = backupStatusCalls(send)
  }

  /**
   * Creates a client with some options changed. If the key and the URL are the same, both clients share their limits: a
   * 429 for either pauses both, and together they send at most `maxConcurrent` requests at a time. Throws a TypeError
   * like the constructor.
   */
  withOptions(options: ClientOptions): AdoptionStore {
    const merged = { ...this.#options, ...options }
    const isShared = !ownGate.some((name) => merged[name] !== this.#options[name])
    return new AdoptionStore(merged, isShared ? this.#gate : undefined)
  }

  /**
   * Returns a copy of all animals, and then every change as it happens: see {@link MirrorStep}. Save `position` with
   * the copy, and pass the last one as `after` to continue. With `until: 'now'` it ends when the copy has caught up.
   */
  mirror(options?: MirrorOptions): AsyncGenerator<MirrorStep, void, undefined> {
    const { pets, animals, events } = this
    return mirror({ pets, animals, events, feed: this.#feed }, options)
  }

  /**
   * Calls any operation by its path below `/v1`, such as `/pets/1`, with the same retries, limits and errors as other
   * calls. The type of the response is not checked.
   */
  request<Data = unknown>(request: RawRequest, options?: SendOptions): Call<Data> {
    if (!request.path.startsWith('/')) throw new TypeError('path must begin with a slash')
    const { file, ...rest } = request
    return this.#send<Data>({ ...rest, ...(file && { file: () => blobOf(file) }) }, options)
  }
}

/** A client that changes one of these options does not share its limits with the original. */
const ownGate = ['apiKey', 'baseUrl', 'maxConcurrent', 'pace', 'runtime'] as const

/** A request to an operation that the client has no method for. `file` is an image to send in place of `body`. */
export type RawRequest = Pick<Request, 'method' | 'path' | 'query' | 'body'> & { file?: FileSource }
