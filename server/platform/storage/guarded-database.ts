import { type Database, DatabaseUnavailable } from './database.ts'

/** Nothing is written, as the store is known to be read-only, or not as this program knows it. */
export class WritesRejected extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, 'the store takes no writes of this server')
    this.name = 'WritesRejected'
  }
}

/** The same database, which rejects every write as long as there is a reason. */
export const guardedDatabase = <Change, By>(
  database: Database<Change, By>,
  reason: () => Error | undefined,
): Database<Change, By> => {
  const guarded = <T>(write: () => Promise<T>): Promise<T> => {
    const found = reason()
    return found ? Promise.reject(new WritesRejected(found)) : write()
  }
  return {
    ...database,
    write: (work) => guarded(() => database.write(work)),
    writeAs: (by, work, how) => guarded(() => database.writeAs(by, work, how)),
  }
}
