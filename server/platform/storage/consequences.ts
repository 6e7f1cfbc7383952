import type { Trx } from './database.ts'

/** A change, and in whose name it was made. */
export type Recorded<Change, By> = { change: Change; by: By }

/**
 * What follows the changes that transactions record. An adapter is given it, and knows neither what a change is nor who
 * makes one.
 */
export type Consequences<Change, By> = {
  /**
   * Writes what belongs to the changes, as the last part of the transaction that made them. They may be those of many
   * writers who share it. What it records itself comes to the end of `recorded`. Returns what confirms that it is stored:
   * called after the commit, and never for a transaction that is undone or whose outcome is unknown.
   */
  write: (
    trx: ConsequenceTrx<Change, By>,
    recorded: readonly Recorded<Change, By>[],
  ) => Promise<Confirm | undefined>
  /**
   * Notifies who has to know, after the commit: on SQLite in the moment in which the changes can be read, before
   * anybody reads them. Called for each writer, who waits for the promise if there is one.
   */
  notify: (changes: readonly Change[]) => Promise<unknown> | undefined
}

export type Confirm = () => void

/** The transaction as consequences have it: they record what follows in the name of who caused it. */
export type ConsequenceTrx<Change, By> = Pick<Trx, 'query' | 'lockName'> & {
  record: (change: Change, by: By) => void
}

/** Of a database in which nobody records anything. */
export const noConsequences = <Change, By>(): Consequences<Change, By> => ({
  write: async () => undefined,
  notify: () => undefined,
})

/** What the writers of one transaction record, from its first statement to its commit. */
export const changesOf = <Change, By>(
  consequences: Consequences<Change, By>,
  trx: Pick<Trx, 'query' | 'lockName'>,
) => {
  let unwritten: Recorded<Change, By>[] = []
  /** Recorded by consequences themselves. */
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

    /** To be called once the transaction is committed. */
    committed(): void {
      for (const confirm of unconfirmed) confirm()
      void notify(derived)
    },

    /** The changes of one writer; of one that acts in nobody's name there are none. */
    begin(by: By | undefined) {
      const own: Change[] = []
      return {
        record(change: Change): void {
          // A `Trx` of such a writer has no type of change to record.
          if (by === undefined) throw new Error('a change is recorded in the name of somebody')
          own.push(change)
          unwritten.push({ change, by })
        },
        hasRecorded: (): boolean => own.length > 0,

        /** Its work is undone. */
        drop(): void {
          if (own.length === 0) return
          const dropped = new Set(own)
          unwritten = unwritten.filter(({ change }) => !dropped.has(change))
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
