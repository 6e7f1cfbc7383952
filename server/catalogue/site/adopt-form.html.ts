import { ageBands } from '../../animals/profiles/age.ts'
import { distanceText } from '../../animals/profiles/labels.ts'
import { companions, sexes, sizes } from '../../animals/profiles/profile-values.ts'
import { type Html, html } from '../../platform/html.ts'
import { LANGUAGE_PARAMETER } from '../../platform/language.ts'
import type { FacetCounts } from '../listings/listing-facets.ts'
import { type AdoptQuery, type Choice, distancesIn } from './adopt-query.ts'
import type { Fragment } from './listing-card.html.ts'
import type { PageLanguage } from './page-language.ts'
import type { SiteTexts } from './texts/english.ts'

export type AdoptView = {
  query: AdoptQuery
  /** Counts of animals that match all other filters. */
  counts: FacetCounts
  total: number
  /** Whether there may be more than are counted. */
  isAtLeast: boolean
  /** Undefined if nothing matches. */
  cards: Fragment | undefined
  next: string | undefined
  /** The cities of shelters with a location, as suggestions for the place. */
  cities: readonly string[]
  hasPlaces: boolean
  /** The country of all shelters with a location, if it is the same. */
  country: string | null
  shelter: string | undefined
  origin: string
}

const inDetails = ['age', 'size', 'sex', 'goodWith', 'specialNeeds', 'houseTrained', 'status'] as const

/** The filters of a list, with a count for each option. Empty fields are ignored when the form is read. */
export const filterForm = (page: PageLanguage, view: AdoptView): Html => {
  const { query, counts } = view
  const { choice } = query
  const { texts } = page
  const { filter, animals } = texts
  const count = (kind: keyof FacetCounts, value: string) => texts.number(counts[kind][value] ?? 0)
  const isOpen = inDetails.some((name) => choice[name] !== undefined)
  const kept = html`${choice.species?.length && hidden('species', choice.species.join(','))}${choice.breed && hidden('breed', choice.breed.join(','))}${choice.tag && hidden('tag', choice.tag.join(','))}${choice.organizationId && hidden('organizationId', choice.organizationId.join(','))}${page.isChosen && hidden(LANGUAGE_PARAMETER, page.language)}`
  return html`<search class="filters"><form action="/adopt" id="filters">${kept}<div class="line"><label class="field wide">${filter.search}<input type="search" name="q" maxlength="200" value="${choice.q ?? ''}" placeholder="${filter.searchHint}"></label>${view.hasPlaces && place(page, view)}${sort(choice, view.hasPlaces, filter)}<button class="btn primary">${filter.show}</button></div><details${isOpen && html` open`}><summary>${filter.more}</summary><div class="line">${select('age', ageBands, animals.ageBand, texts, view)}${select('size', sizes, animals.size, texts, view)}${select('sex', sexes, animals.sex, texts, view)}${options(
    'status',
    filter.availability,
    [
      ['', animals.status.available],
      ['pending', animals.status.pending],
    ],
    choice.status ?? '',
  )}</div><div class="line"><fieldset class="checks"><legend>${filter.goodWith}</legend>${companions.map((one) => check('goodWith', one, animals.companion[one], choice.goodWith?.includes(one) ?? false, count('goodWith', one)))}</fieldset><fieldset class="checks"><legend>${filter.also}</legend>${check('houseTrained', 'true', filter.houseTrained, choice.houseTrained === 'true')}${check('specialNeeds', 'true', filter.specialNeeds, choice.specialNeeds === 'true')}</fieldset></div><button class="btn primary">${filter.show}</button></details></form></search>`
}

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

const place = (
  { texts: { filter }, language }: PageLanguage,
  { query: { choice }, cities, country }: AdoptView,
): Html =>
  html`<label class="field">${filter.near}<input name="near" maxlength="100" list="cities" value="${choice.near ?? ''}" placeholder="${filter.nearHint}" autocomplete="address-level2"></label><datalist id="cities">${cities.map((city) => html`<option value="${city}">`)}</datalist>${options('within', filter.within, [['', filter.anyDistance], ...distancesIn(country).map((km) => [String(km), distanceText(km, language, country)] as [string, string])], String(choice.withinKm ?? ''))}`

const sort = ({ sort, q }: Choice, hasPlaces: boolean, filter: SiteTexts['filter']): Html =>
  options(
    'sort',
    filter.order,
    [
      ['', q ? filter.bestMatch : filter.newestFirst],
      ...(q ? [['-publishedAt', filter.newestFirst] as [string, string]] : []),
      ['publishedAt', filter.waitingLongest],
      ['name', filter.name],
      ...(hasPlaces ? [['distance', filter.nearest] as [string, string]] : []),
    ],
    sort ?? '',
  )

const options = (
  name: string,
  label: string,
  values: readonly (readonly [value: string, text: string])[],
  current: string,
): Html =>
  html`<label class="field">${label}<select name="${name}">${values.map(([value, text]) => html`<option value="${value}"${value === current && html` selected`}>${text}</option>`)}</select></label>`

const select = <Value extends string>(
  name: 'age' | 'size' | 'sex',
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
  { filter, number }: SiteTexts,
  { query: { choice }, counts }: AdoptView,
): Html =>
  options(
    name,
    filter[name],
    [
      ['', filter.any],
      ...values.map((value): [string, string] => [value, `${names[value]} (${number(counts[name][value] ?? 0)})`]),
    ],
    choice[name]?.[0] ?? '',
  )

const check = (name: string, value: string, text: string, isOn: boolean, count?: string): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${isOn && html` checked`}>${text}${count !== undefined && html` <small class="faint num">${count}</small>`}</label>`
