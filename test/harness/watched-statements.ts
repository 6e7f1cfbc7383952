import { StatementSync } from 'node:sqlite'

/** Steps of SQLite's machine in one statement: to count 10,000 rows takes some 60,000, to pass all rows many more. */
const MAX_STEPS = 120_000

/** Node.js 24 does not count the steps of a statement. */
export const whyNoSteps =
  'stat' in StatementSync.prototype ? undefined : 'this Node.js counts no steps of a statement'

/** Sees the statements of this thread from now on that did a lot of work: those of SQLite. */
export const watchStatements = () => {
  const large: string[] = []
  if (whyNoSteps !== undefined) return large
  for (const method of ['all', 'get', 'run'] as const) {
    const real = StatementSync.prototype[method] as (...values: unknown[]) => unknown
    const watched = function (this: StatementSync & Stat, ...values: unknown[]) {
      const before = this.stat('vmStep')
      const result = real.apply(this, values)
      const steps = this.stat('vmStep') - before
      if (steps > MAX_STEPS) large.push(`${steps} steps: ${this.sourceSQL}`)
      return result
    }
    StatementSync.prototype[method] = watched as never
  }
  return large
}

/** Node.js 26 has it, its types have not. */
type Stat = { stat(counter: 'vmStep'): number }
