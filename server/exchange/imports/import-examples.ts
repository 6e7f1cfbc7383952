import type { RowOutcome } from '../files/import.service.ts'
import { type ImportExamples, MAX_EXAMPLES } from './import-job.ts'

const MAX_TEXT = 200

/** The first few rows of each kind. */
export const importExamples = () => {
  const examples: ImportExamples = {
    added: [],
    updated: [],
    unchanged: [],
    refused: [],
    leftOut: [],
  }
  return {
    add(outcomes: readonly RowOutcome[]): void {
      for (const { kind, line, name, reason } of outcomes) {
        if (examples[kind].length >= MAX_EXAMPLES) continue
        examples[kind].push({
          line,
          name: short(name),
          ...(reason !== undefined && { reason: short(reason) }),
        })
      }
    },
    all: (): ImportExamples => examples,
  }
}

const short = (text: string): string => text.slice(0, MAX_TEXT).toWellFormed()
