/** A value if it is available at once, as with SQLite, and otherwise a promise of it. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Continues with a value, in the same turn of the event loop if it is already available.
 *
 *     const find = (id: bigint) => andThen(findRow(query, { id }), ([row]) => row && toPet(row))
 */
export const andThen = <T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(next) : next(value))
