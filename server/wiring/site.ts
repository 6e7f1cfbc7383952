import { randomBytes } from 'node:crypto'
import type { Visit } from '../api/portal-page.ts'
import type { SubmissionsService } from '../applications/submissions.service.ts'
import type { AuditKeys } from '../audit/audit-chain.ts'
import type { Config } from '../config.ts'
import type { FormsService } from '../forms/forms.service.ts'
import { listingAddresses } from '../listings/listing-addresses.service.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import type { MailsService } from '../mail/mails.service.ts'
import type { Maintenance } from '../maintenance/maintenance.ts'
import type { OrganizationsService } from '../organizations/organizations.service.ts'
import type { Catalogue } from '../pets/pets.service.ts'
import type { Limiter } from '../rate-limits/limiter.ts'
import { lookupGuard } from '../rate-limits/lookup-guard.ts'
import type { Policy } from '../rate-limits/policy.ts'
import { tickets } from '../sign-in/tickets.ts'
import { applyService } from '../site/apply.service.ts'
import { followedApplicationService } from '../site/followed-application.service.ts'
import { keptPages } from '../site/kept-pages.ts'
import { sitePages } from '../site/site.routes.ts'
import { siteService } from '../site/site.service.ts'
import { siteLists } from '../site/site-lists.ts'
import { sitemapService } from '../site/sitemap.service.ts'
import { wireEnvironments } from './environments.ts'
import type { Parts } from './parts.ts'
import type { PageCaches } from './responses.ts'

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Config
  auditKeys: Pick<AuditKeys, 'keyFor'>
  forms: FormsService
  submissions: SubmissionsService
  mails: Pick<MailsService, 'hasServer'>
  maintenance: Pick<Maintenance, 'isReadOnly'>
  limiter: Limiter
  addressPolicy: Policy
  listings: ListingsService
  organizations: OrganizationsService
  caches: PageCaches
  catalogue: Pick<Catalogue, 'isCurrent'>
}

/** The public site: its pages, with those for applicants, and what browsers are shown for errors. */
export const wireSite = (deps: Deps) => {
  const { config, database, clock, listings, organizations, caches, catalogue } = deps
  const isCurrent = ({ decision }: Pick<Visit, 'decision'>) =>
    catalogue.isCurrent?.(decision) !== false
  const lists = siteLists({ listings, organizations, caches, clock })
  const site = siteService({ listings, organizations, lists, clock })
  const { forms, submissions, mails, maintenance } = deps
  const key = deps.auditKeys.keyFor('application forms')
  return sitePages({
    settings: config.site,
    site,
    apply: applyService({
      ...{ site, forms, submissions, maintenance, clock },
      tickets: tickets({ database, clock, key, random: randomBytes }),
    }),
    followed: followedApplicationService({
      ...{ submissions, listings, organizations, maintenance },
      guard: lookupGuard(deps),
      isMailed: mails.hasServer && wireEnvironments(config).publicUrl !== undefined,
    }),
    sitemap: sitemapService({
      addresses: listingAddresses({ database }),
      ...{ cache: caches.sitemaps, isCurrent },
    }),
    serveKept: keptPages({ cache: caches.pages, isCurrent, clock }),
    isCurrent,
    nowMs: clock.nowMs,
  })
}
