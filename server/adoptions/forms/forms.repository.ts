import type { Kysely, Selectable } from 'kysely'
import type { Species } from '../../animals/profiles/profile-values.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { inIndexOrder } from '../../platform/storage/index-order.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant, showTime } from '../../platform/time.ts'
import type { Form, FormState, Question } from './form.ts'

/** The SQL of forms. Each function takes the connection or transaction it runs on. */

export type FormList = {
  afterId?: bigint | undefined
  limit: number
  /** The account that sees its own forms and those that serve every account; undefined sees all. */
  viewer?: bigint | undefined
  /** Whether drafts are listed. */
  withDrafts: boolean
}

/** The columns that all versions of a form share. */
export type FormUse = { state: FormState; species: readonly Species[] }

type Written = { name?: string; questions: readonly Question[]; nowMs: number }

export const insertForm = async (
  query: Kysely<Tables>,
  accountId: bigint,
  { name, questions, nowMs, ...use }: Written & FormUse,
): Promise<Form> => {
  const created_at = instant(nowMs)
  const { id } = await query
    .insertInto('forms')
    .values({ account_id: accountId, version: 1n, created_at, ...useColumns(use) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { name: name ?? null, questions: stringifyJson(questions), version: 1n }
  await query
    .insertInto('form_versions')
    .values({ form_id: id, ...row, created_at })
    .execute()
  const whole = { id, account_id: accountId, ...row, ...useColumns(use) }
  return toForm({ ...whole, created_at, updated_at: created_at })
}

export const setFormUse = async (query: Kysely<Tables>, id: bigint, use: FormUse): Promise<void> => {
  await query.updateTable('forms').set(useColumns(use)).where('id', '=', id).execute()
}

const useColumns = ({ state, species }: FormUse) => ({
  state: state === 'draft' ? state : null,
  species: species.length === 0 ? null : stringifyJson(species),
})

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
export const findForm = async (query: Kysely<Tables>, wanted: Wanted): Promise<Form | undefined> => {
  const [row] = await formRow(query, wanted)
  return row && toForm(row)
}

const withVersion = (query: Kysely<Tables>) =>
  query
    .selectFrom('forms')
    .innerJoin('form_versions', 'form_versions.form_id', 'forms.id')
    .select(['forms.id', 'forms.account_id', 'forms.created_at', 'forms.state', 'forms.species'])
    .select(['form_versions.version', 'form_versions.name', 'form_versions.questions'])
    .select('form_versions.created_at as updated_at')

const formRow = prepared((query, { id, version, viewer }: Wanted) => {
  let select = withVersion(query).where('forms.id', '=', id)
  select =
    version === undefined
      ? select.whereRef('form_versions.version', '=', 'forms.version')
      : select.where('form_versions.version', '=', version)
  if (viewer === undefined) return select
  return select.where(({ eb, or }) => or([eb('account_id', 'is', null), eb('account_id', '=', viewer)]))
})

type FormAudience = { accountId: bigint; species: Species | null }

/**
 * The form shown to visitors who apply for an animal: the account's newest own one in use for its
 * species, or else the first that serves every account.
 */
export const findCurrentForm = async (
  query: Kysely<Tables>,
  { accountId, species }: FormAudience,
): Promise<Form | undefined> => {
  const rows = await usedRows(query, { accountId })
  // An account has few forms.
  const own = rows.find((row) => isFor(speciesOf(row), species))
  if (own) return toForm(own)
  const [row] = await firstSharedRow(query, {})
  return row && toForm(row)
}

const isFor = (some: readonly Species[], one: Species | null): boolean =>
  some.length === 0 || (one !== null && some.includes(one))

const usedRows = prepared((query, { accountId }: { accountId: bigint }) =>
  latest(query).where('forms.account_id', '=', accountId).where('forms.state', 'is', null).orderBy('forms.id', 'desc'),
)

const firstSharedRow = prepared((query, _none: object) =>
  latest(query).where('forms.account_id', 'is', null).orderBy('forms.id').limit(1),
)

const latest = (query: Kysely<Tables>) => withVersion(query).whereRef('form_versions.version', '=', 'forms.version')

export const listForms = async (query: Kysely<Tables>, page: FormList): Promise<Form[]> =>
  (await formRows(query, page)).map(toForm)

const formRows = prepared((query, { afterId, limit, viewer, withDrafts }: FormList) => {
  const walk = (equal: Record<string, bigint>, isOfAll = false) => {
    const every = query.selectFrom('forms').select('id').limit(limit)
    const all = withDrafts ? every : every.where('state', 'is', null)
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

type Counted = Pick<FormList, 'viewer' | 'withDrafts'>

export const countForms = async (query: Kysely<Tables>, counted: Counted): Promise<number> => countRows(query, counted)

const countRows = boundedCount((query, { viewer, withDrafts }: Counted) => {
  const every = query.selectFrom('forms')
  const select = withDrafts ? every : every.where('state', 'is', null)
  if (viewer === undefined) return select
  return select.where(({ eb, or }) => or([eb('account_id', 'is', null), eb('account_id', '=', viewer)]))
})

type Own = { accountId: bigint; most: number }

/** How many forms an account has itself, up to `most`. */
export const countOwnForms = async (query: Kysely<Tables>, own: Own): Promise<number> =>
  (await ownRows(query, own)).length

const ownRows = prepared((query, { accountId, most }: Own) =>
  query.selectFrom('forms').select('id').where('account_id', '=', accountId).limit(most),
)

type Row = Omit<Selectable<Tables['forms']>, 'version'> &
  Pick<Selectable<Tables['form_versions']>, 'version' | 'name' | 'questions'> & { updated_at: bigint }

const speciesOf = ({ species }: Pick<Row, 'species'>): readonly Species[] =>
  // Written by this file.
  species === null ? [] : (JSON.parse(species) as Species[])

const toForm = (row: Row): Form => ({
  id: row.id,
  ...(row.account_id !== null && { accountId: row.account_id }),
  ...(row.name !== null && { name: row.name }),
  version: Number(row.version),
  // Written by this file, or by the migration that created the first form.
  questions: JSON.parse(row.questions) as Question[],
  state: row.state === null ? 'inUse' : 'draft',
  ...(row.species !== null && { species: [...speciesOf(row)] }),
  createdAt: showTime(row.created_at),
  updatedAt: showTime(row.updated_at),
})
