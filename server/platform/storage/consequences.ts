import type { Trx } from './database.ts'

/** What follows the changes that transactions record. An adapter is given it, and does not know what a change is. */
export type Consequences<Change> = {
  /**
   * Writes what belongs to the changes, as the last part of the transaction that made them. What it records itself
   * comes to the end of `changes`.
   */
  write: (
    trx: Pick<Trx<Change>, 'query' | 'lockName' | 'record'>,
    changes: readonly Change[],
  ) => Promise<void>
  /**
   * Notifies who has to know, after the commit: on SQLite in the moment in which the changes can be read, before
   * anybody reads them. The writer waits for the promise, if there is one.
   */
  notify: (changes: readonly Change[]) => Promise<unknown> | undefined
}

/** Of a database in which nobody records anything. */
export const noConsequences = <Change>(): Consequences<Change> => ({
  write: async () => {},
  notify: () => undefined,
})

/** What one transaction has recorded, from its first statement to its commit. */
export const changesOf = <Change>(consequences: Consequences<Change>) => {
  const recorded: Change[] = []
  return {
    record: (change: Change): void => void recorded.push(change),

    async write(trx: Pick<Trx<Change>, 'query' | 'lockName' | 'record'>): Promise<void> {
      if (recorded.length > 0) await consequences.write(trx, recorded)
    },

    /** What was committed is acknowledged, whatever becomes of who was notified. */
    notify(): Promise<unknown> | undefined {
      if (recorded.length === 0) return undefined
      try {
        return consequences.notify(recorded)?.catch(warn)
      } catch (error) {
        warn(error)
        return undefined
      }
    },
  }
}

const warn = (error: unknown): void => process.emitWarning(error as Error)
