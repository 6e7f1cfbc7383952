/** How much an import does in one transaction, which keeps all other writers waiting, and for how long it then rests. */
export type ImportPace = {
  transactionMs: number
  firstRows: number
  minRows: number
  /** Of rows that say more of their animals, or have photos to fetch first. */
  fewRows: number
  pauseMs: (tookMs: number) => number
}

/** The pace of an operator's command, which may take most of what there is. */
export const fastPace = (pauseMs: number): ImportPace => ({
  ...{ transactionMs: 150, firstRows: 1_000, minRows: 200, fewRows: 50, pauseMs: () => pauseMs },
})

/** The pace beside requests: small steps, and at least as long for others. */
export const steadyPace: ImportPace = {
  ...{ transactionMs: 15, firstRows: 20, minRows: 1, fewRows: 10 },
  pauseMs: (tookMs) => Math.min(100, Math.max(5, tookMs)),
}
