import { sql } from 'kysely'

/**
 * At the end of a statement (`modifyEnd`) of a transaction that returns nothing anybody needs: on PostgreSQL the next one is
 * sent without waiting for it, which saves a round trip. If it fails, so does what comes after it, the commit at the latest.
 */
export const unawaited = sql.raw('/* unawaited */')

export const isUnawaited = (text: string): boolean => text.endsWith('/* unawaited */')
