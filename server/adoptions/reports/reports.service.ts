import { type Species, species } from '../../animals/profiles/profile-values.ts'
import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Database } from '../../platform/storage/database.ts'
import { showDay } from '../../platform/time.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, requestedAccount } from '../../requests/access/ownership.ts'
import { type AdoptionReport, type Figures, monthsOf, type Period, periodOf, type ReportQuery } from './report.ts'
import { type AdoptionRow, listAdoptions, listReturns, type ReturnRow } from './reports.repository.ts'

type Deps = { database: Pick<Database, 'read' | 'readLong'>; clock: Pick<Clock, 'nowMs'> }

export type ReportsService = ReturnType<typeof reportsService>

/** Adoption reports. */
export const reportsService = ({ database, clock }: Deps) => ({
  /** Throws `not_owner`, `invalid_parameter`. */
  async adoptions(caller: Actor, query: ReportQuery): Promise<AdoptionReport> {
    const accountId = requestedAccount(caller, query.accountId)
    const period = periodOf(query, clock.nowMs())
    const range = {
      accountId,
      fromMs: BigInt(period.from * DAY_MS),
      beforeMs: BigInt((period.to + 1) * DAY_MS),
    }
    const { beside } = readsFor(database, caller)
    const [adopted, returned] = await Promise.all([listAdoptions(beside(), range), listReturns(beside(), range)])
    return reportOf(period, adopted, returned)
  },
})

const reportOf = (period: Period, adopted: readonly AdoptionRow[], returned: readonly ReturnRow[]): AdoptionReport => {
  const adoptions = adoptionsByGroup(adopted)
  const returns = returnsByGroup(returned)
  const figures = (month?: string, kind?: string | null): Figures => {
    const group = groupOf(month, kind)
    return figuresOf(adoptions.get(group), returns.get(group) ?? 0)
  }
  const months = monthsOf(period)
  const hasAny = ({ adoptions, returns }: Figures) => adoptions + returns > 0
  const kinds: (Species | null)[] = [...species, null]
  return {
    from: showDay(period.from),
    to: showDay(period.to),
    total: figures(),
    months: months.map((month) => ({ month, ...figures(month) })),
    species: kinds.map((kind) => ({ species: kind, ...figures(undefined, kind) })).filter(hasAny),
    rows: months
      .flatMap((month) => kinds.map((kind) => ({ month, species: kind, ...figures(month, kind) })))
      .filter(hasAny),
  }
}

/**
 * The key of a month and species, or of all of either if undefined. `null` is an unknown species.
 */
const groupOf = (month?: string | null, kind?: string | null): string => `${month} ${kind}`

const adoptionsByGroup = (rows: readonly AdoptionRow[]): Map<string, AdoptionRow> =>
  new Map(
    rows.map((row) => [
      groupOf(row.by_month === 1n ? row.month : undefined, row.by_species === 1n ? row.species : undefined),
      row,
    ]),
  )

const returnsByGroup = (rows: readonly ReturnRow[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { month, species: kind, returns } of rows) {
    const groups = [groupOf(), groupOf(month), groupOf(undefined, kind), groupOf(month, kind)]
    for (const group of groups) sums.set(group, (sums.get(group) ?? 0) + Number(returns))
  }
  return sums
}

const figuresOf = (row: AdoptionRow | undefined, returns: number): Figures => {
  const { adoptions = 0n, known = 0n, days, low, high } = row ?? {}
  const isKnown = days != null && low != null && high != null
  return {
    adoptions: Number(adoptions),
    returns,
    stayDays: {
      median: isKnown ? (Number(low) + Number(high)) / 2 : null,
      mean: isKnown ? Number(days) / Number(known) : null,
      known: Number(known),
    },
  }
}
