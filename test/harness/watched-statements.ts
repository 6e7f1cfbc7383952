import { StatementSync } from 'node:sqlite'

/**
 * The most virtual machine steps per statement in SQLite. Counting 10,000 rows takes about 60,000, and scanning all
 * rows many more.
 */
const MAX_STEPS = 120_000

/** Node.js 24 does not count the steps of a statement. */
export const whyNoSteps = 'stat' in StatementSync.prototype ? undefined : 'this Node.js counts no steps of a statement'

/** Records SQLite statements of this thread that do a lot of work from now on. */
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

/** Node.js 26 has it, but its types do not. */
type Stat = { stat(counter: 'vmStep'): number }
