/**
 * How much an import does in one transaction, which all other writers wait for, and how long it
 * rests afterwards.
 */
export type ImportPace = {
  transactionMs: number
  firstRows: number
  minRows: number
  /** For rows with profiles, or photos to download. */
  fewRows: number
  pauseMs: (tookMs: number) => number
}

/** The pace of an operator's command, which may use most of the capacity. */
export const fastPace = (pauseMs: number): ImportPace => ({
  ...{ transactionMs: 150, firstRows: 1_000, minRows: 200, fewRows: 50, pauseMs: () => pauseMs },
})

/** The pace next to requests: small steps, and at least as much time for others. */
export const steadyPace: ImportPace = {
  ...{ transactionMs: 15, firstRows: 20, minRows: 1, fewRows: 10 },
  pauseMs: (tookMs) => Math.min(100, Math.max(5, tookMs)),
}
