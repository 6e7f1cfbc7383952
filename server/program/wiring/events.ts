import type { ApiKeysService } from '../../accounts/api-keys/api-keys.service.ts'
import type { SessionsService } from '../../accounts/sessions/sessions.service.ts'
import { eventStream } from '../../feed/events/event-stream.ts'
import { eventsService } from '../../feed/events/events.service.ts'
import { streamSlots } from '../../feed/events/stream-slots.ts'
import type { StreamCaller } from '../../feed/events/stream-watch.ts'
import { type PlanName, planStreams } from '../../requests/plans/plan.ts'
import type { Config } from '../config.ts'
import type { Replicas } from '../replicas.ts'
import type { Parts, Routine } from './parts.ts'

const SWEEP_MS = 1_000

type Deps = Pick<Parts, 'database' | 'clock' | 'log'> & {
  config: Pick<Config, 'eventRetentionMs' | 'streams'>
  keys: Pick<ApiKeysService, 'listLive'>
  sessions: Pick<SessionsService, 'listLive'>
  isBanned: (keyId: bigint) => boolean
  replicas: Replicas | undefined
}

/** The change feed and its streams. */
export const wireEvents = (deps: Deps) => {
  const { config, database, clock, log, isBanned, replicas } = deps
  const events = eventsService({ database, clock, retentionMs: config.eventRetentionMs })
  const stream = eventStream({
    events,
    slots: streamSlots(config.streams.most, replicas?.streams),
    watch: { clock, isBanned, listStopped: (callers) => listStopped(deps, callers) },
    log,
  })
  const streamLimit = (plan: PlanName): number =>
    plan === 'enterprise' ? config.streams.perEnterprise : planStreams[plan]
  const routines: Routine[] = [{ everyMs: SWEEP_MS, run: stream.sweep, isAllowedReadOnly: true }]
  return { events, stream, streamLimit, routines }
}

/** Callers whose key or session has ended, or whose role or plan is another one now. */
const listStopped = async (
  { keys, sessions }: Pick<Deps, 'keys' | 'sessions'>,
  callers: readonly StreamCaller[],
): Promise<readonly StreamCaller[]> => {
  const idsOf = (name: 'keyId' | 'sessionId') => [
    ...new Set(callers.flatMap((caller) => caller[name] ?? [])),
  ]
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
