import { randomBytes } from 'node:crypto'
import { accountReview } from '../accounts/accounts/account-review.ts'
import type { AccountsServices } from '../accounts/accounts.module.ts'
import type { AuditKeys } from '../accounts/audit/audit-chain.ts'
import { tickets } from '../accounts/sign-in/tickets.ts'
import type { AdoptionsServices } from '../adoptions/adoptions.module.ts'
import type { AnimalsServices } from '../animals/animals.module.ts'
import type { ShownCaches } from '../animals/pets/pet-responses.ts'
import { listPhotos } from '../animals/photos/photos.repository.ts'
import { listProfiles } from '../animals/profiles/profiles.repository.ts'
import type { Clock } from '../platform/clock.ts'
import { DAY_MS } from '../platform/durations.ts'
import type { Logger } from '../platform/log.ts'
import type { Routine } from '../platform/routine.ts'
import type { Database } from '../platform/storage/database.ts'
import { once } from '../requests/api/asset.ts'
import type { Closers, Module } from '../requests/api/module.ts'
import type { Author } from '../requests/author/author.ts'
import { lookupGuard } from '../requests/rate-limits/lookup-guard.ts'
import type { RequestsServices } from '../requests/requests.module.ts'
import { findAnimals } from './animal-list/animals.repository.ts'
import { animalOperations, animalSchemas } from './animal-list/animals.routes.ts'
import { animalsService } from './animal-list/animals.service.ts'
import { type Catalogue, catalogueService } from './listings/catalogue.service.ts'
import { columnStore } from './listings/column-store.service.ts'
import type { ListingsChange } from './listings/listing.ts'
import { listingAddresses } from './listings/listing-addresses.service.ts'
import { listingAges } from './listings/listing-ages.service.ts'
import { listingWindows } from './listings/listing-window.service.ts'
import { listingOperations, listingSchemas } from './listings/listings.routes.ts'
import { listingsService } from './listings/listings.service.ts'
import { suspendedListings } from './listings/suspended-listings.service.ts'
import { warmUp } from './listings/warm-up.ts'
import { applyService } from './site/apply.service.ts'
import { followedApplicationService } from './site/followed-application.service.ts'
import { kennelCardOperations, kennelCardSchemas } from './site/kennel-cards.routes.ts'
import { kennelCardsService } from './site/kennel-cards.service.ts'
import { listingCache } from './site/listing-cache.ts'
import { otherAnimals } from './site/other-animals.ts'
import { type CachedPage, currentCheck, pageCache } from './site/page-cache.ts'
import { type SiteSettings, sitePages } from './site/site.routes.ts'
import { siteService } from './site/site.service.ts'
import { loadSiteAssets, type SiteAssets } from './site/site-assets.ts'
import { type Grid, siteLists } from './site/site-lists.ts'
import { sitemapService } from './site/sitemap.service.ts'

/** How long lists may still count the listings of an account after its suspension. */
const SETTLE_MS = 5_000
const AGES_MS = 60_000

/** Sizes of the site's caches, in characters. */
const MAX_PAGE_CHARACTERS = 32 * 1024 * 1024
const MAX_CARD_CHARACTERS = 8 * 1024 * 1024

type Parts = {
  config: {
    site: SiteSettings
    applicationRetentionMs: number
    database: { kind: 'sqlite' | 'postgres' }
  }
  database: Database<ListingsChange, Author>
  clock: Clock
  log: Pick<Logger, 'warn'>
  auditKeys: Pick<AuditKeys, 'keyFor'>
  /** Caches that are notified of every change to what is shown, whichever process made it. */
  caches: ShownCaches
  /** How long a cached page may be stale. */
  maxResponseAgeMs: number
  /** The server's own address, if it is set. */
  publicUrl: string | undefined
}

type Below = {
  requests: Pick<RequestsServices<ListingsChange>, 'limiter' | 'addressPolicy' | 'maintenance'>
  accounts: Pick<AccountsServices, 'mails'>
  animals: Pick<AnimalsServices, 'organizations' | 'catalogue'>
  adoptions: Pick<AdoptionsServices, 'forms' | 'submissions'>
}

/** Finds and shows animals: the lists of accounts, published animals, and the public site. */
export const catalogueModule = ({ parts, below }: { parts: Parts; below: Below }) => {
  const { config, database, clock, log } = parts
  const animals = animalsService({ database, listProfiles, listPhotos, clock })
  const columns = columnStore({ database })
  const catalogue = catalogueService({ database, accounts: accountReview, columns, clock })
  const photos = { list: listPhotos }
  const hasSite = config.site.isOn
  const listings = listingsService({ database, catalogue, photos, clock, hasSite })
  const windows = listingWindows({ database, catalogue, photos, clock })
  const assets = once(() => loadSiteAssets(parts.config.site))
  const { pages, errorPage } = site(parts, {
    ...below.animals,
    ...below.adoptions,
    ...below.accounts,
    ...below.requests,
    listings,
    finder: catalogue,
    assets,
  })
  const kennelCards = kennelCardsService({
    database,
    findAnimals,
    listProfiles,
    listPhotos,
    listings,
    clock,
    assets,
    organizations: below.animals.organizations,
    hasSite,
  })
  const warming = warmUp({ columns, clock, log })
  // The embedded database is read so fast that nothing has to wait for it.
  const isWarmingUp = () => config.database.kind === 'postgres' && warming.isRunning()
  const services = { errorPage, windows, isWarmingUp }
  const routines: Routine[] = [
    { name: 'listings.settle', everyMs: SETTLE_MS, run: suspendedListings({ database }) },
    { name: 'listings.renewAges', everyMs: AGES_MS, run: listingAges({ database, clock }).renew },
  ]
  const operations = [
    ...animalOperations({ animals }),
    ...kennelCardOperations({ kennelCards }),
    ...listingOperations({ listings, catalogue }),
  ]
  const schemas = [...animalSchemas, ...kennelCardSchemas, ...listingSchemas]
  const { start } = warming
  const close: Closers = { 'listing columns': columns.close }
  return { services, operations, schemas, pages, routines, start, close } satisfies Module<typeof services>
}

export type CatalogueServices = ReturnType<typeof catalogueModule>['services']

/** The caches of the site: pages and cards. */
const pageCaches = ({ caches, clock, maxResponseAgeMs: maxAgeMs }: Parts) => {
  const options = { ...clock, maxAgeMs }
  const made = {
    pages: listingCache<CachedPage>({ ...options, maxSize: MAX_PAGE_CHARACTERS }),
    cards: listingCache<Grid>({ ...options, maxSize: MAX_CARD_CHARACTERS }),
  }
  caches.add(made.pages, made.cards)
  return made
}

type SiteNeeds = Below['animals'] &
  Below['adoptions'] &
  Below['accounts'] &
  Below['requests'] & {
    listings: ReturnType<typeof listingsService>
    finder: Catalogue
    assets: () => Promise<SiteAssets>
  }

/** The public site: its pages, the pages for applicants, and error pages for browsers. */
const site = (parts: Parts, needs: SiteNeeds) => {
  const { config, database, clock } = parts
  const { listings, finder, organizations, catalogue, forms, submissions, mails, maintenance } = needs
  const caches = pageCaches(parts)
  const isCurrent = currentCheck(catalogue)
  const { cards } = caches
  const readList = siteLists({ catalogue: finder, listings, cards, clock })
  const shown = siteService({ catalogue: finder, listings, organizations, readList, clock })
  const key = parts.auditKeys.keyFor('application forms')
  const retentionDays = config.applicationRetentionMs / DAY_MS
  return sitePages({
    settings: config.site,
    assets: needs.assets,
    hasPublicUrl: parts.publicUrl !== undefined,
    site: shown,
    apply: applyService({
      site: shown,
      forms,
      submissions,
      maintenance,
      clock,
      retentionDays,
      tickets: tickets({ database, clock, key, random: randomBytes }),
    }),
    followed: followedApplicationService({
      submissions,
      listings,
      organizations,
      maintenance,
      retentionDays,
      guard: lookupGuard(needs),
      isMailed: mails.hasServer && parts.publicUrl !== undefined,
    }),
    otherAnimals: otherAnimals({ catalogue: finder, listings, clock }),
    sitemap: sitemapService({ addresses: listingAddresses({ database }) }),
    serveCached: pageCache({ cache: caches.pages, isCurrent }),
    isCurrent,
    nowMs: clock.nowMs,
  })
}
