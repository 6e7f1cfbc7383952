import type { Organization } from '../../animals/organizations/organization.ts'
import { numberText, plural, speciesNames } from '../../animals/profiles/labels.ts'
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
  const title = `${look.name}: adopt an animal${view.city === undefined ? '' : ` in ${view.city}`}`
  const description = `${waiting(view)} Meet them, and we will find out together whether it fits.`
  const url = `${origin}/`
  const site = {
    ...{ '@type': 'WebSite', name: look.name, url },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/adopt?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
  return page(look, {
    ...{ title, description, canonical: url },
    head: html`${openGraph({ site: look.name, title, description, url, origin })}<link rel="alternate" type="application/atom+xml" title="New animals" href="/feeds/listings.atom">${structuredData(site, ...organizations.slice(0, 1).map(organizationData))}`,
    css: newest.css + (longest?.css ?? ''),
    main: html`${pawSymbol}<section class="lead"><h1>Somebody here is waiting for you to come home.</h1><p>${description}</p></section>${picks(view)}<h2 class="hide">New here</h2>${grid(newest)}${longest && html`<div class="section"><h2>Waiting the longest</h2><a href="/adopt?sort=publishedAt">See all</a></div>${grid(longest)}`}${how}<section id="visit"><div class="section"><h2>Visit us</h2></div><div class="places">${organizations.map(organizationPlace)}</div></section>`,
  })
}

const waiting = ({ total, city }: HomeView): string => {
  const verb = total === 1 ? 'is' : 'are'
  return `${plural(total, 'animal')} ${verb} looking for a family${city === undefined ? '' : ` in ${city}`}.`
}

const picks = ({ counts, total }: HomeView): Html => {
  const kinds = species
    .map((one) => [one, counts.species[one] ?? 0] as const)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_KINDS)
  const link = (name: string, to: string) => html`<a href="${to}">${name}</a>`
  return html`<nav class="pick" aria-label="Who is waiting"><a href="/adopt">Everyone<small class="num">${numberText(total)}</small></a>${kinds.map(([one]) => link(speciesNames[one].many, addressOf({ species: [one] })))}${(counts.goodWith.children ?? 0) > 0 && link('Good with children', addressOf({ goodWith: ['children'] }))}${(counts.age.senior ?? 0) > 0 && link('Seniors', addressOf({ age: ['senior'] }))}${link('Waiting longest', addressOf({ sort: 'publishedAt' }))}</nav>`
}

const how = html`<section class="band" id="how"><h2>How it works</h2><ol class="steps"><li><h3>Find somebody</h3>Look around, and read what the people who care for them every day have written.</li><li><h3>Apply</h3>Tell us who you are and how you live. It takes about ten minutes, and you need no account.</li><li><h3>Meet</h3>Come by, take your time, and come again. It has to fit for both of you.</li><li><h3>Go home together</h3>We help with the first days, and stay there for questions afterwards.</li></ol></section>`
