import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import type { AcceptedBreaks } from './audit-breaks.ts'
import type { AuditKeys } from './audit-chain.ts'
import { findLink, type Link, readHead, readLogEnd, walkEntries } from './audit-log.repository.ts'
import { verifyNow } from './audit-verification.ts'
import { isCutOff, isSigned } from './audit-writer.ts'

type Deps = {
  database: Pick<Database<BreaksAccepted, Author>, 'read' | 'writeAs'>
  keys: AuditKeys
}

/** Records that an operator knows the cause of the breaks from this entry on. */
export type BreaksAccepted = { kind: 'breaks accepted'; fromId: bigint; reason: string }

/** There is no break to accept from the given entry on. */
export class NoBreak extends Error {}

type Acceptance = Pick<AcceptedBreaks, 'id' | 'reason' | 'count' | 'first' | 'last'>

/**
 * Accepts the current breaks from an entry on, so that `audit verify` lists them separately. Throws
 * `NoBreak`.
 */
export const acceptBreaks = async (
  { database, keys }: Deps,
  author: Author,
  { fromId, reason }: Pick<BreaksAccepted, 'fromId' | 'reason'>,
): Promise<Acceptance> => {
  const [entry] = await walkEntries(database.read, { afterId: fromId - 1n, limit: 1 })
  if (entry?.id !== fromId) throw new NoBreak(`the log has no entry ${fromId}`)
  const { newestBreak } = await readEnd(database.read)
  const { breaks } = await verifyNow(database, keys)
  const covered = breaks.filter(({ id }) => id >= fromId)
  const [first, last] = [covered[0]?.id, covered.at(-1)?.id]
  if (first === undefined || last === undefined) {
    throw new NoBreak(`from entry ${fromId} on, the log has no unaccepted break; audit verify lists them`)
  }
  const id = await database.writeAs(author, async (trx) => {
    await trx.lockName('feed')
    await checkEnd(trx.query, keys, newestBreak)
    trx.record({ kind: 'breaks accepted', fromId, reason })
    await trx.settle()
    const { last_id } = await readHead(trx.query)
    return last_id
  })
  return { id, reason, count: covered.length, first, last }
}

/**
 * Accepts nothing that was not verified first, such as a new break or one that this write would
 * report.
 */
const checkEnd = async (query: Trx['query'], keys: AuditKeys, known: Link | undefined) => {
  const { end, newestBreak } = await readEnd(query)
  if (!isSigned(keys, end.head) || isCutOff(end) || newestBreak?.mac !== known?.mac) {
    throw new Error(
      'nothing was accepted: the end of the log has changed in the meantime, was tampered with, or was signed with another SECRET_KEY; run audit verify',
    )
  }
}

const readEnd = async (query: Trx['query']) => {
  const end = await readLogEnd(query, 0n)
  return { end, newestBreak: await findLink(query, end.newestBreakId) }
}
