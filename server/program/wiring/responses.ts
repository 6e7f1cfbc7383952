import type { OrganizationPlace } from '../../animals/organizations/organizations.repository.ts'
import {
  type PetResponses,
  petResponses,
  type ShownChange,
} from '../../animals/pets/pet-responses.ts'
import { createCatalogue } from '../../animals/pets/pets.service.ts'
import type { Listed } from '../../catalogue/listings/listed.ts'
import type { ReadTallies } from '../../catalogue/listings/listing-facets.service.ts'
import type { Standing } from '../../catalogue/listings/standing.ts'
import type { Counts } from '../../catalogue/site/adopt-view.ts'
import type { KeptPage } from '../../catalogue/site/kept-pages.ts'
import { listingCache } from '../../catalogue/site/listing-cache.ts'
import type { Fragment } from '../../catalogue/site/listing-card.html.ts'
import type { Grid } from '../../catalogue/site/site-lists.ts'
import { sitemapCache } from '../../catalogue/site/sitemap-cache.ts'
import { stretchCache } from '../../catalogue/site/stretch-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../config.ts'
import type { Replicas } from '../replicas.ts'
import type { Parts } from './parts.ts'

/** PostgreSQL does not tell that the command line has changed animals, and without Redis nothing else does. */
const UNTOLD_RESPONSE_AGE_MS = 1_000
/** Bounds for how long a response can be stale when a change was lost on its way: with a process, or with Redis. */
const MAX_RESPONSE_AGE_MS = 60_000

/** Sizes of the caches of the site, in characters and in entries. */
const MAX_PAGE_CHARACTERS = 32 * 1024 * 1024
const MAX_CARD_CHARACTERS = 4 * 1024 * 1024
const MAX_GRID_CHARACTERS = 8 * 1024 * 1024
const MAX_COUNTS = 500
const MAX_LISTED = 500
const MAX_TALLIES = 20
const MAX_STRETCHES = 1_000
const MAX_STANDINGS = 1_000

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
  const pageCaches = wirePageCaches(config, clock)
  const caches = allOf(responses, Object.values(pageCaches))
  const { redisWatch: watch, onFallback } = telemetry
  const replicas =
    config.redis && (await share(config.redis, { log, watch, onFallback, responses: caches }))
  return {
    responses,
    pageCaches,
    replicas,
    catalogue: replicas?.catalogue ?? createCatalogue(database, caches),
  }
}

export type PageCaches = ReturnType<typeof wirePageCaches>

/** What the public site is made of: whole pages, cards of animals, counts, and where shelters are. */
const wirePageCaches = (config: Deps['config'], clock: Clock) => {
  const options = { ...clock, maxAgeMs: responseAgeMs(config) }
  return {
    pages: listingCache<KeptPage>({ ...options, maxSize: MAX_PAGE_CHARACTERS }),
    cards: listingCache<Fragment>({ ...options, maxSize: MAX_CARD_CHARACTERS }),
    grids: listingCache<Grid>({ ...options, maxSize: MAX_GRID_CHARACTERS }),
    listed: listingCache<readonly Listed[]>({ ...options, maxSize: MAX_LISTED }),
    counts: listingCache<Counts>({ ...options, maxSize: MAX_COUNTS }),
    tallies: listingCache<ReturnType<ReadTallies>>({ ...options, maxSize: MAX_TALLIES }),
    sitemaps: sitemapCache(clock),
    places: listingCache<OrganizationPlace[]>({ ...options, maxSize: 1 }),
    stretches: stretchCache({ ...options, maxEntries: MAX_STRETCHES }),
    standings: listingCache<readonly Standing[]>({ ...options, maxSize: MAX_STANDINGS }),
  }
}

type Caches = Pick<PetResponses, 'changed' | 'clear'>

/** Those of the site are notified also of what is published, which no response about animals shows. */
const allOf = (responses: Caches, pages: readonly Caches[]): Caches => ({
  changed(change: ShownChange) {
    if (change.listing === undefined) responses.changed(change)
    // What was just added is not published.
    if (change.listing !== undefined || change.before)
      for (const cache of pages) cache.changed(change)
  },
  clear() {
    for (const cache of [responses, ...pages]) cache.clear()
  },
})

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
