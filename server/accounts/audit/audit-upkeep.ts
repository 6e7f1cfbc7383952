import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type AuditKeys, isUnused, type SignedEntry, type SignedHead } from './audit-chain.ts'
import { readHead, removeEntries, walkEntries, writeHead } from './audit-log.repository.ts'
import { showHead } from './audit-verification.ts'
import { isSigned, signed } from './audit-writer.ts'

type Deps = {
  database: Pick<Database, 'read' | 'write'>
  keys: AuditKeys
  clock: Clock
  retentionMs: number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** Entries in one transaction, as all writes wait for it. */
const STEP = 500

/** The routines that keep the log in order. */
export const auditUpkeep = ({ database, keys, clock, retentionMs, log }: Deps) => {
  /**
   * Removes the oldest entries and signs the new beginning of the log. Returns whether there may be
   * more.
   */
  const purgeSome = async (trx: Trx): Promise<boolean> => {
    await trx.lockName('feed')
    const head = await readHead(trx.query)
    const { removed_through: afterId } = head
    const rows = await walkEntries(trx.query, { afterId, limit: STEP })
    const oldest = BigInt(clock.nowMs() - retentionMs)
    const kept = rows.findIndex(({ time }) => time >= oldest)
    const old = kept === -1 ? rows : rows.slice(0, kept)
    const last = old.at(-1)
    if (!last) return false
    if (!isSigned(keys, head) || !isWhole(old, head, keys)) {
      // Somebody who changed entries must not have them removed by making them old.
      log.error('the audit log was tampered with, so nothing is removed; run audit verify')
      return false
    }
    await removeEntries(trx.query, last.id)
    const { id: removed_through, mac: removed_mac } = last
    await writeHead(trx.query, signed(keys, { ...head, removed_through, removed_mac }))
    return old.length === STEP
  }

  return {
    /** Removes entries older than the retention period. */
    purge: (stopping: AbortSignal): Promise<void> => repeatUntilDone(() => database.write(purgeSome), stopping),

    /**
     * Logs the head for later comparison: somebody who changes the database cannot change the
     * service's past logs.
     */
    async logHead(): Promise<void> {
      const head = await readHead(database.read)
      if (!isUnused(head)) log.info({ auditHead: showHead(head) }, 'audit log head')
    },

    /** Checks at the start that this process has the key that the log was signed with. */
    async checkKey(): Promise<void> {
      const head = await readHead(database.read)
      if (isUnused(head) || isSigned(keys, head)) return
      const wrong = keys.headMac(head) === undefined
      if (wrong) {
        log.warn(
          { key: keys.fingerprint, signedWith: head.key },
          'the audit log was signed with another SECRET_KEY: all replicas need the same one, and a new key needs the old one after a comma',
        )
      } else log.error('the head of the audit log was changed; run audit verify')
    },
  }
}

const isWhole = (rows: readonly SignedEntry[], { removed_mac }: SignedHead, keys: AuditKeys): boolean => {
  let previous = removed_mac
  return rows.every((entry) => {
    const isRight = keys.entryMac(entry, previous) === entry.mac
    previous = entry.mac
    return isRight
  })
}
