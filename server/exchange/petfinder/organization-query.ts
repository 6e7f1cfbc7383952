import type { OrganizationSort } from '../../animals/organizations/organization-search.repository.ts'
import { foldText } from '../../platform/search-text.ts'
import { DISTANCE, METRES_A_MILE } from './animal-query.ts'
import { type PageNumber, pageOf } from './page.ts'
import { parameterReader, querySchema, type Sent } from './parameters.ts'

export const OrganizationQuery = querySchema(
  ['name', 'location', 'distance', 'state', 'country', 'query', 'sort', 'page', 'limit'],
  [],
)

type Sort = OrganizationSort | 'distance'

export type OrganizationSearch = PageNumber & {
  name: string | undefined
  text: string | undefined
  state: string | undefined
  country: string | undefined
  location: string | undefined
  metres: number
  sort: Sort
  isDescending: boolean
}

const sorts: readonly Sort[] = ['distance', 'name', 'country', 'state']

/** Throws `invalid_parameter`. */
export const organizationSearchOf = (sent: Sent): OrganizationSearch => {
  const read = parameterReader(sent)
  const location = read.text('location')
  const distance = read.integer('distance', DISTANCE)
  if (sent.distance && location === undefined) read.wrong('location', 'is required with distance')
  const sort = read.word('sort', 'sort', (word) => sorts.find((one) => one === word.replace(/^-/, '')))
  if (sort === 'distance' && location === undefined) read.wrong('location', `is required with sort=${sent.sort}`)
  const page = pageOf(read)
  const [name, text, state] = ['name', 'query', 'state'].map((parameter) => {
    const sentText = read.text(parameter)
    return sentText === undefined ? undefined : foldText(sentText)
  })
  const country = read.text('country')?.toUpperCase()
  read.check()
  return {
    ...page,
    name,
    text,
    state,
    country,
    location,
    metres: distance * METRES_A_MILE,
    sort: sort ?? (location === undefined ? 'id' : 'distance'),
    isDescending: typeof sent.sort === 'string' && sent.sort.startsWith('-'),
  }
}
