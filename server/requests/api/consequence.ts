/**
 * The consequences of one kind of change. Its members name what modules above write, so the program declares them by
 * declaration merging, in `program/changes/consequence.ts`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the program declares the members.
// biome-ignore lint/correctness/noUnusedVariables: its members use the change.
export interface Consequence<Change> {}

/** The consequences of each kind of change of a folder. A missing kind does not compile. */
export type ConsequencesOf<Change extends { kind: string }> = {
  readonly [Kind in Change['kind']]: Consequence<Change & { kind: Kind }>
}
