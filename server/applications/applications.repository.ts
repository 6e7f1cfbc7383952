import { type Insertable, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Answers } from '../forms/answers.ts'
import type { Question } from '../forms/form.ts'
import { stringifyJson } from '../platform/http/json.ts'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { boundedCount } from '../platform/storage/bounded-count.ts'
import { inIndexOrder } from '../platform/storage/index-order.ts'
import { prepared } from '../platform/storage/prepared.ts'
import type { Reads } from '../platform/storage/reads.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { instant, showTime } from '../platform/time.ts'
import type {
  Applicant,
  Application,
  ApplicationFilter,
  ApplicationStatus,
  OwnedApplication,
} from './application.ts'

/** The SQL of applications. Each function takes the connection or transaction it runs on. */

type Query = Kysely<Tables>

export type ApplicationList = {
  filter: ApplicationFilter
  afterId?: bigint | undefined
  /** The newest first. */
  descending: boolean
  limit: number
  /** The account whose applications are seen; undefined sees all. */
  viewer?: bigint | undefined
}

export type Submission = {
  ownerId: bigint
  petId: bigint | undefined
  formId: bigint
  formVersion: number
  applicant: Applicant
  /** The same as it is matched and searched. */
  key: string
  search: string
  answers: Answers
  link: { salt: string; hash: string }
  nowMs: number
}

export const insertApplication = async (query: Query, sent: Submission): Promise<bigint> => {
  const now = instant(sent.nowMs)
  const [row] = await insertRow(query, {
    account_id: sent.ownerId,
    pet_id: sent.petId ?? null,
    form_id: sent.formId,
    form_version: BigInt(sent.formVersion),
    status: 'submitted',
    applicant_name: sent.applicant.name,
    applicant_email: sent.applicant.email,
    applicant_phone: sent.applicant.phone ?? null,
    applicant_key: sent.key,
    applicant_search: sent.search,
    answers: stringifyJson(sent.answers),
    link_salt: sent.link.salt,
    link_hash: sent.link.hash,
    created_at: now,
    updated_at: now,
  })
  if (!row) throw new Error('the insert returned no application')
  return row.id
}

const insertRow = prepared((query, row: Insertable<Tables['applications']>) =>
  query.insertInto('applications').values(row).returning('id'),
)

const withQuestions = (query: Query) =>
  query
    .selectFrom('applications')
    .innerJoin('form_versions', (join) =>
      join
        .onRef('form_versions.form_id', '=', 'applications.form_id')
        .onRef('form_versions.version', '=', 'applications.form_version'),
    )
    .selectAll('applications')
    .select('form_versions.questions')

/** One that an account sees, with the questions that it answers; undefined for those of others. */
export const findApplication = (
  query: Query,
  id: bigint,
  viewer: bigint | undefined,
): MaybePromise<OwnedApplication | undefined> =>
  andThen(findRow(query, { id, viewer }), ([row]) => row && toOwned(row))

const findRow = prepared((query, { id, viewer }: { id: bigint; viewer: bigint | undefined }) => {
  const select = withQuestions(query).where('applications.id', '=', id)
  return viewer === undefined ? select : select.where('account_id', '=', viewer)
})

/** The one that a secret link leads to. */
export const findByLink = (
  query: Query,
  hash: string,
): MaybePromise<OwnedApplication | undefined> =>
  andThen(rowByLink(query, { hash }), ([row]) => row && toOwned(row))

const rowByLink = prepared((query, { hash }: { hash: string }) =>
  withQuestions(query).where('link_hash', '=', hash),
)

/** Without questions, answers and notes, which may be long. */
export const listApplications = (
  reads: Reads,
  { filter, ...page }: ApplicationList,
): MaybePromise<Application[]> =>
  andThen(
    ofEachStatus(filter, (one) =>
      listRows(readOf(reads, filter, page.viewer), { ...one, ...page }),
    ),
    (lists) => firstOf(lists.flat(), page).map(toListed),
  )

/** An index has the applications of one status in their order, so each status is read by itself. */
const ofEachStatus = <Result>(
  { statuses, ...filter }: ApplicationFilter,
  read: (one: Searched) => MaybePromise<Result>,
): MaybePromise<Result[]> =>
  (statuses ?? [undefined]).reduce<MaybePromise<Result[]>>(
    (before, status) =>
      andThen(before, (results) =>
        andThen(read({ ...searched(filter), ...(status && { status }) }), (result) => [
          ...results,
          result,
        ]),
      ),
    [],
  )

const firstOf = <Row extends { id: bigint }>(
  rows: Row[],
  { limit, descending }: Pick<ApplicationList, 'limit' | 'descending'>,
): Row[] => rows.sort((one, other) => (one.id < other.id === descending ? 1 : -1)).slice(0, limit)

type Searched = Omit<ApplicationFilter, 'q' | 'statuses'> & {
  status?: ApplicationStatus
  like?: string
}

/** Of the text to look for, a pattern; what has a meaning in one stands for itself. */
const searched = ({ q, ...filter }: Omit<ApplicationFilter, 'statuses'>): Searched => ({
  ...filter,
  ...(q !== undefined && { like: `%${q.replace(/[\\%_]/g, '\\$&')}%` }),
})

/** What lists show. */
export const listed = [
  ...(['id', 'account_id', 'pet_id', 'form_id', 'form_version', 'status'] as const),
  ...(['applicant_name', 'applicant_email', 'applicant_phone', 'assignee_id'] as const),
  ...(['order_id', 'created_at', 'updated_at', 'closed_at'] as const),
] as const

const listRows = prepared(
  (
    query,
    { afterId, descending, limit, viewer, ...filter }: Searched & Omit<ApplicationList, 'filter'>,
  ) => {
    const { equal, others } = plan({ viewer, ...filter })
    const select = narrowed(query.selectFrom('applications').select(listed).limit(limit), others)
    return inIndexOrder(query, select, { equal, afterId, descending })
  },
)

export const countApplications = (
  reads: Reads,
  filter: ApplicationFilter,
  viewer: bigint | undefined,
): MaybePromise<number> =>
  andThen(
    ofEachStatus(filter, (one) => countRows(readOf(reads, filter, viewer), { ...one, viewer })),
    (counts) => counts.reduce((sum, count) => sum + count, 0),
  )

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

/** Which index is walked, by the filter that leaves the fewest, and what is looked at of its rows. */
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

/** What has no index of its own may look at many. */
const readOf = (
  { here, beside }: Reads,
  { q, petId, assigneeId }: ApplicationFilter,
  viewer: bigint | undefined,
): Query => {
  const isNarrow = (petId ?? assigneeId) === undefined || viewer === undefined
  return q === undefined && isNarrow ? here : beside()
}

type Change = {
  status: ApplicationStatus
  assigneeId: bigint | undefined
  note: string | undefined
  orderId: bigint | undefined
  closedAtMs: number | undefined
  nowMs: number
}

export const updateApplication = async (
  query: Query,
  id: bigint,
  { status, assigneeId, note, orderId, closedAtMs, nowMs }: Change,
): Promise<void> => {
  await updateRow(query, {
    id,
    status,
    assignee_id: assigneeId ?? null,
    note: note ?? null,
    order_id: orderId ?? null,
    closed_at: closedAtMs === undefined ? null : instant(closedAtMs),
    updated_at: instant(nowMs),
  })
}

type Changed = Pick<
  Tables['applications'],
  'status' | 'assignee_id' | 'note' | 'order_id' | 'closed_at' | 'updated_at'
> & { id: bigint }

const updateRow = prepared((query, { id, ...set }: Changed) =>
  query.updateTable('applications').set(set).where('id', '=', id),
)

export const eraseApplicant = async (query: Query, id: bigint, nowMs: number): Promise<void> => {
  await query
    .updateTable('applications')
    .set({
      ...{ applicant_name: null, applicant_email: null, applicant_phone: null },
      ...{ applicant_key: null, applicant_search: null, answers: null, note: null },
      // The hash stays: who has the link is told that there is nothing any more.
      ...{ link_salt: null, updated_at: instant(nowMs) },
    })
    .where('id', '=', id)
    .execute()
}

/** The ids of at most `limit` that were closed by then, and still say who applied. */
export const listExpired = async (
  query: Query,
  closedByMs: number,
  limit: number,
): Promise<bigint[]> => {
  const rows = await query
    .selectFrom('applications')
    .select('id')
    .where('closed_at', '<=', instant(closedByMs))
    .where('applicant_email', 'is not', null)
    .orderBy('closed_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

type Recent = { accountId: bigint; most: number; sinceMs: number }

/** Whether an account has had more than so many since then. */
export const hasMoreSince = (
  query: Query,
  { accountId, most, sinceMs }: Recent,
): MaybePromise<boolean> =>
  andThen(
    nthRow(query, { accountId, most }),
    ([row]) => row !== undefined && row.created_at > instant(sinceMs),
  )

const nthRow = prepared((query, { accountId, most }: Omit<Recent, 'sinceMs'>) =>
  query
    .selectFrom('applications')
    .select('created_at')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(most),
)

type OfPerson = { viewer: bigint | undefined; key: string; limit: number }

/** All that one person has sent, as far as an account sees it, newest first, at most `limit`. */
export const listOfPerson = (query: Query, of: OfPerson): MaybePromise<Application[]> =>
  andThen(personRows(query, of), (rows) => rows.map((row) => toOwned(row).application))

const personRows = prepared((query, { viewer, key, limit }: OfPerson) => {
  const select = withQuestions(query)
    .where('applicant_key', '=', key)
    .orderBy('applications.id', 'desc')
    .limit(limit)
  return viewer === undefined ? select : select.where('account_id', '=', viewer)
})

type Listed = Pick<Tables['applications'], Exclude<(typeof listed)[number], 'id'>> & { id: bigint }
type Row = Listed &
  Pick<Tables['applications'], 'answers' | 'note' | 'link_salt'> & { questions: string }

const toOwned = (row: Row): OwnedApplication => {
  const { ownerId, head, tail } = partsOf(row)
  const { answers, note } = row
  const application = {
    ...head,
    // Both were written by us.
    questions: JSON.parse(row.questions) as Question[],
    ...(answers !== null && { answers: JSON.parse(answers) as Answers }),
    ...(note !== null && { note }),
    ...tail,
  }
  return { application, ownerId, linkSalt: row.link_salt ?? undefined }
}

export const toListed = (row: Listed): Application => {
  const { head, tail } = partsOf(row)
  return { ...head, ...tail }
}

const partsOf = (row: Listed) => {
  const applicant = toApplicant(row)
  const { pet_id, assignee_id, order_id, closed_at } = row
  return {
    ownerId: row.account_id,
    head: {
      id: row.id,
      ...(pet_id !== null && { petId: pet_id }),
      formId: row.form_id,
      formVersion: Number(row.form_version),
      // Only these are written.
      status: row.status as ApplicationStatus,
      ...(applicant && { applicant }),
    },
    tail: {
      ...(assignee_id !== null && { assigneeId: assignee_id }),
      ...(order_id !== null && { orderId: order_id }),
      createdAt: showTime(row.created_at),
      updatedAt: showTime(row.updated_at),
      ...(closed_at !== null && { closedAt: showTime(closed_at) }),
    },
  }
}

const toApplicant = ({
  applicant_name: name,
  applicant_email: email,
  applicant_phone: phone,
}: Listed): Applicant | undefined =>
  name !== null && email !== null ? { name, email, ...(phone !== null && { phone }) } : undefined
