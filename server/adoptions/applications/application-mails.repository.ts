import type { Kysely } from 'kysely'
import type { MailKind, MailStatus } from '../../accounts/mail/mail.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { showTime } from '../../platform/time.ts'
import type { ApplicantMail } from './application.ts'

// The SQL of mail to applicants and about them. Each function takes the connection or transaction
// it runs on.

type Query = Kysely<Tables>

const toApplicants = ['applicationReceived', 'applicationChanged'] as const
const toStaff = 'newApplication'
const allKinds: readonly MailKind[] = [...toApplicants, toStaff]

/** `key` is the applicant's normalized email address. */
type OfApplication = { id: bigint; ownerId: bigint; key: string }

/** Removes all mail about an application, sent or not. */
export const removeMailsOf = async (query: Query, { id, ownerId, key }: OfApplication): Promise<void> => {
  await query.deleteFrom('mails').where('application_id', '=', id).execute()
  // Old mail may not say which application it is about. It stays only if the same person has
  // another application.
  await query
    .deleteFrom('mails')
    .where('application_id', 'is', null)
    .where('kind', 'in', allKinds)
    .where((where) => where.or([where('to_address', '=', key), where('about', '=', key)]))
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('account_id', '=', ownerId),
        not(
          exists(
            selectFrom('applications')
              .select('applications.id')
              .where('applicant_key', '=', key)
              .where('applications.id', '!=', id)
              .whereRef('applications.account_id', '=', 'mails.account_id'),
          ),
        ),
      ]),
    )
    .execute()
}

/** Whether mail to an applicant waits for staff to release it. */
export const hasHeldMail = async (query: Query, applicationId: bigint): Promise<boolean> =>
  (await heldRow(query, { applicationId })).length > 0

const heldRow = prepared((query, { applicationId }: { applicationId: bigint }) =>
  query
    .selectFrom('mails')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('status', '=', 'held')
    .limit(1),
)

type OfPerson = { viewer: bigint | undefined; key: string; limit: number }

/**
 * Mail to a person about the applications that an account may see, newest first, at most `limit`.
 */
export const listMailsOfPerson = async (query: Query, of: OfPerson): Promise<ApplicantMail[]> =>
  (await personRows(query, of)).map(toMail)

const personRows = prepared((query, { viewer, key, limit }: OfPerson) => {
  const select = query
    .selectFrom('mails')
    .select(['id', 'kind', 'status', 'subject', 'created_at', 'sent_at'])
    .where('to_address', '=', key)
    .where('kind', 'in', toApplicants)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (viewer === undefined) return select
  return select.where(({ eb, or, and, selectFrom }) =>
    or([
      eb(
        'application_id',
        'in',
        selectFrom('applications')
          .select('applications.id')
          .where('account_id', '=', viewer)
          .where('applicant_key', '=', key),
      ),
      and([eb('application_id', 'is', null), eb('account_id', '=', viewer)]),
    ]),
  )
})

type Row = Pick<Tables['mails'], 'kind' | 'status' | 'subject' | 'created_at' | 'sent_at'> & {
  id: bigint
}

const toMail = ({ id, kind, status, subject, created_at, sent_at }: Row): ApplicantMail => ({
  id,
  // Only ever written from the types of these names.
  kind: kind as MailKind,
  status: status as MailStatus,
  ...(subject !== null && { subject }),
  createdAt: showTime(created_at),
  ...(sent_at !== null && { sentAt: showTime(sent_at) }),
})
