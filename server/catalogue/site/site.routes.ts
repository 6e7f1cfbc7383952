import type { IncomingMessage } from 'node:http'
import { fairLimit } from '../../platform/fair-limit.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'
import { visitorAt } from '../../requests/access/account-reads.ts'
import { once, pageAsset, sendAsset } from '../../requests/api/asset.ts'
import { prefersJson } from '../../requests/api/media-type.ts'
import type { PortalPage, Visit } from '../../requests/api/portal-page.ts'
import { type Reply, withHeaders } from '../../requests/api/reply.ts'
import { addressBucket } from '../../requests/rate-limits/address.ts'
import { idIn, pathOf } from '../listings/slug.ts'
import { adoptQueries } from './adopt-query.ts'
import { applicationPages } from './application.routes.ts'
import { applyPages } from './apply.routes.ts'
import type { ApplyService } from './apply.service.ts'
import type { FollowedApplicationService } from './followed-application.service.ts'
import type { Look, Page, SiteLook } from './layout.html.ts'
import type { Logo } from './logo.ts'
import type { OtherAnimals } from './other-animals.ts'
import { type CachedPage, type MadePage, type pageCache, pathIn, replyOf } from './page-cache.ts'
import { type LanguageChoice, languageChooser, languageKey, pageLanguage } from './page-language.ts'
import type { SiteService } from './site.service.ts'
import type { SiteAssets } from './site-assets.ts'
import type { Visitor } from './site-lists.ts'
import type { SitemapService } from './sitemap.service.ts'

export type SiteSettings = {
  isOn: boolean
  name: string | undefined
  color: string | undefined
  logo: Logo | undefined
}

type Deps = {
  settings: SiteSettings
  assets: () => Promise<SiteAssets>
  site: SiteService
  sitemap: SitemapService
  apply: ApplyService
  followed: FollowedApplicationService
  otherAnimals: OtherAnimals
  serveCached: ReturnType<typeof pageCache>
  isCurrent: (visit: Pick<Visit, 'decision'>) => boolean
  nowMs: () => number
  /** Whether page links begin with `PUBLIC_URL`, and not with the host of the request. */
  hasPublicUrl: boolean
}

const MAX_ERRORS = 200
/** Visitors choose what pages depend on (host, language, query), so they can ask for any number of new ones. */
const MADE_AT_ONCE = 8
const HTML = 'text/html; charset=utf-8'

/**
 * The public pages: the adoption site, the front door, and error pages. Renderers are loaded when first needed, because
 * many stores have no visitors.
 */
export const sitePages = (deps: Deps) => {
  const { settings, assets, site, serveCached, isCurrent } = deps
  const readQuery = adoptQueries()
  // Importing a module again takes time, even if it is loaded.
  const lists = once(() => import('./adopt.html.ts'))
  const animals = once(() => import('./animal.html.ts'))
  let knownName = settings.name
  const languageOf = languageChooser()
  const inTurn = fairLimit(MADE_AT_ONCE)

  const visitorOf = (visit: Visit): Visitor => ({
    client: visitorAt(visit.address),
    origin: visit.origin,
    language: languageOf(visit),
    isCurrent: isCurrent(visit),
  })
  const lookIn = async (choice: LanguageChoice, name: string | undefined): Promise<Look> => {
    const page = await pageLanguage(choice)
    const look = { name: name ?? page.texts.layout.siteName, hasSite: settings.isOn }
    return { ...(await assets()).look, ...page, ...look } satisfies SiteLook
  }
  const lookFor = async (visit: Visit): Promise<Look> => {
    knownName = settings.name ?? (await site.defaultName())
    return lookIn(languageOf(visit), knownName)
  }
  /** Serves a page from the cache, which has an entry for each language. */
  const served = (visit: Visit, make: (visitor: Visitor) => Promise<MadePage | undefined>, key = '') => {
    const visitor = visitorOf(visit)
    return serveCached(
      visit,
      () => inTurn(addressBucket(visit.address), () => make(visitor)),
      `${languageKey(visitor.language)} ${key}`,
    )
  }
  const html = (page: Page, shown: MadePage['shown'], more: Partial<MadePage> = {}): MadePage => ({
    type: HTML,
    headers: page.headers,
    body: page.html,
    shown,
    ...more,
  })

  /** A flood of rejected requests shares a few cached pages. */
  const errors = recentlyUsed<CachedPage>(MAX_ERRORS)
  const makeErrorPage = async (
    language: LanguageChoice,
    status: number,
    retryAfter: number | undefined,
    isForm: boolean,
  ): Promise<CachedPage> => {
    const { errorPage } = await import('./message.html.ts')
    const look = await lookIn(language, knownName)
    const page = errorPage(look, status, { retryAfterSeconds: retryAfter, isForm })
    const headers = [...page.headers, ...byAccept]
    return { status, headers, file: pageAsset(HTML, page.html), replies: new Map() }
  }

  const home = async (visit: Visit): Promise<Reply | undefined> => {
    if (prefersJson(visit.headers.accept)) return undefined
    const reply = await served(visit, async (visitor) => {
      const look = await lookFor(visit)
      const found = settings.isOn ? await site.home(visitor) : undefined
      const page = found
        ? (await import('./home.html.ts')).homePage(look, found.view)
        : (await import('./message.html.ts')).frontDoor(look, visit.origin)
      return html(page, found?.shown ?? { petIds: [], isList: true })
    })
    return reply && withHeaders(reply, byAccept)
  }

  const adopt = (visit: Visit): Promise<Reply | undefined> => {
    const { query, key } = readQuery(String(visit.query))
    const make = async (visitor: Visitor): Promise<MadePage> => {
      const found = await site.adopt(query, visitor)
      const { adoptPage } = await lists()
      const page = adoptPage(await lookFor(visit), found.view)
      return html(page, found.shown)
    }
    return served(visit, make, key)
  }

  const animal = (visit: Visit, isCard: boolean): Promise<Reply | undefined> | undefined => {
    const petId = idIn(String(visit.params.name))
    if (petId === undefined) return undefined
    return served(visit, async (visitor) => {
      const found = await site.animal(petId, visitor)
      if (!found) return undefined
      const { view, shown } = found
      const { animal } = view
      const path = `${pathOf(animal)}${isCard ? '/card' : ''}`
      const look = await lookFor(visit)
      if (path !== pathIn(visit.url)) return moved(look.link(path), shown)
      const { shownUntilMs } = animal
      if (shownUntilMs !== undefined && shownUntilMs <= deps.nowMs()) {
        const { adoptedPage } = await import('./message.html.ts')
        return html(adoptedPage(look), shown, { status: 410 })
      }
      const page = isCard
        ? (await import('./kennel-page.html.ts')).kennelPage(look, view)
        : (await animals()).animalPage(look, view)
      return html(page, shown, { expiresAtMs: shownUntilMs })
    })
  }

  const feed = (name: 'atomFeed' | 'jsonFeed', type: string) => (visit: Visit) =>
    served(visit, async (visitor) => {
      const { MAX_FEED, [name]: write } = await import('./feeds.ts')
      const found = await site.newest(MAX_FEED, visitor)
      const page = await lookFor(visit)
      const body = await write(found.view, {
        name: page.name,
        origin: visit.origin,
        nowMs: deps.nowMs(),
        page,
      })
      const headers = ['content-language', page.language, ...byLanguage]
      return { type, headers, body, shown: found.shown }
    })

  const ofSite: PortalPage[] = [
    { path: '/adopt', handle: adopt },
    { path: '/adopt/{name}', handle: (visit) => animal(visit, false) },
    { path: '/adopt/{name}/card', handle: (visit) => animal(visit, true) },
    {
      path: '/feeds/listings.atom',
      handle: feed('atomFeed', 'application/atom+xml; charset=utf-8'),
    },
    {
      path: '/feeds/listings.json',
      handle: feed('jsonFeed', 'application/feed+json; charset=utf-8'),
    },
    {
      path: '/sitemap.xml',
      handle: (visit) => serveCached(visit, () => deps.sitemap.index(visit)),
    },
    {
      path: '/sitemaps/{file}',
      handle: (visit) => serveCached(visit, () => deps.sitemap.page(visit, String(visit.params.file))),
    },
  ]
  const pages: PortalPage[] = [{ path: '/', handle: home }, ...(settings.isOn ? ofSite : [])]
  const forVisitors = { ...deps, visitorOf, lookFor }
  return {
    pages: [
      ...(settings.isOn ? applyPages(forVisitors) : []),
      ...applicationPages(forVisitors),
      ...pages.map((page): PortalPage => ({ ...page, isRejectedUnderLoad: true })),
      ...(settings.isOn ? [slash('/adopt')] : []),
      ...['/docs', '/docs/guides'].map(slash),
      {
        path: '/robots.txt',
        handle: async ({ origin }: Visit) => ({
          ...robots(origin, settings.isOn),
          // Pages that depend on the `Host` header must not be in shared caches.
          headers: deps.hasPublicUrl ? aDay : ['cache-control', 'no-cache'],
        }),
      },
      {
        path: '/favicon.ico',
        isFree: true,
        handle: async ({ headers }: Visit) => sendAsset(headers, (await assets()).favicon, aDay),
      },
      {
        path: '/assets/{file}',
        isFree: true,
        async handle({ params, headers }: Visit) {
          const found = (await assets()).files.get(String(params.file))
          return found && sendAsset(headers, found, forever)
        },
      },
    ] satisfies PortalPage[],

    /** The page that a browser gets for an error outside the API. */
    async errorPage({ headers, url = '', method }: Failed, status: number, retryAfter: unknown): Promise<Reply> {
      const language = languageOf({ headers, query: url.split('?', 2)[1] })
      const isForm = method === 'POST'
      const key = `${languageKey(language)} ${knownName} ${status} ${retryAfter} ${isForm}`
      const wait = Number(retryAfter) || undefined
      const page = errors.get(key) ?? (await makeErrorPage(language, status, wait, isForm))
      errors.set(key, page)
      return replyOf(page, headers)
    },
  }
}

/** A request that failed. */
type Failed = Pick<IncomingMessage, 'headers'> & {
  url?: string | undefined
  method?: string | undefined
}

const byAccept = ['vary', 'accept']
const byLanguage = ['vary', 'accept-language']
const forever = ['cache-control', 'public, max-age=31536000, immutable']
const aDay = ['cache-control', 'public, max-age=86400']

/** Browsers ask for HTML explicitly; programs ask for anything, or for JSON. */
export const wantsHtml = (accept: string | undefined): boolean =>
  (accept ?? '')
    .split(',')
    .some((range) => /^\s{0,9}text\/html\s{0,9}(?:;(?!\s{0,9}q=0(?:\.0{0,3})?\s{0,9}$)|$)/i.test(range))

/** Temporary, because the animal may get its old name back. */
const moved = (location: string, shown: MadePage['shown']): MadePage => ({
  status: 301,
  type: 'text/plain; charset=utf-8',
  body: '',
  shown,
  headers: ['location', location, ...byLanguage],
})

/** Redirects a path with a slash at its end. The query stays, as it may choose the language. */
const slash = (path: string): PortalPage => ({
  path: `${path}/`,
  handle({ url }) {
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
    return { status: 301, headers: ['location', path + query, ...aDay] }
  },
})

const robots = (origin: string, isOn: boolean): Reply => ({
  status: 200,
  type: 'text/plain; charset=utf-8',
  body: isOn
    ? `User-agent: *
Disallow: /v1/
Disallow: /auth/
Disallow: /compat/
Disallow: /console
Sitemap: ${origin}/sitemap.xml
`
    : 'User-agent: *\nDisallow: /\n',
})
