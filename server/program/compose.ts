import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { ApiKeysService } from '../accounts/api-keys/api-keys.service.ts'
import type { PasswordCost } from '../accounts/sign-in/password.ts'
import { usageService } from '../accounts/usage/usage.service.ts'
import type { UsersService } from '../accounts/users/users.service.ts'
import type { SubmissionsService } from '../adoptions/applications/submissions.service.ts'
import { nameResolver } from '../feed/webhooks/name-resolver.ts'
import type { Resolve } from '../feed/webhooks/target-guard.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { closeWatch } from '../platform/close-watch.ts'
import { every } from '../platform/every.ts'
import { connections } from '../platform/http/connections.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import { WritesRejected } from '../platform/storage/guarded-database.ts'
import type { ReadOnlyReason } from '../requests/maintenance/maintenance.ts'
import { type App, createApp } from './app.ts'
import type { Notified } from './changes/notified.ts'
import type { Config } from './config.ts'
import { openDatabaseForChanges } from './open-database.ts'
import { openTelemetry } from './telemetry.ts'
import { wireAccounts } from './wiring/accounts.ts'
import { wireApplications } from './wiring/applications.ts'
import { wireAudit } from './wiring/audit.ts'
import { openAuditKeys } from './wiring/audit-keys.ts'
import { wireConditions } from './wiring/conditions.ts'
import { wireDocuments } from './wiring/documents.ts'
import { publicOrigin, wireEnvironments } from './wiring/environments.ts'
import { wireEvents } from './wiring/events.ts'
import { wireHealth } from './wiring/health.ts'
import { wireHistory } from './wiring/history.ts'
import { wireIdempotency } from './wiring/idempotency.ts'
import { wireLimits } from './wiring/limits.ts'
import { wireMailing, wireMails } from './wiring/mail.ts'
import { wireMaintenance } from './wiring/maintenance.ts'
import { wireNotified } from './wiring/notified.ts'
import { wireOrders } from './wiring/orders.ts'
import type { Parts, Routine } from './wiring/parts.ts'
import { wirePeople, wireSignIn } from './wiring/people.ts'
import { wirePetfinder } from './wiring/petfinder.ts'
import { wirePets } from './wiring/pets.ts'
import { wirePhotoStorage, wirePhotos } from './wiring/photos.ts'
import { wireResponses } from './wiring/responses.ts'
import { wireSite } from './wiring/site.ts'
import { wireStore } from './wiring/store.ts'
import { wireWebhooks } from './wiring/webhooks.ts'

const FLUSH_MS = 500

export type Service = {
  app: App
  /** What runs by itself from time to time, to be run now. */
  background: Record<
    | 'expireOrders'
    | 'settleCustomers'
    | 'eraseExpiredApplications'
    | 'declineOthers'
    | 'purgeApplicationCounts'
    | 'endHistories'
    | 'settleListings'
    | 'renewAges'
    | 'purgeEvents'
    | 'purgeAudit'
    | 'flushAudit'
    | 'sweepPhotos'
    | 'findPhotoFiles'
    | 'checkPhotoStorage'
    | 'disableWebhooks'
    | 'purgeMails'
    | 'reportRefusedKeys'
    | 'checkMaintenance',
    () => Promise<void>
  >
  /** What applicants do at their secret links. */
  submissions: SubmissionsService
  keys: ApiKeysService
  users: UsersService
  /** Where the settings want it: a server of its own for `/metrics`, that does not listen yet. */
  metricsServer: Server | undefined
  /**
   * From now on the service is not ready, so that a load balancer sends nothing more, and each response closes its
   * connection.
   */
  retire(): void
  /** Why it rejects writes; undefined while it accepts them. */
  readOnlyReason(): ReadOnlyReason | 'database' | undefined
  /** Whether somebody asks from time to time if it is ready. */
  isWatched(): boolean
  close(): Promise<void>
  /** While it closes: what has not ended yet, by name. */
  unfinished(): string[]
}

type Outside = {
  clock?: Clock
  log?: Logger
  /** Ends what runs by itself, also while the service starts; `close` aborts it too. */
  stop?: AbortController
  groupCommit?: boolean
  /** Resolves the host names of webhooks; not used if a development setting allows private addresses. */
  resolve?: Resolve
  /** Less than what is stored for good must cost. */
  passwordCost?: PasswordCost
}

/** Settings in, a running service out: its features, each from what stands above it. They are closed in reverse order. */
export const compose = async (
  config: Config,
  {
    clock = systemClock,
    log = createLogger(config.logLevel),
    stop = new AbortController(),
    groupCommit = true,
    resolve = nameResolver(),
    passwordCost,
  }: Outside = {},
): Promise<Service> => {
  await using opened = new AsyncDisposableStack()
  const { named, unfinished } = closeWatch()
  const closeLater = (name: string, close: () => unknown) => opened.defer(named(name, close))
  const telemetry = await openTelemetry(config, log)
  closeLater('traces', () => telemetry.tracing?.close())
  const auditKeys = await openAuditKeys(config)
  const opening = telemetry.watchWrites(
    await openDatabaseForChanges(config.database, {
      ...{
        groupCommit,
        clock,
        audit: auditKeys,
        mail: config.mail,
        isServer: true,
        watch: telemetry.databaseWatch,
      },
      notified: () => notified,
    }),
  )
  closeLater('database', opening.close)
  const { database, store, ...watched } = await wireStore({ database: opening })
  const parts: Parts = { config, database, clock, log, telemetry, stopping: stop.signal }
  const { maintenance, ...maintained } = await wireMaintenance(parts)
  const isClosed = () => store.rejection() !== undefined
  // What becomes of a message could not be written down.
  const sending = { isSendingHeld: () => isClosed() || maintenance.isSendingHeld() }
  const audit = await wireAudit({ ...parts, auditKeys })
  const { auditLog, noteRead } = audit

  const { replicas, responses, pageCaches, catalogue } = await wireResponses(parts)
  closeLater('redis', () => replicas?.close())
  const { accounts, keys, organizations } = wireAccounts(parts)
  const { mails, userMails, ...mailed } = wireMails({ ...parts, auditKeys })
  const { users, sessions, refusedInvitations, ...people } = wirePeople({
    ...parts,
    accounts,
    mails,
  })
  /** By the settings, not by requests: in mail to others, a visitor must not say where links lead. */
  const origin = (): string => {
    const at = app.server.address()
    return publicOrigin({ ...config, port: at instanceof Object ? at.port : config.port })
  }
  /** Without a server and a setting, whoever made the link hands over what it led to. */
  const mailOrigin = (asked: string): string =>
    mails.hasServer || wireEnvironments(config).publicUrl !== undefined ? origin() : asked
  const ways = wireSignIn({
    ...{
      ...parts,
      auditKeys,
      users,
      sessions,
      accounts,
      keys,
      mails,
      origin,
      replicas,
      noteRead,
      passwordCost,
    },
  })
  const mailing = wireMailing({ ...parts, auditKeys, makers: ways.makers, maintenance: sending })
  const usage = usageService({ database, accounts, clock })
  const limits = await wireLimits({ ...parts, replicas, onBan: () => stream.sweep() })
  // Together they are one commit; what fails is tried again with the next flush.
  const flush = () => allDone([limits.flush(), keys.flush(), sessions.flush(), usage.flush()])
  closeLater('last counts', () =>
    saveLast([flush(), limits.flushDays?.(), audit.flushReads()], log),
  )
  opened.defer(limits.refusedKeys.report)
  const { idempotency, ...stored } = wireIdempotency({ ...parts, replicas })
  const { pets, animals, reports, profiles, listings, categories, ...offered } = wirePets(parts)
  closeLater('listing counts', offered.close)
  const { photos, ...pictured } = await wirePhotos({ ...parts, pets })
  closeLater('image rendering', pictured.close)
  const photoStorage = await wirePhotoStorage(parts)
  closeLater('marker of the photo folder', photoStorage.close)
  const { orders, pastEvents, ...ordering } = wireOrders({ ...parts, pets, profiles })
  const documents = wireDocuments({ ...parts, accounts })
  const { history, ...past } = wireHistory(parts)
  const applying = wireApplications({
    ...{ ...parts, auditKeys, pets, orders, pastEvents, mails },
  })
  const { forms, applications, applicantExports, applicantErasure, submissions } = applying
  const { people: adopters } = applying
  const { isBanned } = limits
  const { events, stream, ...feed } = wireEvents({ ...parts, keys, sessions, isBanned, replicas })
  const webhooks = wireWebhooks({ ...parts, events, resolve, maintenance: sending })
  const { conditions, ...degrading } = wireConditions({
    ...{ maintenance, log, store },
    ...{ mediaFault: pictured.mediaFault, providerFault: ways.providerFault },
  })
  const routines: Routine[] = [
    { everyMs: FLUSH_MS, run: flush, isAllowedReadOnly: true },
    ...[
      limits,
      stored,
      webhooks,
      offered,
      pictured,
      photoStorage,
      ordering,
      past,
      applying,
      feed,
      audit,
      people,
      ways,
      mailed,
      watched,
      maintained,
      degrading,
    ].flatMap((feature) => feature.routines),
  ]
  /** The log has one line of why: see `conditionLog`. */
  const isExpected = (error: unknown) =>
    error instanceof WritesRejected || store.schemaFault() !== undefined
  const timers = routines.map(({ everyMs, run, isAllowedReadOnly }) => {
    const isPaused = () => !isAllowedReadOnly && (isClosed() || maintenance.isReadOnly())
    const work: Routine['run'] = (stopping) => (isPaused() ? undefined : run(stopping))
    return every(everyMs, work, { ...parts, isExpected })
  })
  closeLater('routines', () => allDone(timers.map((end) => end())))
  closeLater('applications to decline', applying.closings.close)
  const notified: Notified = wireNotified({
    ...parts,
    ...{ catalogue, events, stream, keys, sessions, limits, webhooks, mailing, replicas },
    closings: applying.closings,
  })
  webhooks.start()
  closeLater('webhook upkeep', webhooks.close)
  mailing.start()
  const health = wireHealth({
    ...parts,
    ...{ bans: limits.bans, webhooks, mails, stream, replicas, conditions, store },
  })
  opened.defer(health.close)

  const { measures, observer, tracing } = telemetry
  const app = createApp({
    ...pictured,
    ...{
      pets,
      animals,
      profiles,
      photos,
      listings,
      catalogue,
      responses,
      categories,
      orders,
      documents,
      history,
      events,
    },
    ...{ reports, forms, applications, applicantExports, applicantErasure, submissions, stream },
    ...{ people: adopters, erasePerson: applying.erasePerson },
    ...{
      users,
      sessions,
      signIn: ways.signIn,
      signUp: ways.signUp,
      singleSignOn: ways.singleSignOn,
      passkeys: ways.passkeys,
    },
    ...{
      auditLog,
      noteRead,
      accounts,
      keys,
      organizations,
      usage,
      mails,
      userMails,
      refusedInvitations,
      mailOrigin,
      idempotency,
      maintenance,
      findSchemaFault: store.findSchemaFault,
      clock,
      log,
      random: randomBytes,
    },
    ...{ measures, observer, tracing },
    ...wireEnvironments(config),
    brand: config.site,
    site: wireSite({
      ...{
        ...parts,
        auditKeys,
        listings,
        organizations,
        catalogue,
        forms,
        submissions,
        mails,
        maintenance,
      },
      ...{ ...limits.policies, limiter: limits.limiter, caches: pageCaches },
    }),
    ...limits.policies,
    ...health,
    limiter: limits.limiter,
    bans: limits.bans,
    refusedKeys: limits.refusedKeys,
    streamLimit: feed.streamLimit,
    petfinder: wirePetfinder({ ...parts, auditKeys, keys }),
    webhooks: webhooks.webhooks,
    deliveries: webhooks.deliveries,
    stallMs: config.stallMs,
    trustedProxies: config.trustedProxies,
  })
  const open = connections(app.server)
  let isRetired = false
  const retire = () => {
    if (!isRetired) open.retire()
    isRetired = true
    health.retire()
  }
  const closers = [
    named('webhook deliveries', webhooks.stop),
    named('mail', mailing.close),
    // A stream never ends by itself.
    named('event streams', stream.close),
    named('requests', open.end),
  ]
  opened.defer(() => allDone(closers.map((close) => close())))
  opened.defer(retire)
  opened.defer(() => stop.abort())
  const now = (run: Routine['run']) => async () => void (await run(stop.signal))
  const all = opened.move()
  return {
    app,
    metricsServer: health.metricsServer,
    submissions,
    keys,
    users,
    background: {
      expireOrders: now(orders.expireOverdue),
      settleCustomers: now(ordering.settleCustomers),
      eraseExpiredApplications: now(applicantErasure.eraseExpired),
      declineOthers: now(applying.closings.run),
      purgeApplicationCounts: now(applying.purge),
      endHistories: now(past.endHistories),
      settleListings: now(offered.settleListings),
      renewAges: now(offered.renewAges),
      purgeEvents: now(webhooks.purgeEvents),
      purgeAudit: now(audit.purgeAudit),
      flushAudit: now(audit.flushReads),
      sweepPhotos: now(pictured.sweep),
      findPhotoFiles: now(pictured.photoMedia.find),
      checkPhotoStorage: now(photoStorage.check),
      disableWebhooks: now(webhooks.disableOfEndedKeys),
      purgeMails: now(mails.purge),
      checkMaintenance: now(maintenance.refresh),
      reportRefusedKeys: now(limits.refusedKeys.report),
    },
    retire,
    readOnlyReason: () => maintenance.readOnlyReason() ?? (store.rejection() && 'database'),
    isWatched: health.isWatched,
    close: () => all.disposeAsync(),
    unfinished,
  }
}

/** Waits for all of them, also when one fails, and then fails with that. */
const allDone = async (work: readonly Promise<unknown>[]): Promise<void> => {
  const outcomes = await Promise.allSettled(work)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

const saveLast = (work: readonly (Promise<unknown> | undefined)[], log: Logger): Promise<void> =>
  allDone(work.map((saving) => Promise.resolve(saving))).catch((error) =>
    log.error({ err: error }, 'the last counts or entries of reads were not saved'),
  )
