// The attributes that the owner of the page sets.
import type { Listing } from '@adoption-store/client'
import type { Parameters } from './store.ts'

/**
 * Attributes that are passed to the store as they are. The store writes their names as `goodWith`.
 */
const filters =
  'species breed sex size age coat color tag good-with house-trained special-needs status q near within published-after sort limit'.split(
    ' ',
  )

export const attributes = [...filters, ...'api-key store organization filters lang language theme apply-url'.split(' ')]

const camel = (name: string): string => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())

type Attributes = Pick<Element, 'getAttribute'>

/** The parameters of the page; visitors choose among their results. */
export const parametersOf = (element: Attributes): Parameters => {
  const organization = element.getAttribute('organization')?.trim()
  const parameters: Parameters = { limit: '12' }
  if (!organization) parameters.mine = 'true'
  else if (organization !== 'all') parameters.organizationId = organization
  for (const attribute of filters) {
    const value = element.getAttribute(attribute)
    // An attribute without a value means yes.
    if (value !== null) parameters[camel(attribute)] = value.trim().replace(/\s*,\s*/g, ',') || 'true'
  }
  return parameters
}

export type FilterName = 'species' | 'age' | 'size' | 'sex' | 'goodWith' | 'search'
/** Filters for visitors, each with its remaining values. */
export type Offered = ReadonlyMap<FilterName, readonly string[]>

type Known<Value> = readonly NonNullable<Value>[]
const species: Known<Listing['species']> = [
  ...(['dog', 'cat', 'rabbit', 'smallFurry', 'bird'] as const),
  ...(['horse', 'reptile', 'fish', 'barnyard', 'other'] as const),
]
const ages: Known<Listing['age']['band']> = ['baby', 'young', 'adult', 'senior']
const sizes: Known<Listing['size']> = ['small', 'medium', 'large', 'extraLarge']
const sexes: Known<Listing['sex']> = ['female', 'male']
const companions: readonly (keyof Listing['goodWith'])[] = ['children', 'dogs', 'cats']

/** In the order in which they are shown. */
const choices = new Map<FilterName, readonly string[]>([
  ['species', species],
  ['search', []],
  ['age', ages],
  ['size', sizes],
  ['sex', sexes],
  ['goodWith', companions],
])

/** All except the search, unless the page lists the filters it wants. */
export const offeredBy = (element: Attributes, parameters: Parameters): Offered => {
  const wanted = element
    .getAttribute('filters')
    ?.replace('good-with', 'goodWith')
    .split(/[\s,]+/)
  const offered = [...choices]
    .filter(([name]) => (wanted ? wanted.includes(name) : name !== 'search'))
    .map(([name, values]) => [name, left(name, values, parameters)] as const)
  // A single value is only a choice if it can be left out.
  return new Map(
    offered.filter(([name, { length }]) => length > 1 || name === 'search' || (name === 'goodWith' && length > 0)),
  )
}

const left = (name: string, values: readonly string[], parameters: Parameters): readonly string[] => {
  const given = parameters[name]?.split(',')
  if (!given) return values
  // An animal must be good with all given companions, but only needs to have one of the other
  // values.
  return values.filter((value) => given.includes(value) !== (name === 'goodWith'))
}

/** The parameters of the page, narrowed by the choices of a visitor. */
export const narrowed = (parameters: Parameters, chosen: Parameters): Parameters => {
  const { goodWith, q, ...one } = chosen
  const both = (mine: string | undefined, own: string | undefined, between: string) =>
    [mine, own].filter(Boolean).join(between)
  const all = {
    ...parameters,
    ...one,
    goodWith: both(parameters.goodWith, goodWith, ','),
    q: both(parameters.q, q, ' '),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}
