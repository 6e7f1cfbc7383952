/** Integers are read as bigint, whatever their size; repositories convert counts and times to numbers. */
export type Int = bigint

/** Milliseconds since the Unix epoch. */
export type Time = Int

/**
 * Every table. The storage itself declares none: each slice adds its own in its `*.tables.ts` by declaration merging,
 * as the plugins of Fastify do.
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices add their tables.
export interface Tables {}
