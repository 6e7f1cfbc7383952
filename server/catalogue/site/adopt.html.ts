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
import { filterForm } from './adopt-form.html.ts'
import { addressOf, type Choice } from './adopt-query.ts'
import type { AdoptView } from './adopt-view.ts'
import {
  type Filling,
  type Frame,
  filling,
  frame,
  framed,
  type Look,
  openGraph,
  type Page,
} from './layout.html.ts'
import type { Fragment } from './listing-card.html.ts'
import { pawSymbol } from './picture.html.ts'
import { structuredData, trailData } from './structured-data.ts'

export const adoptPage = (look: Look, view: AdoptView): Page => {
  const { query, cards } = view
  const count = countText(view)
  const own = html`<p class="num">${count}</p></div>${quickPicks(view)}${filterForm(view)}${chosen(view)}${query.notices.map((notice) => html`<p class="notice" role="status">${notice}</p>`)}${cards ? html`<h2 class="hide">${count}</h2>` : empty(query.choice)}`
  return framed(frameFor(look, view), own, cards ? fillingFor(cards, view) : fillingOf(view))
}

/** Cached with the cards, because most changes alter only the counts. */
const fillings = new WeakMap<Fragment, Filling>()

const fillingFor = (cards: Fragment, view: AdoptView): Filling => {
  const made = fillings.get(cards) ?? fillingOf(view)
  fillings.set(cards, made)
  return made
}

const fillingOf = (view: AdoptView): Filling => {
  const { query, cards, next } = view
  return filling({
    css: cards?.css ?? '',
    head:
      next !== undefined &&
      html`<link rel="next" href="${addressOf(query.choice, { cursor: next })}">`,
    main: html`${cards && grid(cards)}${pages(view)}`,
  })
}

/** What a frame depends on besides the choice. */
type About = Pick<AdoptView, 'origin' | 'shelter'> &
  Pick<AdoptView['query'], 'cursor'> & { look: Look; isHidden: boolean }

const frames = new WeakMap<Choice, About & { frame: Frame }>()

/** Cached by choice, because equal queries share one object. */
const frameFor = (look: Look, { query, cards, origin, shelter }: AdoptView): Frame => {
  const { choice, cursor, notices } = query
  const isSearch = choice.q !== undefined || choice.near !== undefined || cursor !== undefined
  const isHidden = isSearch || notices.length > 0 || cards === undefined
  const about = { look, origin, shelter, cursor, isHidden }
  const known = frames.get(choice)
  if (known && isSame(known, about)) return known.frame
  const frame = frameOf(choice, about)
  frames.set(choice, { ...about, frame })
  return frame
}

const isSame = (one: About, other: About): boolean =>
  one.look === other.look &&
  one.origin === other.origin &&
  one.shelter === other.shelter &&
  one.cursor === other.cursor &&
  one.isHidden === other.isHidden

const frameOf = (choice: Choice, { look, origin, shelter, cursor, isHidden }: About): Frame => {
  const name = titleOf(choice, shelter)
  const title = `${name} - ${look.name}`
  // Without the number of animals, because search engines show it for weeks.
  const description = `${kindOf(choice)} looking for a home at ${shelter ?? look.name}. Meet them, and find out whether it fits.`
  const url = origin + addressOf(choice, cursor === undefined ? {} : { cursor })
  return frame(look, {
    ...{ title, description, canonical: url, isHidden },
    head: html`${openGraph({ site: look.name, title, description, url, origin })}<link rel="alternate" type="application/atom+xml" title="New animals" href="/feeds/listings.atom"><link rel="alternate" type="application/feed+json" title="New animals" href="/feeds/listings.json">${structuredData(trailData([[name, url]]))}`,
    main: html`${pawSymbol}<div class="lead small"><h1>${name}</h1>`,
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
  const links = linksFor(choice)
  const kinds = species
    .map((one) => [one, counts.species[one] ?? 0] as const)
    .filter(([one, count]) => count > 0 || choice.species?.includes(one))
    .sort(([, one], [, other]) => other - one)
    .map(([one, count]) => `${links.kinds[one]}<small class="num">${numberText(count)}</small></a>`)
  return html`<nav class="pick" aria-label="Kinds of animals">${links.everyone}${new Html(kinds.join(''))}</nav>`
}

type Links = { everyone: Html; kinds: Record<(typeof species)[number], string> }

/** Cached by choice, because equal queries share one object. */
const links = new WeakMap<Choice, Links>()

const linksFor = (choice: Choice): Links => {
  const known = links.get(choice)
  if (known) return known
  const link = (name: string, to: Choice, isOn: boolean) =>
    html`<a href="${addressOf(to)}"${isOn && html` aria-current="page"`}>${name}`
  const { species: _species, ...without } = choice
  const isOnly = (one: string) => choice.species?.length === 1 && choice.species[0] === one
  const kinds = species.map((one) => [
    one,
    link(speciesNames[one].many, { ...choice, species: [one] }, isOnly(one)).text,
  ])
  const made = {
    everyone: html`${link('Everyone', without, !choice.species)}</a>`,
    // It has an entry for every species.
    kinds: Object.fromEntries(kinds) as Links['kinds'],
  }
  links.set(choice, made)
  return made
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
