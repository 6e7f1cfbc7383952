import { ageBands } from '../../animals/profiles/age.ts'
import {
  ageNames,
  companionNames,
  numberText,
  sexNames,
  sizeNames,
} from '../../animals/profiles/labels.ts'
import { companions, sexes, sizes } from '../../animals/profiles/profile-values.ts'
import { Html, html } from '../../platform/html.ts'
import type { FacetCounts } from '../listings/listing-facets.ts'
import { type Choice, distancesKm } from './adopt-query.ts'
import type { AdoptView } from './adopt-view.ts'

/** Renders a count, or a mark in its place. */
type Count = (kind: keyof FacetCounts, value: string) => Html
type Asked = { kind: keyof FacetCounts; value: string }

/** The form of a choice, split where the counts belong. */
type Blank = Pick<AdoptView, 'cities' | 'hasPlaces'> & { texts: string[]; numbers: Asked[] }

const blanks = new WeakMap<Choice, Blank>()

/**
 * The filters of a list, with a count for each option. Usually only the counts change, so the rest of the form is
 * cached.
 */
export const filterForm = (view: AdoptView): Html => {
  const { counts, query } = view
  const known = blanks.get(query.choice)
  const blank = known && isFor(view, known) ? known : blankOf(view)
  if (blank !== known) blanks.set(query.choice, blank)
  const { texts, numbers } = blank
  let text = texts[0] ?? ''
  for (const [at, { kind, value }] of numbers.entries())
    text += numberText(counts[kind][value] ?? 0) + (texts[at + 1] ?? '')
  return new Html(text)
}

const isFor = ({ cities, hasPlaces }: AdoptView, blank: Blank): boolean =>
  blank.hasPlaces === hasPlaces &&
  blank.cities.length === cities.length &&
  blank.cities.every((city, at) => city === cities[at])

/** Page texts never contain it, because control characters are not accepted. */
const MARK = '\0'

const blankOf = (view: AdoptView): Blank => {
  const numbers: Asked[] = []
  const form = written(view, (kind, value) => {
    numbers.push({ kind, value })
    return new Html(MARK)
  })
  const { cities, hasPlaces } = view
  return { cities, hasPlaces, numbers, texts: form.text.split(MARK) }
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

/** Empty fields are ignored when the form is read. */
const written = (view: AdoptView, count: Count): Html => {
  const { choice } = view.query
  const isOpen = inDetails.some((name) => choice[name] !== undefined)
  const kept = html`${choice.species?.length && hidden('species', choice.species.join(','))}${choice.breed && hidden('breed', choice.breed.join(','))}${choice.tag && hidden('tag', choice.tag.join(','))}${choice.organizationId && hidden('organizationId', choice.organizationId.join(','))}`
  return html`<search class="filters"><form action="/adopt" id="filters">${kept}<div class="line"><label class="field wide">Search<input type="search" name="q" maxlength="200" value="${choice.q ?? ''}" placeholder="Name, breed or character"></label>${view.hasPlaces && place(view)}${sort(choice, view.hasPlaces)}<button class="btn primary">Show animals</button></div><details${isOpen && html` open`}><summary>More filters</summary><div class="line">${select('age', 'Age', ageBands, ageNames, choice, count)}${select('size', 'Size', sizes, sizeNames, choice, count)}${select('sex', 'Sex', sexes, sexNames, choice, count)}${options(
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
  values: readonly (readonly [value: string, text: string | Html])[],
  current: string,
): Html =>
  html`<label class="field">${label}<select name="${name}">${values.map(([value, text]) => html`<option value="${value}"${value === current && html` selected`}>${text}</option>`)}</select></label>`

const select = <Value extends string>(
  name: 'age' | 'size' | 'sex',
  label: string,
  values: readonly Value[],
  names: Record<Value, string>,
  choice: Choice,
  count: Count,
): Html =>
  options(
    name,
    label,
    [
      ['', 'Any'],
      ...values.map((value): [string, Html] => [
        value,
        html`${names[value]} (${count(name, value)})`,
      ]),
    ],
    choice[name]?.[0] ?? '',
  )

const check = (name: string, value: string, text: string, isOn: boolean, count?: Html): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${isOn && html` checked`}>${text}${count !== undefined && html` <small class="faint num">${count}</small>`}</label>`
