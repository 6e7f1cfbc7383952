/** A value that is there at once where nothing has to be waited for, as with SQLite, and else comes later. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Continues with a value: in this turn of the event loop if it is available.
 *
 * const find = (id: bigint) => andThen(findRow(query, { id }), ([row]) => row && toPet(row))
 */
export const andThen = <T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(next) : next(value))
