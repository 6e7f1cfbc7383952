import type { Organization } from '../../animals/organizations/organization.ts'
import { species } from '../../animals/profiles/profile-values.ts'
import { type Html, html } from '../../platform/html.ts'
import type { FacetCounts } from '../listings/listing-facets.ts'
import { grid } from './adopt.html.ts'
import { addressOf } from './adopt-query.ts'
import { type Look, openGraph, type Page, page } from './layout.html.ts'
import type { Fragment } from './listing-card.html.ts'
import { organizationPlace } from './organization.html.ts'
import { pawSymbol } from './picture.html.ts'
import { organizationData, structuredData } from './structured-data.ts'
import type { SiteTexts } from './texts/english.ts'

export type HomeView = {
  counts: FacetCounts
  total: number
  /** The city of all shelters, if it is the same. */
  city: string | undefined
  newest: Fragment
  longest: Fragment | undefined
  organizations: readonly Organization[]
  origin: string
}

const MAX_KINDS = 4

export const homePage = (look: Look, view: HomeView): Page => {
  const { newest, longest, organizations, origin } = view
  const { home, layout, list } = look.texts
  const title = home.title(look.name, view.city)
  const description = `${home.waiting(view.total, view.city)} ${home.meet}`
  const url = `${origin}/`
  const site = {
    '@type': 'WebSite',
    name: look.name,
    url,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/adopt?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
  return page(look, {
    title,
    description,
    canonical: url,
    head: html`${openGraph({ site: look.name, title, description, url, origin })}<link rel="alternate" type="application/atom+xml" title="${list.newAnimals}" href="${look.link('/feeds/listings.atom')}">${structuredData(site, ...organizations.slice(0, 1).map(organizationData))}`,
    css: newest.css + (longest?.css ?? ''),
    main: html`${pawSymbol}<section class="lead"><h1>${home.heading}</h1><p>${description}</p></section>${picks(look, view)}<h2 class="hide">${home.newest}</h2>${grid(newest, { isRow: true })}${longest && html`<div class="section"><h2>${home.waitingLongest}</h2><a href="${look.link('/adopt?sort=publishedAt')}">${home.seeAll}</a></div>${grid(longest, { isRow: true })}`}${steps(look.texts)}<section id="visit"><div class="section"><h2>${layout.visit}</h2></div><div class="places">${organizations.map(organizationPlace)}</div></section>`,
  })
}

const picks = ({ texts, link: to }: Look, { counts, total }: HomeView): Html => {
  const { home, animals } = texts
  const kinds = species
    .map((one) => [one, counts.species[one] ?? 0] as const)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_KINDS)
  const link = (name: string, address: string) => html`<a href="${to(address)}">${name}</a>`
  return html`<nav class="pick" aria-label="${home.picks}"><a href="${to('/adopt')}">${home.everyone}<small class="num">${texts.number(total)}</small></a>${kinds.map(([one]) => link(animals.species[one].many, addressOf({ species: [one] })))}${(counts.goodWith.children ?? 0) > 0 && link(home.withChildren, addressOf({ goodWith: ['children'] }))}${(counts.age.senior ?? 0) > 0 && link(home.seniors, addressOf({ age: ['senior'] }))}${link(home.longest, addressOf({ sort: 'publishedAt' }))}</nav>`
}

const steps = ({ home, layout }: SiteTexts): Html =>
  html`<section class="band" id="how"><h2>${layout.how}</h2><ol class="steps">${home.steps.map(([name, text]) => html`<li><h3>${name}</h3>${text}</li>`)}</ol></section>`
