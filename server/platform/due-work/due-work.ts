import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../storage/database.ts'
import { addWork, removeWork } from './due-work.repository.ts'
import type { NewWork, WorkName } from './handler.ts'

/** Work was queued: this process looks for it after the commit. */
export type DueWorkChange = { kind: 'work queued' }

/**
 * Work to do at a time, such as a reminder. A process runs the handler of its kind when it is due.
 *
 *     await dueWork.add(trx, { kind: 'meetings.remind', key: String(meeting.id), dueAtMs: meeting.startsAtMs - DAY_MS })
 */
export const dueWork = {
  /**
   * Adds work in the transaction of its cause. If there is work of this kind and key, it is moved to the new time and
   * starts over; if a process is working on it, it is done once more after that. Add it before you lock rows that its
   * handler locks after `check`.
   */
  async add(trx: Pick<Trx<DueWorkChange>, 'query' | 'record'>, work: NewWork): Promise<void> {
    await addWork(trx.query, work)
    trx.record({ kind: 'work queued' })
  },

  /** Removes work that is not needed any more, and takes it from a process that is working on it. */
  remove: (trx: Pick<Trx, 'query'>, name: WorkName): Promise<void> => removeWork(trx.query, name),
}

/** For a table whose rows are work: whether a row is not queued. `column` has its key. */
export const isUnqueued = (kind: string, column: string): RawBuilder<SqlBool> =>
  sql`not exists (select 1 from due_work where kind = ${kind} and key = cast(${sql.ref(column)} as text))`
