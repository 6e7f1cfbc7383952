import type { Insertable, Kysely } from 'kysely'
import { stringifyJson } from '../../platform/http/json.ts'
import type { Language } from '../../platform/language.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { Answers } from '../forms/answers.ts'
import type { Applicant, ApplicationStatus, OwnedApplication } from './application.ts'
import { toOwned, withQuestions } from './application-rows.ts'

/** The SQL of single applications. Each function takes the connection or transaction it runs on. */

type Query = Kysely<Tables>

export type Submission = {
  ownerId: bigint
  petId: bigint | undefined
  formId: bigint
  formVersion: number
  applicant: Applicant
  /** The normalized email address, for matching and searching. */
  key: string
  search: string
  answers: Answers
  language: Language
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
    language: sent.language,
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

/** An application that an account may see, with its questions; undefined for those of others. */
export const findApplication = async (
  query: Query,
  id: bigint,
  viewer: bigint | undefined,
): Promise<OwnedApplication | undefined> => {
  const [row] = await findRow(query, { id, viewer })
  return row && toOwned(row)
}

const findRow = prepared((query, { id, viewer }: { id: bigint; viewer: bigint | undefined }) => {
  const select = withQuestions(query).where('applications.id', '=', id)
  return viewer === undefined ? select : select.where('account_id', '=', viewer)
})

/** The application of a secret link. */
export const findByLink = async (query: Query, hash: string): Promise<OwnedApplication | undefined> => {
  const [row] = await rowByLink(query, { hash })
  return row && toOwned(row)
}

const rowByLink = prepared((query, { hash }: { hash: string }) => withQuestions(query).where('link_hash', '=', hash))

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
      applicant_name: null,
      applicant_email: null,
      applicant_phone: null,
      applicant_key: null,
      applicant_search: null,
      answers: null,
      note: null,
      language: null,
      // The hash stays, so that the link still says that the application was erased.
      link_salt: null,
      updated_at: instant(nowMs),
    })
    .where('id', '=', id)
    .execute()
}

/** The ids of at most `limit` applications that were closed by then and still have an applicant. */
export const listExpired = async (query: Query, closedByMs: number, limit: number): Promise<bigint[]> => {
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
