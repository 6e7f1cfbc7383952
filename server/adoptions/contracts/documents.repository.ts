import { type Kysely, sql } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant, showTime } from '../../platform/time.ts'
import type { DocumentKind, DocumentTemplate } from './document.ts'
import { documentTexts } from './document-texts.ts'

type Query = Kysely<Tables>
/** The templates that an account has written itself. */
export type OwnTemplates = Partial<Record<DocumentKind, DocumentTemplate>>

export const findTemplates = async (query: Query, accountId: bigint): Promise<OwnTemplates> => {
  const rows = await templateRows(query, { accountId })
  return Object.fromEntries(rows.map(({ kind, title, text }) => [kind, { title, text }]))
}

const templateRows = prepared((query, { accountId }: { accountId: bigint }) =>
  query
    .selectFrom('document_templates')
    .select(['kind', 'title', 'text', 'updated_at'])
    .where('account_id', '=', accountId),
)

/** The template to print with, and the version of its text. The default is in the language of `locale`. */
export const findTemplate = async (
  query: Query,
  accountId: bigint,
  kind: DocumentKind,
  locale: string,
): Promise<DocumentTemplate & { version: string }> => {
  const own = (await templateRows(query, { accountId })).find((row) => row.kind === kind)
  if (own) return { title: own.title, text: own.text, version: showTime(own.updated_at) }
  const { templates, version } = documentTexts(locale)
  return { ...templates[kind], version }
}

/** Replaces all templates of the account. */
export const replaceTemplates = async (
  query: Query,
  accountId: bigint,
  templates: OwnTemplates,
  nowMs: number,
): Promise<void> => {
  await query.deleteFrom('document_templates').where('account_id', '=', accountId).execute()
  const rows = Object.entries(templates).map(([kind, { title, text }]) => ({
    account_id: accountId,
    kind,
    title,
    text,
    updated_at: instant(nowMs),
  }))
  if (rows.length > 0) await query.insertInto('document_templates').values(rows).execute()
}

/** When an animal was handed over for an order, and when it was returned. */
type HandOver = { adoptedAtMs: number | undefined; returnedAtMs: number | undefined }

/**
 * The adoption of an order is the first one after it was placed, as the order reserved the animal
 * until then.
 */
export const findHandOver = async (query: Query, order: { petId: bigint; placedAtMs: number }): Promise<HandOver> => {
  const [row] = await handOverRows(query, { petId: order.petId, since: instant(order.placedAtMs) })
  return {
    adoptedAtMs: msOf(row?.adopted_at),
    returnedAtMs: msOf(row?.returned_at),
  }
}

const handOverRows = prepared((query, { petId, since }: { petId: bigint; since: bigint }) =>
  query
    .selectFrom('adoptions')
    .select(['adopted_at', 'returned_at'])
    .where('pet_id', '=', petId)
    .where('adopted_at', '>=', since)
    .orderBy('id')
    .limit(sql.lit(1)),
)

const msOf = (at: bigint | null | undefined): number | undefined =>
  at === null || at === undefined ? undefined : Number(at)
