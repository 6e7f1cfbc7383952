import type { Config } from '../config.ts'
import { petResponses } from '../pets/pet-responses.ts'
import { createCatalogue } from '../pets/pets.service.ts'
import type { Replicas } from '../replicas.ts'
import type { Parts } from './parts.ts'

/** PostgreSQL does not tell that the command line has changed animals, and without Redis nothing else does. */
const UNTOLD_RESPONSE_AGE_MS = 1_000
/** Bounds for how long a response can be stale when a change was lost on its way: with a process, or with Redis. */
const MAX_RESPONSE_AGE_MS = 60_000

type Deps = Pick<Parts, 'database' | 'clock' | 'log' | 'telemetry'> & {
  config: Pick<Config, 'database' | 'redis'>
}

/** The response cache, and the replicas, if there are any, which say what has to leave it. */
export const wireResponses = async ({ config, database, clock, log, telemetry }: Deps) => {
  const responses = petResponses({
    maxAgeMs: responseAgeMs(config),
    steadyMs: clock.steadyMs,
    counts: telemetry.measures.pages,
  })
  const { redisWatch: watch, onFallback } = telemetry
  const replicas =
    config.redis && (await share(config.redis, { log, watch, onFallback, responses }))
  return {
    responses,
    replicas,
    catalogue: replicas?.catalogue ?? createCatalogue(database, responses),
  }
}

const responseAgeMs = ({ database, redis }: Deps['config']): number => {
  if (redis) return MAX_RESPONSE_AGE_MS
  return database.kind === 'postgres' ? UNTOLD_RESPONSE_AGE_MS : Infinity
}

/** Loaded only where it is used: a program that runs alone starts sooner without it. */
const share: typeof import('../replicas.ts').openReplicas = async (
  redis,
  options,
): Promise<Replicas> => {
  const { openReplicas } = await import('../replicas.ts')
  return openReplicas(redis, options)
}
