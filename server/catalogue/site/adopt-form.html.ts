import { ageBands } from '../../animals/profiles/age.ts'
import {
  ageNames,
  companionNames,
  numberText,
  sexNames,
  sizeNames,
} from '../../animals/profiles/labels.ts'
import { companions, sexes, sizes } from '../../animals/profiles/profile-values.ts'
import { type Html, html } from '../../platform/html.ts'
import type { FacetCounts } from '../listings/listing-facets.ts'
import { type AdoptQuery, type Choice, distancesKm } from './adopt-query.ts'
import type { Fragment } from './listing-card.html.ts'

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
  shelter: string | undefined
  origin: string
}

const inDetails = [
  'age',
  'size',
  'sex',
  'goodWith',
  'specialNeeds',
  'houseTrained',
  'status',
] as const

/** The filters of a list, with a count for each option. Empty fields are ignored when the form is read. */
export const filterForm = (view: AdoptView): Html => {
  const { query, counts } = view
  const { choice } = query
  const count = (kind: keyof FacetCounts, value: string) => numberText(counts[kind][value] ?? 0)
  const isOpen = inDetails.some((name) => choice[name] !== undefined)
  const kept = html`${choice.species?.length && hidden('species', choice.species.join(','))}${choice.breed && hidden('breed', choice.breed.join(','))}${choice.tag && hidden('tag', choice.tag.join(','))}${choice.organizationId && hidden('organizationId', choice.organizationId.join(','))}`
  return html`<search class="filters"><form action="/adopt" id="filters">${kept}<div class="line"><label class="field wide">Search<input type="search" name="q" maxlength="200" value="${choice.q ?? ''}" placeholder="Name, breed or character"></label>${view.hasPlaces && place(view)}${sort(choice, view.hasPlaces)}<button class="btn primary">Show animals</button></div><details${isOpen && html` open`}><summary>More filters</summary><div class="line">${select('age', 'Age', ageBands, ageNames, view)}${select('size', 'Size', sizes, sizeNames, view)}${select('sex', 'Sex', sexes, sexNames, view)}${options(
    'status',
    'Availability',
    [
      ['', 'Available'],
      ['pending', 'On hold'],
    ],
    choice.status ?? '',
  )}</div><div class="line"><fieldset class="checks"><legend>Good with</legend>${companions.map((one) => check('goodWith', one, companionNames[one], choice.goodWith?.includes(one) ?? false, count('goodWith', one)))}</fieldset><fieldset class="checks"><legend>And</legend>${check('houseTrained', 'true', 'House-trained', choice.houseTrained === 'true')}${check('specialNeeds', 'true', 'Special needs', choice.specialNeeds === 'true')}</fieldset></div></details></form></search>`
}

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

const place = ({ query: { choice }, cities }: AdoptView): Html =>
  html`<label class="field">Near<input name="near" maxlength="100" list="cities" value="${choice.near ?? ''}" placeholder="City, postcode" autocomplete="address-level2"></label><datalist id="cities">${cities.map((city) => html`<option value="${city}">`)}</datalist>${options('within', 'Within', [['', 'Any distance'], ...distancesKm.map((km) => [String(km), `${km} km`] as [string, string])], String(choice.withinKm ?? ''))}`

const sort = ({ sort, q }: Choice, hasPlaces: boolean): Html =>
  options(
    'sort',
    'Order',
    [
      ['', q ? 'Best match' : 'Newest first'],
      ...(q ? [['-publishedAt', 'Newest first'] as [string, string]] : []),
      ['publishedAt', 'Waiting longest'],
      ['name', 'Name'],
      ...(hasPlaces ? [['distance', 'Nearest'] as [string, string]] : []),
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
  label: string,
  values: readonly Value[],
  names: Record<Value, string>,
  { query: { choice }, counts }: AdoptView,
): Html =>
  options(
    name,
    label,
    [
      ['', 'Any'],
      ...values.map((value): [string, string] => [
        value,
        `${names[value]} (${numberText(counts[name][value] ?? 0)})`,
      ]),
    ],
    choice[name]?.[0] ?? '',
  )

const check = (name: string, value: string, text: string, isOn: boolean, count?: string): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${isOn && html` checked`}>${text}${count !== undefined && html` <small class="faint num">${count}</small>`}</label>`
