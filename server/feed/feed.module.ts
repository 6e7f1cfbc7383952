import { randomBytes } from 'node:crypto'
import type { AccountsServices } from '../accounts/accounts.module.ts'
import type { KeyChange } from '../accounts/api-keys/api-key.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Routine } from '../platform/routine.ts'
import type { Database } from '../platform/storage/database.ts'
import type { EventKinds } from '../requests/api/event-type.ts'
import type { Closers, Module } from '../requests/api/module.ts'
import type { Author } from '../requests/author/author.ts'
import { type PlanName, planStreams, planWebhooks } from '../requests/plans/plan.ts'
import type { RequestsServices } from '../requests/requests.module.ts'
import { knownEventTypes } from './events/event-kinds.ts'
import { eventStream } from './events/event-stream.ts'
import { eventOperations, eventSchemas } from './events/events.routes.ts'
import { eventsService } from './events/events.service.ts'
import { pastEvents } from './events/past-events.service.ts'
import { streamSlots } from './events/stream-slots.ts'
import type { StreamCaller } from './events/stream-watch.ts'
import { type AttemptWatch, assembleWebhooks } from './webhooks/assembly.ts'
import { eraseResponsesAt } from './webhooks/deliveries.repository.ts'
import { deliveryOperations, deliverySchemas } from './webhooks/deliveries.routes.ts'
import type { DeliveryChange } from './webhooks/delivery.ts'
import type { Resolve } from './webhooks/target-guard.ts'
import { type WebhookChange, webhookSchemas } from './webhooks/webhook.ts'
import { webhookOperations } from './webhooks/webhooks.routes.ts'

const SWEEP_MS = 1_000
const ENDED_KEYS_MS = 1_000
const PURGE_MS = 600_000

type Changes = WebhookChange | DeliveryChange | KeyChange

type Parts = {
  config: {
    database: { kind: 'sqlite' | 'postgres' }
    eventRetentionMs: number
    streams: { most: number; perEnterprise: number }
    webhooks: { allowPrivate: boolean; timeoutMs: number; perEnterprise: number }
  }
  database: Database<Changes, Author>
  contributions: { events: EventKinds }
  clock: Clock
  log: Logger
  stopping: AbortSignal
  telemetry: { attemptWatch: AttemptWatch }
  replicas: { streams: Parameters<typeof streamSlots>[1] } | undefined
  resolve: Resolve
  /** Whether sending is on hold. */
  isSendingHeld: () => boolean
}

type Below = {
  requests: Pick<RequestsServices<Changes>, 'isBanned' | 'idempotency'>
  accounts: Pick<AccountsServices, 'keys' | 'sessions' | 'noteRead'>
}

export type FeedServices = ReturnType<typeof feedModule>['services']

/** The change feed with its streams, and the webhooks that receive it. */
export const feedModule = ({ parts, below }: { parts: Parts; below: Below }) => {
  const { config, database, clock, log } = parts
  const { isBanned, idempotency } = below.requests
  const { noteRead } = below.accounts
  const types = knownEventTypes(parts.contributions.events)
  const events = eventsService({ database, eventTypes: types, clock, retentionMs: config.eventRetentionMs })
  const listStopped = stoppedCallers(below.accounts)
  const stream = eventStream({
    events,
    eventTypes: types,
    slots: streamSlots(config.streams.most, parts.replicas?.streams),
    watch: { clock, isBanned, listStopped },
    log,
  })
  const streamLimit = (plan: PlanName): number =>
    plan === 'enterprise' ? config.streams.perEnterprise : planStreams[plan]
  const sending = assembleWebhooks({
    ...parts,
    events,
    eventTypes: types,
    random: randomBytes,
    allowPrivate: config.webhooks.allowPrivate,
    timeoutMs: config.webhooks.timeoutMs,
    isAlone: config.database.kind === 'sqlite',
    watch: parts.telemetry.attemptWatch,
    limitOf: (plan) => (plan === 'enterprise' ? config.webhooks.perEnterprise : planWebhooks[plan]),
    isHeld: parts.isSendingHeld,
  })
  const { webhooks, deliveries } = sending
  const ofWebhooks = webhookSchemas(types)
  const services = {
    events,
    stream,
    webhooks: sending,
    pastEvents: pastEvents({ database, eraseResponsesAt }),
  }
  const operations = [
    ...eventOperations({ events, eventTypes: types, stream, streamLimit, noteRead }),
    ...webhookOperations({ webhooks, schemas: ofWebhooks, idempotency }),
    ...deliveryOperations({ webhooks, deliveries, idempotency, noteRead }),
  ]
  const routines: Routine[] = [
    { name: 'streams.sweep', everyMs: SWEEP_MS, run: stream.sweep, isAllowedReadOnly: true },
    { name: 'events.purge', everyMs: PURGE_MS, run: sending.purge },
    {
      name: 'webhooks.disableOfEndedKeys',
      everyMs: ENDED_KEYS_MS,
      run: sending.disableOfEndedKeys,
    },
  ]
  const stop: Closers = {
    'webhook deliveries': sending.stop,
    // A stream never ends by itself.
    'event streams': stream.close,
  }
  const close: Closers = { 'webhook upkeep': sending.close }
  const schemas = [...eventSchemas, ...Object.values(ofWebhooks), ...deliverySchemas]
  const { start } = sending
  return { services, operations, schemas, routines, start, stop, close } satisfies Module<typeof services>
}

/** Finds callers whose key or session has ended, or whose role or plan has changed. */
const stoppedCallers =
  ({ keys, sessions }: Pick<AccountsServices, 'keys' | 'sessions'>) =>
  async (callers: readonly StreamCaller[]): Promise<readonly StreamCaller[]> => {
    const idsOf = (name: 'keyId' | 'sessionId') => [...new Set(callers.flatMap((caller) => caller[name] ?? []))]
    const [liveKeys, liveSessions] = await Promise.all([
      keys.listLive(idsOf('keyId')),
      sessions.listLive(idsOf('sessionId')),
    ])
    const plans = new Map(liveKeys.map(({ id, plan }) => [id, plan]))
    const people = new Map(liveSessions.map((session) => [session.id, session]))
    return callers.filter(({ keyId, sessionId, role, plan }) => {
      if (sessionId === undefined) return keyId !== undefined && plans.get(keyId) !== plan
      const found = people.get(sessionId)
      return found?.role !== role || (found?.plan ?? plan) !== plan
    })
  }
