import type { Look } from './picture.ts'

/** Pictures to draw, each into a file. */
export type DrawingJob = { drawings: readonly { look: Look; file: string }[] }
