import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { inIndexOrder } from '../../platform/storage/index-order.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { Application, ApplicationFilter, ApplicationStatus } from './application.ts'
import { listed, toListed, toOwned, withQuestions } from './application-rows.ts'

/** The SQL of lists and counts of applications. */

type Query = Kysely<Tables>

export type ApplicationList = {
  filter: ApplicationFilter
  afterId?: bigint | undefined
  /** Whether the newest come first. */
  descending: boolean
  limit: number
  /** The account that may see them; undefined sees all. */
  viewer?: bigint | undefined
}

/** Without questions, answers and notes, which may be long. */
export const listApplications = async (reads: Reads, { filter, ...page }: ApplicationList): Promise<Application[]> => {
  const lists = await ofEachStatus(filter, (one) => listRows(readOf(reads, filter, page.viewer), { ...one, ...page }))
  return firstOf(lists.flat(), page).map(toListed)
}

/** The index orders applications within one status, so each status is read separately. */
const ofEachStatus = async <Result>(
  { statuses, ...filter }: ApplicationFilter,
  read: (one: Searched) => Result | Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (const status of statuses ?? [undefined]) {
    results.push(await read({ ...searched(filter), ...(status && { status }) }))
  }
  return results
}

const firstOf = <Row extends { id: bigint }>(
  rows: Row[],
  { limit, descending }: Pick<ApplicationList, 'limit' | 'descending'>,
): Row[] => rows.sort((one, other) => (one.id < other.id === descending ? 1 : -1)).slice(0, limit)

type Searched = Omit<ApplicationFilter, 'q' | 'statuses'> & {
  status?: ApplicationStatus
  like?: string
}

/** The search text as a LIKE pattern, with special characters escaped. */
const searched = ({ q, ...filter }: Omit<ApplicationFilter, 'statuses'>): Searched => ({
  ...filter,
  ...(q !== undefined && { like: `%${q.replace(/[\\%_]/g, '\\$&')}%` }),
})

const listRows = prepared(
  (query, { afterId, descending, limit, viewer, ...filter }: Searched & Omit<ApplicationList, 'filter'>) => {
    const { equal, others } = plan({ viewer, ...filter })
    const select = narrowed(query.selectFrom('applications').select(listed).limit(limit), others)
    return inIndexOrder(query, select, { equal, afterId, descending })
  },
)

export const countApplications = async (
  reads: Reads,
  filter: ApplicationFilter,
  viewer: bigint | undefined,
): Promise<number> => {
  const counts = await ofEachStatus(filter, (one) => countRows(readOf(reads, filter, viewer), { ...one, viewer }))
  return counts.reduce((sum, count) => sum + count, 0)
}

type Viewed = Searched & { viewer: bigint | undefined }

const countRows = boundedCount((query, filter: Viewed) => {
  const { equal, others } = plan(filter)
  return narrowed(query.selectFrom('applications').select('id'), {
    ...others,
    equal: { ...equal, ...others.equal },
  })
})

type Equal = Record<string, string | bigint>
type Narrow = { equal: Equal; like?: string | undefined }

/** The index to use, by the most selective filter, and the conditions to check on its rows. */
const plan = ({ viewer, status, petId, assigneeId, like }: Viewed) => {
  const account: Equal = viewer === undefined ? {} : { account_id: viewer }
  const rest: Equal = status === undefined ? {} : { status }
  const narrow = (equal: Equal, others: Equal) => ({ equal, others: { equal: others, like } })
  if (petId !== undefined) {
    const assigned: Equal = assigneeId === undefined ? {} : { assignee_id: assigneeId }
    return narrow({ pet_id: petId }, { ...account, ...rest, ...assigned })
  }
  if (assigneeId !== undefined) return narrow({ assignee_id: assigneeId }, { ...account, ...rest })
  return narrow({ ...account, ...rest }, {})
}

const narrowed = <O>(
  select: SelectQueryBuilder<Tables, 'applications', O>,
  { equal, like }: Narrow,
): SelectQueryBuilder<Tables, 'applications', O> => {
  let narrow = select
  for (const [column, value] of Object.entries(equal)) {
    narrow = narrow.where(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  if (like === undefined) return narrow
  return narrow.where(sql<boolean>`applicant_search like ${like} escape '\\'`)
}

/** A filter without an index may scan many rows. */
const readOf = (
  { here, beside }: Reads,
  { q, petId, assigneeId }: ApplicationFilter,
  viewer: bigint | undefined,
): Query => {
  const isNarrow = (petId ?? assigneeId) === undefined || viewer === undefined
  return q === undefined && isNarrow ? here : beside()
}

type OfPerson = { viewer: bigint | undefined; key: string; limit: number }

/** Everything that one person has sent and an account may see, newest first, at most `limit`. */
export const listOfPerson = async (query: Query, of: OfPerson): Promise<Application[]> =>
  (await personRows(query, of)).map((row) => toOwned(row).application)

const personRows = prepared((query, { viewer, key, limit }: OfPerson) => {
  const select = withQuestions(query).where('applicant_key', '=', key).orderBy('applications.id', 'desc').limit(limit)
  return viewer === undefined ? select : select.where('account_id', '=', viewer)
})
