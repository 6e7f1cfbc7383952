/**
 * How much an import does in one transaction, which all other writers wait for, and how long it
 * rests afterwards.
 */
export type ImportPace = {
  transactionMs: number
  firstRows: number
  /** The fewest rows of a transaction, however much they cost. */
  minRows: number
  /** For rows with profiles, or photos to download. */
  fewRows: number
  pauseMs: (tookMs: number) => number
}

/** The pace of an operator's command, which may use most of the capacity. */
export const fastPace = (pauseMs: number): ImportPace => ({
  transactionMs: 150,
  firstRows: 1_000,
  minRows: 200,
  fewRows: 50,
  pauseMs: () => pauseMs,
})

/** The pace next to requests: small steps, and at least as much time for others. */
export const steadyPace: ImportPace = {
  transactionMs: 15,
  firstRows: 20,
  minRows: 20,
  fewRows: 20,
  pauseMs: (tookMs) => Math.min(100, Math.max(5, tookMs)),
}

const MAX_ROWS = 8_000

/**
 * The size of the next transaction, from what the rows of the last one cost. `workMs` is without the commit, which takes
 * as long for one row as for many: where it is slow, smaller transactions would only be slower.
 */
export const nextSize = (
  { transactionMs }: Pick<ImportPace, 'transactionMs'>,
  { size, rows, workMs, least }: { size: number; rows: number; workMs: number; least: number },
): number => {
  const wanted = Math.round((rows * transactionMs) / Math.max(1, workMs))
  return Math.min(MAX_ROWS, Math.max(least, Math.min(wanted, size * 2)))
}
