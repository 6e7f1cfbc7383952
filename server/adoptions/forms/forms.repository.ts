import type { Kysely } from 'kysely'
import { stringifyJson } from '../../platform/http/json.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { inIndexOrder } from '../../platform/storage/index-order.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant, showTime } from '../../platform/time.ts'
import type { Form, Question } from './form.ts'

/** The SQL of forms. Each function takes the connection or transaction it runs on. */

export type FormList = {
  afterId?: bigint | undefined
  limit: number
  /** The account that sees its own forms and those that serve every account; undefined sees all. */
  viewer?: bigint | undefined
}

type Written = { name?: string; questions: readonly Question[]; nowMs: number }

export const insertForm = async (
  query: Kysely<Tables>,
  accountId: bigint,
  { name, questions, nowMs }: Written,
): Promise<Form> => {
  const created_at = instant(nowMs)
  const { id } = await query
    .insertInto('forms')
    .values({ account_id: accountId, version: 1n, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { name: name ?? null, questions: stringifyJson(questions), version: 1n }
  await query
    .insertInto('form_versions')
    .values({ form_id: id, ...row, created_at })
    .execute()
  return toForm({ id, account_id: accountId, ...row, created_at, updated_at: created_at })
}

/**
 * Adds the next version and removes the oldest, so that frequent changes cannot fill the database.
 */
export const changeForm = async (
  query: Kysely<Tables>,
  { id, version }: Form,
  { name, questions, nowMs }: Written,
): Promise<void> => {
  const next = BigInt(version + 1)
  await query
    .insertInto('form_versions')
    .values({
      form_id: id,
      version: next,
      name: name ?? null,
      questions: stringifyJson(questions),
      created_at: instant(nowMs),
    })
    .execute()
  await query.updateTable('forms').set({ version: next }).where('id', '=', id).execute()
  await query
    .deleteFrom('form_versions')
    .where('form_id', '=', id)
    .where('version', '=', next - MAX_VERSIONS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('applications')
            .select('id')
            .whereRef('applications.form_id', '=', 'form_versions.form_id')
            .whereRef('applications.form_version', '=', 'form_versions.version'),
        ),
      ),
    )
    .execute()
}

/** Versions of a form that are stored. Of earlier ones, only those with answers are. */
const MAX_VERSIONS = 100n

type Wanted = { id: bigint; version?: bigint | undefined; viewer?: bigint | undefined }

/** The latest or another version of a form that an account may see. */
export const findForm = (query: Kysely<Tables>, wanted: Wanted): MaybePromise<Form | undefined> =>
  andThen(formRow(query, wanted), ([row]) => row && toForm(row))

const withVersion = (query: Kysely<Tables>) =>
  query
    .selectFrom('forms')
    .innerJoin('form_versions', 'form_versions.form_id', 'forms.id')
    .select(['forms.id', 'forms.account_id', 'forms.created_at'])
    .select(['form_versions.version', 'form_versions.name', 'form_versions.questions'])
    .select('form_versions.created_at as updated_at')

const formRow = prepared((query, { id, version, viewer }: Wanted) => {
  let select = withVersion(query).where('forms.id', '=', id)
  select =
    version === undefined
      ? select.whereRef('form_versions.version', '=', 'forms.version')
      : select.where('form_versions.version', '=', version)
  if (viewer === undefined) return select
  return select.where(({ eb, or }) =>
    or([eb('account_id', 'is', null), eb('account_id', '=', viewer)]),
  )
})

/**
 * The form shown to visitors: the account's newest own one, or else the first that serves every
 * account.
 */
export const findCurrentForm = (
  query: Kysely<Tables>,
  accountId: bigint,
): MaybePromise<Form | undefined> =>
  andThen(newestRow(query, { accountId }), ([own]) =>
    own ? toForm(own) : andThen(firstSharedRow(query, {}), ([row]) => row && toForm(row)),
  )

const newestRow = prepared((query, { accountId }: { accountId: bigint }) =>
  latest(query).where('forms.account_id', '=', accountId).orderBy('forms.id', 'desc').limit(1),
)

const firstSharedRow = prepared((query, _none: object) =>
  latest(query).where('forms.account_id', 'is', null).orderBy('forms.id').limit(1),
)

const latest = (query: Kysely<Tables>) =>
  withVersion(query).whereRef('form_versions.version', '=', 'forms.version')

export const listForms = async (query: Kysely<Tables>, page: FormList): Promise<Form[]> =>
  (await formRows(query, page)).map(toForm)

const formRows = prepared((query, { afterId, limit, viewer }: FormList) => {
  const walk = (equal: Record<string, bigint>, isOfAll = false) => {
    const all = query.selectFrom('forms').select('id').limit(limit)
    const some = isOfAll ? all.where('account_id', 'is', null) : all
    return inIndexOrder(query, some, { equal, afterId })
  }
  const ids =
    viewer === undefined
      ? query.selectFrom(walk({}).as('every')).select('id')
      : query
          .selectFrom(walk({ account_id: viewer }).as('own'))
          .select('id')
          .unionAll(query.selectFrom(walk({}, true).as('shared')).select('id'))
  return latest(query).where('forms.id', 'in', ids).orderBy('forms.id').limit(limit)
})

export const countForms = (
  query: Kysely<Tables>,
  viewer: bigint | undefined,
): MaybePromise<number> => countRows(query, { viewer })

const countRows = boundedCount((query, { viewer }: { viewer: bigint | undefined }) => {
  const select = query.selectFrom('forms')
  if (viewer === undefined) return select
  return select.where(({ eb, or }) =>
    or([eb('account_id', 'is', null), eb('account_id', '=', viewer)]),
  )
})

type Own = { accountId: bigint; most: number }

/** How many forms an account has itself, up to `most`. */
export const countOwnForms = (query: Kysely<Tables>, own: Own): MaybePromise<number> =>
  andThen(ownRows(query, own), (rows) => rows.length)

const ownRows = prepared((query, { accountId, most }: Own) =>
  query.selectFrom('forms').select('id').where('account_id', '=', accountId).limit(most),
)

type Row = {
  id: bigint
  account_id: bigint | null
  version: bigint
  name: string | null
  questions: string
  created_at: bigint
  updated_at: bigint
}

const toForm = (row: Row): Form => ({
  id: row.id,
  ...(row.account_id !== null && { accountId: row.account_id }),
  ...(row.name !== null && { name: row.name }),
  version: Number(row.version),
  // Written by this file, or by the migration that created the first form.
  questions: JSON.parse(row.questions) as Question[],
  createdAt: showTime(row.created_at),
  updatedAt: showTime(row.updated_at),
})
