import type { Trx } from './database.ts'

/** What follows the changes that transactions record. An adapter is given it, and does not know what a change is. */
export type Consequences<Change> = {
  /**
   * Writes what belongs to the changes, as the last part of the transaction that made them. They may be those of many
   * writers who share it. What it records itself comes to the end of `changes`.
   */
  write: (
    trx: Pick<Trx<Change>, 'query' | 'lockName' | 'record'>,
    changes: readonly Change[],
  ) => Promise<void>
  /**
   * Notifies who has to know, after the commit: on SQLite in the moment in which the changes can be read, before
   * anybody reads them. Called for each writer, who waits for the promise if there is one.
   */
  notify: (changes: readonly Change[]) => Promise<unknown> | undefined
}

/** Of a database in which nobody records anything. */
export const noConsequences = <Change>(): Consequences<Change> => ({
  write: async () => {},
  notify: () => undefined,
})

/** What the writers of one transaction record, from its first statement to its commit. */
export const changesOf = <Change>(
  consequences: Consequences<Change>,
  trx: Pick<Trx, 'query' | 'lockName'>,
) => {
  let unwritten: Change[] = []
  /** Recorded by consequences themselves. */
  const brought: Change[] = []

  const write = async (): Promise<void> => {
    if (unwritten.length === 0) return
    const changes = unwritten
    unwritten = []
    const record = (change: Change): void => {
      changes.push(change)
      brought.push(change)
    }
    await consequences.write({ ...trx, record }, changes)
  }

  /** What was committed is acknowledged, whatever becomes of who was notified. */
  const notify = (changes: readonly Change[]): Promise<unknown> | undefined => {
    if (changes.length === 0) return undefined
    try {
      return consequences.notify(changes)?.catch(warn)
    } catch (error) {
      warn(error)
      return undefined
    }
  }

  return {
    /** Writes what follows from all that was recorded and not written yet. */
    write,

    notifyOfBrought: (): void => void notify(brought),

    /** The changes of one writer. */
    begin() {
      const own: Change[] = []
      return {
        record(change: Change): void {
          own.push(change)
          unwritten.push(change)
        },
        write,

        /** Its work is undone. */
        drop(): void {
          if (own.length === 0) return
          const dropped = new Set(own)
          unwritten = unwritten.filter((change) => !dropped.has(change))
        },

        /** A writer that has to wait for nobody outside this process gets its response at once. */
        notifyThen(respond: () => void): void {
          const wait = notify(own)
          if (wait) void wait.then(respond)
          else respond()
        },
      }
    },
  }
}

const warn = (error: unknown): void => process.emitWarning(error as Error)
