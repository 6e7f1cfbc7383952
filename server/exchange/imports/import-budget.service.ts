import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type PlanName, planImportRows, planImports } from '../../requests/plans/plan.ts'
import { importError } from '../files/import.errors.ts'

type Query = Database['read']

type Deps = {
  clock: Pick<Clock, 'nowMs'>
  countUse(
    query: Query,
    use: { accountId: bigint; sinceMs: number },
  ): Promise<{ open: number; checkedRows: number; importedRows: number }>
}

type Spender = { plan: PlanName; accountId: bigint }

/** A file may be checked several times, with other columns or options. */
const CHECKS_PER_ROW = 4
/** Reading a file has a cost even if it has no rows, such as blank lines. */
const BYTES_PER_ROW = 1_000

/** The rows that the check of a file counts as, at least. */
export const leastCheckedRows = (bytes: number): number => Math.ceil(bytes / BYTES_PER_ROW)

export type ImportBudget = ReturnType<typeof importBudget>

/**
 * The limits of an account's imports, by its plan. Each function throws `too_many_imports` if its
 * limit would be exceeded.
 */
export const importBudget = ({ clock, countUse }: Deps) => {
  const useOf = (query: Query, accountId: bigint) => countUse(query, { accountId, sinceMs: clock.nowMs() - DAY_MS })

  return {
    /** Whether one more file may be stored. */
    async checkFiles(query: Query, { plan, accountId }: Spender): Promise<void> {
      const { open } = await useOf(query, accountId)
      if (open < planImports[plan]) return
      throw tooMany(
        `This account has ${open} imports whose files are stored, and its plan allows ${planImports[plan]}. Run or delete one of them first.`,
      )
    },

    /** Whether a file may be checked. */
    async checkChecks(query: Query, { plan, accountId }: Spender): Promise<void> {
      const { checkedRows } = await useOf(query, accountId)
      if (checkedRows < planImportRows[plan] * CHECKS_PER_ROW) return
      throw tooMany(`This account has checked ${checkedRows} rows in 24 hours. Wait before you check more.`)
    },

    /** Whether so many rows may be imported. */
    async checkRows(query: Query, { plan, accountId, rows }: Spender & { rows: number }) {
      const { importedRows } = await useOf(query, accountId)
      const most = planImportRows[plan]
      if (importedRows + rows <= most) return
      throw tooMany(
        `The plan of this account allows ${most} rows in 24 hours, and it has imported ${importedRows}. Wait, or split the file.`,
      )
    },
  }
}

const tooMany = (message: string) => importError('too_many_imports', { message })
