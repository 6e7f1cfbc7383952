/** A value that is available at once if there is nothing to wait for, as with SQLite, and otherwise a promise of it. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Continues with a value: in this turn of the event loop if it is available.
 *
 *     const find = (id: bigint) => andThen(findRow(query, { id }), ([row]) => row && toPet(row))
 */
export const andThen = <T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(next) : next(value))
