import { type Kysely, sql } from 'kysely'
import { systemClock } from '../../../platform/clock.ts'
import { codePointText, idColumn } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

type Db = Kysely<unknown>

export const applications: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Db) {
    await addForms(db)
    await addFirstForm(db)
    await addApplications(db)
    await addIndexes(db)
    await addToOrders(db)
  },
}

const addForms = async (db: Db): Promise<void> => {
  await db.schema
    .createTable('forms')
    .addColumn('id', ...idColumn(db))
    .addColumn('account_id', 'bigint')
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('form_versions')
    .addColumn('form_id', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('questions', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('form_versions_key', ['form_id', 'version'])
    .execute()
}

const question = (id: string, label: string, kind: string, rest: object = {}) => ({
  id,
  label,
  kind,
  required: false,
  ...rest,
})

/** Suits every account, and requires no more than people want to say. */
const firstQuestions = [
  question('home', 'What is your home like?', 'choice', {
    options: ['House', 'Flat', 'Farm', 'Other'],
  }),
  question('garden', 'Do you have a garden?', 'yesNo'),
  question('landlord', 'If you rent: does your landlord allow animals?', 'yesNo'),
  question('household', 'Who lives in your home?', 'longText', {
    help: 'Adults, children and their ages, other animals.',
  }),
  question('experience', 'Which animals have you cared for before?', 'longText'),
  question('hoursAlone', 'For how many hours a day would the animal be alone?', 'number'),
  question('reasons', 'Why would you like to adopt?', 'longText'),
]

const addFirstForm = async (db: Db): Promise<void> => {
  const nowMs = BigInt(Math.floor(systemClock.nowMs()))
  const { rows } = await sql<{ id: bigint }>`
    insert into forms (account_id, version, created_at) values (null, 1, ${nowMs}) returning id`.execute(db)
  await sql`
    insert into form_versions (form_id, version, name, questions, created_at)
    values (${rows[0]?.id}, 1, ${'Adoption'}, ${JSON.stringify(firstQuestions)}, ${nowMs})`.execute(db)
}

const addApplications = async (db: Db): Promise<void> => {
  await db.schema
    .createTable('applications')
    .addColumn('id', ...idColumn(db))
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('pet_id', 'bigint')
    .addColumn('form_id', 'bigint', (column) => column.notNull())
    .addColumn('form_version', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('applicant_name', 'text')
    .addColumn('applicant_email', 'text')
    .addColumn('applicant_phone', 'text')
    .addColumn('applicant_key', codePointText(db))
    .addColumn('applicant_search', codePointText(db))
    .addColumn('answers', 'text')
    .addColumn('note', 'text')
    .addColumn('link_salt', 'text')
    .addColumn('link_hash', codePointText(db), (column) => column.unique())
    .addColumn('assignee_id', 'bigint')
    .addColumn('order_id', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .execute()
  await db.schema
    .createTable('recent_applications')
    .addColumn('counted_by', codePointText(db), (column) => column.notNull())
    .addColumn('application_id', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('recent_applications_key', ['counted_by', 'application_id'])
    .execute()
}

const addIndexes = async (db: Db): Promise<void> => {
  for (const text of [
    'create index forms_account on forms (account_id, id)',
    'create index applications_account on applications (account_id, id)',
    'create index applications_account_status on applications (account_id, status, id)',
    'create index applications_status on applications (status, id)',
    'create index applications_pet on applications (pet_id, id)',
    'create index applications_assignee on applications (assignee_id, id)',
    'create index applications_person on applications (account_id, applicant_key, id)',
    'create index applications_closed on applications (closed_at) where applicant_email is not null',
    'create index recent_applications_sent on recent_applications (counted_by, sent_at)',
    'create index recent_applications_age on recent_applications (sent_at)',
  ]) {
    await sql.raw(text).execute(db)
  }
}

/** Null for orders without an application. */
const addToOrders = async (db: Db): Promise<void> => {
  for (const [table, column, type] of [
    ['orders', 'application_id', 'bigint'],
    ['orders', 'fee_amount', 'bigint'],
    ['orders', 'fee_currency', 'text'],
    ['orders', 'return_reason', 'text'],
    ['events', 'application_id', 'bigint'],
  ] as const) {
    await db.schema.alterTable(table).addColumn(column, type).execute()
  }
  await sql`
    create index events_application on events (application_id) where application_id is not null`.execute(db)
}
