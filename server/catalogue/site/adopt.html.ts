import {
  ageNames,
  numberText,
  plural,
  sexNames,
  sizeNames,
  speciesNames,
} from '../../animals/profiles/labels.ts'
import { species } from '../../animals/profiles/profile-values.ts'
import { Html, html, type Shown } from '../../platform/html.ts'
import { type AdoptView, filterForm } from './adopt-form.html.ts'
import { addressOf, type Choice } from './adopt-query.ts'
import { type Look, openGraph, type Page, page } from './layout.html.ts'
import type { Fragment } from './listing-card.html.ts'
import { pawSymbol } from './picture.html.ts'
import { structuredData, trailData } from './structured-data.ts'

export const adoptPage = (look: Look, view: AdoptView): Page => {
  const { query, cards, next, origin, shelter } = view
  const { choice, cursor, notices } = query
  const count = countText(view)
  const name = titleOf(choice, shelter)
  const title = `${name} - ${look.name}`
  // Without the number of animals, because search engines show it for weeks.
  const description = `${kindOf(choice)} looking for a home at ${shelter ?? look.name}. Meet them, and find out whether it fits.`
  const url = origin + addressOf(choice, cursor === undefined ? {} : { cursor })
  const isSearch = choice.q !== undefined || choice.near !== undefined || cursor !== undefined
  return page(look, {
    ...{ title, description, canonical: url },
    isHidden: isSearch || notices.length > 0 || cards === undefined,
    head: html`${openGraph({ site: look.name, title, description, url, origin })}<link rel="alternate" type="application/atom+xml" title="New animals" href="/feeds/listings.atom"><link rel="alternate" type="application/feed+json" title="New animals" href="/feeds/listings.json">${structuredData(trailData([[name, url]]))}`,
    css: cards?.css ?? '',
    next: next === undefined ? undefined : addressOf(choice, { cursor: next }),
    main: html`${pawSymbol}<div class="lead small"><h1>${name}</h1><p class="num">${count}</p></div>${quickPicks(view)}${filterForm(view)}${chosen(view)}${notices.map((notice) => html`<p class="notice" role="status">${notice}</p>`)}${cards ? html`<h2 class="hide">${count}</h2>${grid(cards)}` : empty(choice)}${pages(view)}`,
  })
}

export const grid = (cards: Fragment): Html => html`<div class="grid">${new Html(cards.html)}</div>`

const titleOf = (choice: Choice, shelter: string | undefined): string =>
  `${kindOf(choice)} to adopt${shelter === undefined ? '' : ` at ${shelter}`}`

const kindOf = ({ species: [kind, ...others] = [] }: Choice): string =>
  kind && others.length === 0 ? speciesNames[kind].many : 'Animals'

const countText = ({ total, isAtLeast }: AdoptView): string =>
  isAtLeast ? `More than ${plural(total, 'animal')}` : plural(total, 'animal')

/** The most popular filters, one click away. They keep the other filters. */
const quickPicks = ({ query: { choice }, counts }: AdoptView): Html => {
  const { species: chosen, ...others } = choice
  const link = (name: Shown, to: Choice, isOn: boolean) =>
    html`<a href="${addressOf(to)}"${isOn && html` aria-current="page"`}>${name}</a>`
  const kinds = species
    .map((one) => [one, counts.species[one] ?? 0] as const)
    .filter(([one, count]) => count > 0 || chosen?.includes(one))
    .sort(([, one], [, other]) => other - one)
    .map(([one, count]) => {
      const name = html`${speciesNames[one].many}<small class="num">${numberText(count)}</small>`
      return link(name, { ...choice, species: [one] }, chosen?.length === 1 && chosen[0] === one)
    })
  return html`<nav class="pick" aria-label="Kinds of animals">${link('Everyone', others, !chosen)}${kinds}</nav>`
}

/** The chosen filters besides the species, each with a link that removes it. */
const chosen = ({ query: { choice }, shelter }: AdoptView): Html | undefined => {
  const labels: [keyof Choice, string | undefined][] = [
    ['q', choice.q && `“${choice.q}”`],
    ['breed', choice.breed?.join(', ')],
    ['age', choice.age?.map((one) => ageNames[one]).join(', ')],
    ['size', choice.size?.map((one) => sizeNames[one]).join(', ')],
    ['sex', choice.sex?.map((one) => sexNames[one]).join(', ')],
    ['goodWith', choice.goodWith && `Good with ${choice.goodWith.join(' and ')}`],
    ['houseTrained', choice.houseTrained && 'House-trained'],
    [
      'specialNeeds',
      choice.specialNeeds &&
        (choice.specialNeeds === 'true' ? 'Special needs' : 'No special needs'),
    ],
    ['tag', choice.tag?.join(', ')],
    ['organizationId', choice.organizationId && (shelter ?? 'Some shelters')],
    ['status', choice.status === 'pending' ? 'On hold' : undefined],
    [
      'near',
      choice.near &&
        (choice.withinKm
          ? `Within ${choice.withinKm} km of ${choice.near}`
          : `Near ${choice.near}`),
    ],
  ]
  const shown = labels.filter(([, label]) => label)
  if (shown.length === 0) return undefined
  return html`<div class="chosen">${shown.map(([name, label]) => html`<a href="${addressOf(withoutOne(choice, name))}"><span class="hide">Remove filter: </span><bdi>${label}</bdi> <span aria-hidden="true">✕</span></a>`)}<a class="all" href="${addressOf(choice.species ? { species: choice.species } : {})}">Clear all</a></div>`
}

const withoutOne = (choice: Choice, name: keyof Choice): Choice => {
  const { [name]: _gone, ...rest } = choice
  if (name !== 'near') return rest
  const { withinKm: _within, ...whole } = rest as Choice
  return whole
}

const empty = (choice: Choice): Html => {
  const isFiltered = Object.keys(choice).length > 0
  const [title, text] = isFiltered
    ? ['No animals match these filters.', 'Remove a filter, or see all animals.']
    : [
        'Everyone has found a home.',
        'No animal is waiting at the moment. Come back soon: that rarely lasts long.',
      ]
  return html`<div class="empty"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#paw"/></svg><h2>${title}</h2><p>${text}</p>${isFiltered && html`<a class="btn primary" href="/adopt">Show everyone</a>`}</div>`
}

const pages = ({ query: { choice, cursor }, next }: AdoptView): Html | undefined => {
  if (next === undefined && cursor === undefined) return undefined
  const links: Shown[] = [
    cursor !== undefined && html`<a class="btn" href="${addressOf(choice)}">First page</a>`,
    next !== undefined &&
      html`<a class="btn primary" rel="next" href="${addressOf(choice, { cursor: next })}">More animals</a>`,
  ]
  return html`<nav class="pages" aria-label="Pages">${links}</nav>`
}
