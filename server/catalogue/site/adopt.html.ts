import { distanceText } from '../../animals/profiles/labels.ts'
import { species } from '../../animals/profiles/profile-values.ts'
import { Html, type HtmlContent, html } from '../../platform/html.ts'
import { type AdoptView, filterForm } from './adopt-form.html.ts'
import { type AdoptNotice, addressOf, type Choice } from './adopt-query.ts'
import { type Look, openGraph, type Page, page } from './layout.html.ts'
import type { Fragment } from './listing-card.html.ts'
import { pawSymbol } from './picture.html.ts'
import { structuredData, trailData } from './structured-data.ts'
import type { SiteTexts } from './texts/english.ts'

export const adoptPage = (look: Look, view: AdoptView): Page => {
  const { query, cards, next, origin, shelter } = view
  const { choice, cursor, notices } = query
  const { link, texts } = look
  const { list } = texts
  const count = countText(view, texts)
  const kind = kindOf(choice, texts)
  const name = list.title(kind, shelter)
  const title = `${name} - ${look.name}`
  // Without the number of animals, because search engines show it for weeks.
  const description = list.about(kind, shelter ?? look.name)
  const address = addressOf(choice, cursor === undefined ? {} : { cursor })
  const url = origin + address
  const isSearch = choice.q !== undefined || choice.near !== undefined || cursor !== undefined
  return page(look, {
    title,
    description,
    canonical: url,
    address,
    isHidden: isSearch || notices.length > 0 || cards === undefined,
    head: html`${openGraph({ site: look.name, title, description, url, origin })}<link rel="alternate" type="application/atom+xml" title="${list.newAnimals}" href="${link('/feeds/listings.atom')}"><link rel="alternate" type="application/feed+json" title="${list.newAnimals}" href="${link('/feeds/listings.json')}">${structuredData(trailData([[name, url]]))}`,
    css: cards?.css ?? '',
    isFrontDoor: cards === undefined && !isFiltered(choice),
    next: next === undefined ? undefined : link(addressOf(choice, { cursor: next })),
    main: html`${pawSymbol}<div class="lead small"><h1>${name}</h1><p class="num">${count}</p></div>${quickPicks(look, view)}${filterForm(look, view)}${chosen(look, view)}${notices.map((notice) => html`<p class="notice" role="status">${noticeText(notice, texts)}</p>`)}${cards ? html`<h2 class="hide">${count}</h2>${grid(cards)}` : empty(look, choice)}${pages(look, view)}`,
  })
}

/** `isRow`: a few cards, in full rows. */
export const grid = (cards: Fragment, { isRow = false } = {}): Html =>
  html`<div class="grid${isRow && ' few'}">${new Html(cards.html)}</div>`

const kindOf = ({ species: [kind, ...others] = [] }: Choice, { animals, list }: SiteTexts): string =>
  kind && others.length === 0 ? animals.species[kind].many : list.animals

const countText = ({ total, isAtLeast }: AdoptView, { list }: SiteTexts): string =>
  isAtLeast ? list.moreThan(total) : list.count(total)

const noticeText = (notice: AdoptNotice, { list, filter }: SiteTexts): string => {
  if (notice.is === 'noPage') return list.noPage
  if (notice.is === 'noPlace') return list.noPlace(notice.value)
  return list.ignored(notice.value, notice.filter && filter[notice.filter])
}

/** The most popular filters, one click away. They keep the other filters. */
const quickPicks = (look: Look, { query: { choice }, counts }: AdoptView): Html => {
  const { animals, home, list, number } = look.texts
  const { species: chosen, ...others } = choice
  const link = (name: HtmlContent, to: Choice, isOn: boolean) =>
    html`<a href="${look.link(addressOf(to))}"${isOn && html` aria-current="page"`}>${name}</a>`
  const kinds = species
    .map((one) => [one, counts.species[one] ?? 0] as const)
    .filter(([one, count]) => count > 0 || chosen?.includes(one))
    .sort(([, one], [, other]) => other - one)
    .map(([one, count]) => {
      const name = html`${animals.species[one].many}<small class="num">${number(count)}</small>`
      return link(name, { ...choice, species: [one] }, chosen?.length === 1 && chosen[0] === one)
    })
  return html`<nav class="pick" aria-label="${list.kinds}">${link(home.everyone, others, !chosen)}${kinds}</nav>`
}

/** The chosen filters besides the species, each with a link that removes it. */
const chosen = (look: Look, view: AdoptView): Html | undefined => {
  const { link, texts } = look
  const { list } = texts
  const { choice } = view.query
  const shown = filterLabels(look, view).filter(([, label]) => label)
  if (shown.length === 0) return undefined
  const cleared = addressOf(choice.species ? { species: choice.species } : {})
  return html`<div class="chosen">${shown.map(([name, label]) => html`<a href="${link(addressOf(withoutOne(choice, name)))}"><span class="hide">${list.removeFilter} </span><bdi>${label}</bdi> <span aria-hidden="true">✕</span></a>`)}<a class="all" href="${link(cleared)}">${list.clear}</a></div>`
}

const filterLabels = (
  { language, texts: { animals, filter, list } }: Look,
  { query: { choice }, shelter, country }: AdoptView,
): [keyof Choice, string | undefined][] => {
  const { near, withinKm } = choice
  return [
    ['q', choice.q && `“${choice.q}”`],
    ['breed', choice.breed?.join(', ')],
    ['age', choice.age?.map((one) => animals.ageBand[one]).join(', ')],
    ['size', choice.size?.map((one) => animals.size[one]).join(', ')],
    ['sex', choice.sex?.map((one) => animals.sex[one]).join(', ')],
    ['goodWith', choice.goodWith && list.goodWith(choice.goodWith.map((one) => list.goodWithOne[one]))],
    ['houseTrained', choice.houseTrained && filter.houseTrained],
    [
      'specialNeeds',
      choice.specialNeeds && (choice.specialNeeds === 'true' ? filter.specialNeeds : list.noSpecialNeeds),
    ],
    ['tag', choice.tag?.join(', ')],
    ['organizationId', choice.organizationId && (shelter ?? list.someShelters)],
    ['status', choice.status === 'pending' ? animals.status.pending : undefined],
    [
      'near',
      near && (withinKm === undefined ? list.near(near) : list.within(distanceText(withinKm, language, country), near)),
    ],
  ]
}

const withoutOne = (choice: Choice, name: keyof Choice): Choice => {
  const { [name]: _gone, ...rest } = choice
  if (name !== 'near') return rest
  const { withinKm: _within, ...whole } = rest as Choice
  return whole
}

const isFiltered = (choice: Choice): boolean => Object.keys(choice).some((name) => name !== 'sort')

const empty = ({ link, texts: { list } }: Look, choice: Choice): Html => {
  const hasFilters = isFiltered(choice)
  const [title, text] = hasFilters ? [list.noMatch, list.noMatchAdvice] : [list.none, list.noneAdvice]
  return html`<div class="empty"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#paw"/></svg><h2>${title}</h2><p>${text}</p>${hasFilters && html`<a class="btn primary" href="${link('/adopt')}">${list.showEveryone}</a>`}</div>`
}

const pages = ({ link, texts: { list } }: Look, { query: { choice, cursor }, next }: AdoptView): Html | undefined => {
  if (next === undefined && cursor === undefined) return undefined
  const links: HtmlContent[] = [
    cursor !== undefined && html`<a class="btn" href="${link(addressOf(choice))}">${list.firstPage}</a>`,
    next !== undefined &&
      html`<a class="btn primary" rel="next" href="${link(addressOf(choice, { cursor: next }))}">${list.more}</a>`,
  ]
  return html`<nav class="pages" aria-label="${list.pages}">${links}</nav>`
}
