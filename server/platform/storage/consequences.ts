import type { Trx } from './database.ts'

/** A change, and its author. */
export type Recorded<Change, By> = { change: Change; by: By }

/**
 * The consequences of the changes that transactions record. They are passed to an adapter, which knows nothing of
 * changes and authors.
 */
export type Consequences<Change, By> = {
  /**
   * Writes what follows from the changes, as the last part of the transaction that made them, which several writers
   * may share. Changes that it records itself are appended to `recorded`. Returns a function to call after the commit;
   * it is not called if the transaction is rolled back or its outcome is unknown.
   */
  write: (trx: ConsequenceTrx<Change, By>, recorded: readonly Recorded<Change, By>[]) => Promise<Confirm | undefined>
  /**
   * Notifies subscribers after the commit. On SQLite this happens at the moment when the changes become readable,
   * before anybody reads them. Called for each writer, who waits for the promise if there is one.
   */
  notify: (changes: readonly Change[]) => Promise<unknown> | undefined
}

export type Confirm = () => void

/** The transaction for consequences: their records have the author of their cause. */
export type ConsequenceTrx<Change, By> = Pick<Trx, 'query' | 'lockName'> & {
  record: (change: Change, by: By) => void
}

/** For a database in which nothing is recorded. */
export const noConsequences = <Change, By>(): Consequences<Change, By> => ({
  write: async () => undefined,
  notify: () => undefined,
})

/** Collects what the writers of one transaction record, from its first statement to its commit. */
export const changesOf = <Change, By>(consequences: Consequences<Change, By>, trx: Pick<Trx, 'query' | 'lockName'>) => {
  let unwritten: Recorded<Change, By>[] = []
  /** Changes that the consequences recorded themselves. */
  const derived: Change[] = []
  const unconfirmed: Confirm[] = []

  const write = async (): Promise<void> => {
    if (unwritten.length === 0) return
    const recorded = unwritten
    unwritten = []
    const record = (change: Change, by: By): void => {
      recorded.push({ change, by })
      derived.push(change)
    }
    const confirm = await consequences.write({ ...trx, record }, recorded)
    if (confirm) unconfirmed.push(confirm)
  }

  /** A committed change is acknowledged even if notifying fails. */
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
    /** Writes what follows from all changes that were recorded and not written yet. */
    write,

    /** Must be called once the transaction is committed. */
    committed(): void {
      for (const confirm of unconfirmed) confirm()
      void notify(derived)
    },

    /** Starts collecting the changes of one writer; a writer without an author has none. */
    begin(by: By | undefined) {
      const own: Change[] = []
      return {
        record(change: Change): void {
          // Such a writer's `Trx` accepts no change.
          if (by === undefined) throw new Error('a change must have an author')
          own.push(change)
          unwritten.push({ change, by })
        },
        hasRecorded: (): boolean => own.length > 0,

        /** Drops the changes of a writer whose work was undone. */
        drop(): void {
          if (own.length === 0) return
          const dropped = new Set(own)
          unwritten = unwritten.filter(({ change }) => !dropped.has(change))
        },

        /** A writer that waits for nobody outside this process gets its response at once. */
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
