import { randomBytes } from 'node:crypto'
import type { EventsService } from '../../feed/events/events.service.ts'
import { assembleWebhooks } from '../../feed/webhooks/assembly.ts'
import type { Resolve } from '../../feed/webhooks/target-guard.ts'
import type { Maintenance } from '../../requests/maintenance/maintenance.ts'
import { planWebhooks } from '../../requests/plans/plan.ts'
import type { Config } from '../config.ts'
import type { Parts, Routine } from './parts.ts'

const ENDED_KEYS_MS = 1_000
const PURGE_MS = 600_000

type Deps = Pick<Parts, 'database' | 'clock' | 'log' | 'telemetry' | 'stopping'> & {
  config: Pick<Config, 'webhooks' | 'database'>
  events: EventsService
  resolve: Resolve
  maintenance: Pick<Maintenance, 'isSendingHeld'>
}

export type Webhooks = ReturnType<typeof wireWebhooks>

/** Webhooks and their deliveries, and the end of events that have been dealt out to them. */
export const wireWebhooks = ({
  config,
  telemetry,
  events,
  resolve,
  maintenance,
  ...parts
}: Deps) => {
  const webhooks = assembleWebhooks({
    ...parts,
    events,
    resolve,
    random: randomBytes,
    allowPrivate: config.webhooks.allowPrivate,
    timeoutMs: config.webhooks.timeoutMs,
    isAlone: config.database.kind === 'sqlite',
    watch: telemetry.senderWatch,
    limitOf: (plan) => (plan === 'enterprise' ? config.webhooks.perEnterprise : planWebhooks[plan]),
    isHeld: maintenance.isSendingHeld,
  })
  const purgeEvents = async (stopping: AbortSignal): Promise<void> => {
    // Only what has been dealt out goes, and with it the deliveries made of it.
    await webhooks.dispatch()
    await events.purge(stopping)
    await webhooks.purge()
  }
  const routines: Routine[] = [
    { everyMs: PURGE_MS, run: purgeEvents },
    { everyMs: ENDED_KEYS_MS, run: webhooks.disableOfEndedKeys },
  ]
  return { ...webhooks, purgeEvents, routines }
}
