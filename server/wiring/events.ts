import type { ApiKeysService } from '../api-keys/api-keys.service.ts'
import type { Config } from '../config.ts'
import { eventStream } from '../events/event-stream.ts'
import { eventsService } from '../events/events.service.ts'
import { streamSlots } from '../events/stream-slots.ts'
import { type PlanName, planStreams } from '../plans/plan.ts'
import type { Replicas } from '../replicas.ts'
import type { Parts, Routine } from './parts.ts'

const SWEEP_MS = 1_000

type Deps = Pick<Parts, 'database' | 'clock' | 'log'> & {
  config: Pick<Config, 'eventRetentionMs' | 'streams'>
  keys: Pick<ApiKeysService, 'listStopped'>
  isBanned: (keyId: bigint) => boolean
  replicas: Replicas | undefined
}

/** The change feed and its streams. */
export const wireEvents = ({ config, database, clock, log, keys, isBanned, replicas }: Deps) => {
  const events = eventsService({ database, clock, retentionMs: config.eventRetentionMs })
  const stream = eventStream({
    events,
    slots: streamSlots(config.streams.most, replicas?.streams),
    watch: { clock, isBanned, listStopped: keys.listStopped },
    log,
  })
  const streamLimit = (plan: PlanName): number =>
    plan === 'enterprise' ? config.streams.perEnterprise : planStreams[plan]
  const routines: Routine[] = [{ everyMs: SWEEP_MS, run: stream.sweep }]
  return { events, stream, streamLimit, routines }
}
