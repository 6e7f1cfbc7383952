import type { Visit } from '../api/portal-page.ts'
import type { Config } from '../config.ts'
import { listingAddresses } from '../listings/listing-addresses.service.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import type { OrganizationsService } from '../organizations/organizations.service.ts'
import type { Catalogue } from '../pets/pets.service.ts'
import { keptPages } from '../site/kept-pages.ts'
import { sitePages } from '../site/site.routes.ts'
import { siteService } from '../site/site.service.ts'
import { sitemapService } from '../site/sitemap.service.ts'
import type { Parts } from './parts.ts'
import type { PageCaches } from './responses.ts'

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Pick<Config, 'site'>
  listings: ListingsService
  organizations: OrganizationsService
  caches: PageCaches
  catalogue: Pick<Catalogue, 'isCurrent'>
}

/** The public site: its pages, and what browsers are shown for errors. */
export const wireSite = (deps: Deps) => {
  const { config, database, clock, listings, organizations, caches, catalogue } = deps
  const isCurrent = ({ decision }: Pick<Visit, 'decision'>) =>
    catalogue.isCurrent?.(decision) !== false
  return sitePages({
    settings: config.site,
    site: siteService({ listings, organizations, caches, clock }),
    sitemap: sitemapService({
      addresses: listingAddresses({ database }),
      ...{ cache: caches.sitemaps, isCurrent },
    }),
    serveKept: keptPages({ cache: caches.pages, isCurrent }),
    isCurrent,
    nowMs: clock.nowMs,
  })
}
