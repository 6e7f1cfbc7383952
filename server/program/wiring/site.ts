import { randomBytes } from 'node:crypto'
import type { AuditKeys } from '../../accounts/audit/audit-chain.ts'
import type { MailsService } from '../../accounts/mail/mails.service.ts'
import { tickets } from '../../accounts/sign-in/tickets.ts'
import type { SubmissionsService } from '../../adoptions/applications/submissions.service.ts'
import type { FormsService } from '../../adoptions/forms/forms.service.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { Catalogue } from '../../animals/pets/pets.service.ts'
import { listingAddresses } from '../../catalogue/listings/listing-addresses.service.ts'
import type { ListingsService } from '../../catalogue/listings/listings.service.ts'
import { applyService } from '../../catalogue/site/apply.service.ts'
import { followedApplicationService } from '../../catalogue/site/followed-application.service.ts'
import { keptPages } from '../../catalogue/site/kept-pages.ts'
import { sitePages } from '../../catalogue/site/site.routes.ts'
import { siteService } from '../../catalogue/site/site.service.ts'
import { siteLists } from '../../catalogue/site/site-lists.ts'
import { sitemapService } from '../../catalogue/site/sitemap.service.ts'
import type { Visit } from '../../requests/api/portal-page.ts'
import type { Maintenance } from '../../requests/maintenance/maintenance.ts'
import type { Limiter } from '../../requests/rate-limits/limiter.ts'
import { lookupGuard } from '../../requests/rate-limits/lookup-guard.ts'
import type { Policy } from '../../requests/rate-limits/policy.ts'
import type { Config } from '../config.ts'
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
