import type { AdoptionReport, ReportQuery } from '@adoption-store/client'

type Row = AdoptionReport['rows'][number]
export type Figures = Pick<Row, 'adoptions' | 'returns' | 'stayDays'>
export type MonthFigures = Figures & { month: string }

const none: Figures = { adoptions: 0, returns: 0, stayDays: { median: null, mean: null, known: 0 } }

/** Each month of the report, for all species or one. Months without adoptions are zero. */
export const monthsOf = (report: AdoptionReport, species: string): MonthFigures[] => {
  if (species === '') return report.months
  const rows = new Map(report.rows.filter((row) => speciesKey(row) === species).map((row) => [row.month, row]))
  return report.months.map(({ month }) => ({ ...none, ...rows.get(month), month }))
}

/** The totals of the period, for all species or one. */
export const totalOf = (report: AdoptionReport, species: string): Figures => {
  if (species === '') return report.total
  return report.species.find((row) => speciesKey(row) === species) ?? none
}

/** The species in the URL, with a word for an unknown one. */
export const speciesKey = ({ species }: Pick<Row, 'species'>): string => species ?? 'unknown'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export const periods = [
  { value: '12', label: 'Last 12 months' },
  { value: '24', label: 'Last 24 months' },
  { value: 'year', label: 'This year' },
  { value: 'last', label: 'Last year' },
  { value: 'days', label: 'From … to …' },
] as const

export type Period = (typeof periods)[number]['value']

type Days = { from: string; to: string }

/** The API's parameters for a period. Invalid days in the URL are ignored. */
export const queryOf = (period: Period, { from, to }: Days, nowMs: number): ReportQuery => {
  const now = new Date(nowMs)
  const year = now.getUTCFullYear()
  switch (period) {
    case '12':
      return {}
    case '24':
      return { from: new Date(Date.UTC(year, now.getUTCMonth() - 23)).toISOString().slice(0, 10) }
    case 'year':
      return { from: `${year}-01-01` }
    case 'last':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
    case 'days':
      return { ...(DAY.test(from) && { from }), ...(DAY.test(to) && { to }) }
  }
}
