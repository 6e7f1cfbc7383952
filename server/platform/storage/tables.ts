/** Integers are read as bigint, whatever their size; repositories turn those that are counts or times into numbers. */
export type Int = bigint

/** Milliseconds since the Unix epoch. */
export type Time = Int

/**
 * Every table there is. The storage knows none of them: each slice declares its own in its `*.tables.ts`, by adding to
 * this interface (declaration merging, as the plugins of Fastify do).
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices add to it.
export interface Tables {}
