import { type Command, Option } from 'commander'
import type { FacetQuery, Int64, Listing, ListingQuery } from '../mod.ts'
import { type CommandContext, type ListLimit, limited, pageSize, readIds, remote, take } from './remote.ts'

type Filters = {
  search?: string
  species?: string
  breed?: string
  sex?: string
  size?: string
  age?: string
  tag?: string
  goodWith?: string
  organization?: Int64[]
  status?: 'available' | 'pending'
  near?: string
  within?: string
}
type ListOptions = Filters & ListLimit & { sort?: NonNullable<ListingQuery>['sort'] }

/** `listings list|facets`: the published animals of a remote service. */
export const listingCommands =
  (context: CommandContext) =>
  (listings: Command): void => {
    const list = filtered(limited(listings.command('list').description('list published animals')))
    list.addOption(
      new Option('--sort <order>', 'the order; relevance with --search, else newest first').choices([
        '-publishedAt',
        'publishedAt',
        'name',
        'distance',
        'relevance',
      ]),
    )
    remote<[], ListOptions>(list, context, async (store, _args, options) => {
      const { sort } = options
      const query = { ...filters(options), ...(sort && { sort }), limit: pageSize(options) }
      return listingTable(await take(store.listings.list(query), options))
    })

    const facets = filtered(listings.command('facets').description('count published animals by value'))
    remote<[], Filters>(facets, context, async (store, _args, options) => {
      const counts = await store.listings.facets(filters(options))
      const rows = Object.entries(counts).flatMap(([field, values]) =>
        Object.entries(values).map(([value, count]) => [field, value, count]),
      )
      return { json: counts, headings: ['FIELD', 'VALUE', 'COUNT'], rows }
    })
  }

const filtered = (command: Command): Command =>
  command
    .option('--search <words>', 'words, or parts of a name')
    .option('--species <values>', 'one or more, separated by commas')
    .option('--breed <values>', 'one or more, separated by commas')
    .option('--sex <values>', 'one or more, separated by commas')
    .option('--size <values>', 'one or more, separated by commas')
    .option('--age <values>', 'baby, young, adult, senior')
    .option('--tag <values>', 'one or more, separated by commas')
    .option('--good-with <values>', 'children, dogs, cats: all of them')
    .option('--organization <ids>', 'only animals of these organizations', readIds)
    .addOption(new Option('--status <status>', 'the status').choices(['available', 'pending']))
    .option('--near <place>', 'latitude and longitude, such as 52.52,13.40')
    .option('--within <distance>', 'distance from --near, such as 50km')

/** The service reports invalid values. */
const filters = ({ search, organization, ...rest }: Filters & Partial<ListLimit>): FacetQuery => {
  const { species, breed, sex, size, age, tag, goodWith, status, near, within } = rest
  const lists = { species, breed, sex, size, age, tag, goodWith }
  const values = Object.entries(lists).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value.split(',')] as const],
  )
  return {
    ...Object.fromEntries(values),
    ...(search !== undefined && { q: search }),
    ...(organization && { organizationId: organization }),
    ...(status && { status }),
    ...(near !== undefined && { near }),
    ...(within !== undefined && { within }),
  }
}

const listingTable = (listings: Listing[]) => ({
  json: listings,
  headings: ['ID', 'NAME', 'SPECIES', 'SEX', 'AGE', 'ORGANIZATION', 'STATUS'],
  rows: listings.map(({ id, name, species, sex, age, organization, status }) => {
    return [id, name, species, sex, age.band, organization.name, status].map((one) => one ?? '-')
  }),
})
