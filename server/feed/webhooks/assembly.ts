import type { KeyChange } from '../../accounts/api-keys/api-key.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Instrument } from '../../platform/telemetry/instrument.ts'
import type { Author } from '../../requests/author/author.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import type { KnownEventTypes } from '../events/event-kinds.ts'
import type { EventsService } from '../events/events.service.ts'
import { readBacklog } from './backlog.repository.ts'
import { deliveriesService } from './deliveries.service.ts'
import type { DeliveryChange } from './delivery.ts'
import { deliveryAttempt } from './delivery-attempt.ts'
import { deliveryUpkeep } from './delivery-upkeep.ts'
import { deliveryWorker } from './delivery-worker.ts'
import { isSuccess, type Outcome, type Sender, sender } from './sender.ts'
import { senderLease } from './sender-lease.ts'
import { markBehind } from './subscribers.repository.ts'
import { type Resolve, targetGuard } from './target-guard.ts'
import type { WebhookChange } from './webhook.ts'
import { webhooksService } from './webhooks.service.ts'
import { disableWebhooksOfEndedKeys } from './webhooks-of-keys.ts'

type Deps = {
  database: Database<WebhookChange | DeliveryChange | KeyChange, Author>
  clock: Clock
  random: (size: number) => Uint8Array
  log: Logger
  eventTypes: KnownEventTypes
  events: Pick<EventsService, 'onEvents' | 'end' | 'readHeads' | 'readFor' | 'purge'>
  resolve: Resolve
  allowPrivate: boolean
  timeoutMs: number
  /** Whether no other process sends from this database. */
  isAlone: boolean
  watch: AttemptWatch
  /** How many webhooks an account on a plan may have. */
  limitOf: (plan: PlanName) => number
  /** Whether sending is on hold. */
  isHeld: () => boolean
  stopping: AbortSignal
}

/** How attempts are measured: their outcomes are counted in `counts`. */
export type AttemptWatch = {
  instrument: Instrument
  counts: Record<'succeeded' | 'refused' | 'unanswered', number>
}

/** How many webhooks the gauges name. */
const TOP = 10

/** How long attempts may continue after shutdown begins. */
const STOP_MS = 1_500

const PROXY_LOG_MS = 60_000

/** Logs failures of the operator's proxy, once a minute at most: while it is away, every delivery fails. */
const proxyFaultLog = ({ log, clock }: { log: Logger; clock: Pick<Clock, 'steadyMs'> }) => {
  let loggedMs = -Infinity
  return (fault: Error): void => {
    if (clock.steadyMs() - loggedMs < PROXY_LOG_MS) return
    loggedMs = clock.steadyMs()
    log.warn({ err: fault }, 'a webhook could not be sent through the proxy')
  }
}

/** Builds this slice. Nothing is sent until `start`. */
export const assembleWebhooks = (deps: Deps) => {
  const { database, clock, random, log, events, timeoutMs, stopping } = deps
  const breakOff = new AbortController()
  const brokenOff = breakOff.signal
  const guard = targetGuard(deps)
  const onProxyFault = proxyFaultLog(deps)
  const send = watched(sender({ guard, timeoutMs, onProxyFault }), deps.watch)
  const upkeep = deliveryUpkeep({ database, log, stopping })
  const attempt = deliveryAttempt({ database, clock, random, send })
  const worker = deliveryWorker({ ...deps, lease: senderLease(deps), attempt, brokenOff })
  return {
    webhooks: webhooksService({ ...deps, guard, send, brokenOff }),
    deliveries: deliveriesService({ database, eventTypes: deps.eventTypes, clock }),
    start: worker.start,
    /** Keys or accounts have changed: nothing more is sent for those that have ended. */
    async keysChanged(): Promise<void> {
      upkeep.giveUpOfDisabled()
      await worker.recheck()
    },
    /** Webhooks have changed: pending deliveries of disabled ones are not sent any more. */
    changed(): void {
      upkeep.giveUpOfDisabled()
      worker.wake()
    },
    /** Something is due. */
    wake: worker.wake,
    /** Disables the webhooks of keys that have expired since the last run. */
    disableOfEndedKeys: (): Promise<void> => disableWebhooksOfEndedKeys({ database, clock }),
    /** Removes events that are past their retention, and their deliveries. */
    async purge(): Promise<void> {
      await events.purge(stopping, markBehind)
      await upkeep.purge()
    },
    /** The backlog, for a gauge. */
    backlog: async () => ({
      ...(await readBacklog(database.read, { nowMs: clock.nowMs(), top: TOP })),
      furthestBehind: worker.furthestBehind(TOP),
    }),
    /** Stops attempts in progress, within two seconds: an unfinished delivery is sent again later. */
    async stop(): Promise<void> {
      const overdue = setTimeout(() => breakOff.abort(), STOP_MS)
      await worker.close()
      clearTimeout(overdue)
      breakOff.abort()
    },
    close: upkeep.close,
  }
}

/** Adds metrics and traces to a sender. Receivers get no trace context, because they belong to others. */
const watched =
  (send: Sender, { instrument, counts }: AttemptWatch): Sender =>
  async (post) => {
    // Only the host: the rest of a URL may be a secret of its receiver.
    const attributes = {
      'http.request.method': 'POST',
      'server.address': new URL(post.url).hostname,
    }
    const outcome = await instrument(() => send(post), { attributes, describe })
    counts[resultOf(outcome)] += 1
    return outcome
  }

const resultOf = (outcome: Outcome): keyof AttemptWatch['counts'] => {
  if (outcome.statusCode === undefined) return 'unanswered'
  return isSuccess(outcome) ? 'succeeded' : 'refused'
}

const describe = ({ statusCode }: Outcome): Record<string, string | number> => {
  if (statusCode === undefined) return { 'error.type': 'no_answer' }
  const status = { 'http.response.status_code': statusCode }
  return statusCode >= 400 ? { ...status, 'error.type': String(statusCode) } : status
}
