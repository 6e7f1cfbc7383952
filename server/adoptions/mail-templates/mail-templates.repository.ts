import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { MailTemplate, TemplateName } from './mail-template.ts'

type Query = Kysely<Tables>

/** A template that an account has written itself. */
type OwnTemplate = MailTemplate & { kind: string; language: string }

export const listTemplates = async (query: Query, accountId: bigint): Promise<OwnTemplate[]> =>
  templateRows(query, { accountId })

const templateRows = prepared((query, { accountId }: { accountId: bigint }) =>
  query
    .selectFrom('mail_templates')
    .select(['kind', 'language', 'subject', 'text'])
    .where('account_id', '=', accountId),
)

export const findTemplate = async (query: Query, name: TemplateName): Promise<MailTemplate | undefined> => {
  const [row] = await templateRow(query, name)
  return row
}

const templateRow = prepared((query, { accountId, kind, language }: TemplateName) =>
  query
    .selectFrom('mail_templates')
    .select(['subject', 'text'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('language', '=', language),
)

export const saveTemplate = async (
  query: Query,
  { accountId, kind, language }: TemplateName,
  { subject, text }: MailTemplate,
  nowMs: number,
): Promise<void> => {
  const values = { subject, text, updated_at: instant(nowMs) }
  await query
    .insertInto('mail_templates')
    .values({ account_id: accountId, kind, language, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'language']).doUpdateSet(values))
    .execute()
}

export const removeTemplate = async (query: Query, { accountId, kind, language }: TemplateName): Promise<void> => {
  await query
    .deleteFrom('mail_templates')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .execute()
}
