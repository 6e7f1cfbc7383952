import type { Kysely } from 'kysely'
import { type Language, languageOf } from '../../platform/language.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { showTime } from '../../platform/time.ts'
import type { Answers } from '../forms/answers.ts'
import type { Question } from '../forms/form.ts'
import type { Applicant, Application, ApplicationStatus, OwnedApplication } from './application.ts'

/** Selects applications with the questions that they answer. */
export const withQuestions = (query: Kysely<Tables>) =>
  query
    .selectFrom('applications')
    .innerJoin('form_versions', (join) =>
      join
        .onRef('form_versions.form_id', '=', 'applications.form_id')
        .onRef('form_versions.version', '=', 'applications.form_version'),
    )
    .selectAll('applications')
    .select('form_versions.questions')

/** The columns of lists. */
export const listed = [
  ...(['id', 'account_id', 'pet_id', 'form_id', 'form_version', 'status'] as const),
  ...(['applicant_name', 'applicant_email', 'applicant_phone', 'assignee_id'] as const),
  ...(['order_id', 'created_at', 'updated_at', 'closed_at'] as const),
] as const

type Listed = Pick<Tables['applications'], Exclude<(typeof listed)[number], 'id'>> & { id: bigint }
type Row = Listed &
  Pick<Tables['applications'], 'answers' | 'note' | 'link_salt' | 'language'> & {
    questions: string
  }

export const toOwned = (row: Row): OwnedApplication => {
  const { ownerId, head, tail } = partsOf(row)
  const { answers, note } = row
  const application = {
    ...head,
    // We wrote both.
    questions: JSON.parse(row.questions) as Question[],
    ...(answers !== null && { answers: JSON.parse(answers) as Answers }),
    ...(note !== null && { note }),
    ...tail,
  }
  const linkSalt = row.link_salt ?? undefined
  return { application, ownerId, linkSalt, language: storedLanguage(row) }
}

/** Applications of earlier releases have none. */
export const storedLanguage = ({ language }: Pick<Row, 'language'>): Language => languageOf(language ?? '') ?? 'en'

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
      // Only statuses are written.
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
