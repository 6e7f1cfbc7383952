import { type AnimalCalls, animalCalls } from './animals.ts'
import { type Deps, type EventCalls, eventCalls } from './events.ts'
import { blobOf, type FileSource } from './file-source.ts'
import type { Gate } from './gate.ts'
import { type ImportCalls, importCalls } from './imports.ts'
import { type MailCalls, mailCalls } from './mails.ts'
import { type MirrorOptions, type MirrorStep, mirror } from './mirror.ts'
import type { ClientOptions } from './options.ts'
import { type OrderCalls, orderCalls } from './orders.ts'
import { type PetCalls, petCalls } from './pets.ts'
import { type PhotoCalls, photoCalls } from './photos.ts'
import { type ProfileCalls, profileCalls } from './profiles.ts'
import { type ReportCalls, reportCalls } from './reports.ts'
import type { Request, SendOptions } from './request.ts'
import { Resources } from './resources.gen.ts'
import type { Call } from './response.ts'
import { type SessionCalls, sessionCalls } from './sessions.ts'
import { type Send, transport } from './transport.ts'
import { type WebhookCalls, webhookCalls } from './webhooks.ts'

/**
 * A client of the Animal Adoption Store with one API key. A call throws an `ApiError` if the service rejects the
 * request, a `ConnectionError` or `TimeoutError` if there is no response, and the reason of its `signal` if that is
 * aborted. Temporary failures are retried: see `Patience`.
 *
 * Logging the client or converting it to JSON does not show the key.
 */
export class AdoptionStore extends Resources {
  declare readonly pets: PetCalls
  declare readonly animals: AnimalCalls
  declare readonly profiles: ProfileCalls
  declare readonly photos: PhotoCalls
  declare readonly orders: OrderCalls
  declare readonly reports: ReportCalls
  declare readonly imports: ImportCalls
  declare readonly webhooks: WebhookCalls
  declare readonly mails: MailCalls
  readonly events: EventCalls
  readonly sessions: SessionCalls
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
    super(send)
    this.#send = send
    this.#feed = { send, open, runtime }
    this.#options = options
    this.#gate = gate
    this.pets = { ...this.pets, ...petCalls(send) }
    this.animals = { ...this.animals, ...animalCalls(send) }
    this.profiles = { ...this.profiles, ...profileCalls(send) }
    this.photos = { ...this.photos, ...photoCalls(send) }
    this.orders = { ...this.orders, ...orderCalls(this.orders) }
    this.reports = { ...this.reports, ...reportCalls(send) }
    this.imports = { ...this.imports, ...importCalls(send) }
    this.webhooks = { ...this.webhooks, ...webhookCalls }
    this.mails = { ...this.mails, ...mailCalls(send) }
    this.events = eventCalls(this.#feed)
    this.sessions = sessionCalls(send)
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
