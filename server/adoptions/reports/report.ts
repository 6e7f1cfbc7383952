import { type Static, Type } from 'typebox'
import { type Species, species } from '../../animals/profiles/profile-values.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { faultSummary, protocolError } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { dayPattern } from '../../platform/http/patterns.ts'
import { isDay, showDay } from '../../platform/time.ts'

/** Ten years. */
const MAX_DAYS = 3_660
/** The most months that so many days touch. */
const MAX_MONTHS = 122
/** Each species, and animals of unknown species. */
const MAX_SPECIES = species.length + 1

const day = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'date',
      maxLength: 10,
      pattern: dayPattern,
      'x-rule': 'must be a date such as 2026-01-31',
      description,
      examples: ['2026-01-01'],
    }),
  )

export const ReportQuery = Type.Object(
  {
    from: day('The first day. If omitted, the first of the month eleven months before `to`.'),
    to: day('The last day. If omitted, today. At most ten years after `from`.'),
    accountId: Type.Optional(
      Int64({
        description:
          'Only animals of this account. Only staff and keys with `admin` can choose an account other than their own.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ReportQuery = Static<typeof ReportQuery>

/** Days since the Unix epoch in UTC, both inclusive. */
export type Period = { from: number; to: number }

/** Throws `invalid_parameter`. */
export const periodOf = ({ from, to }: ReportQuery, nowMs: number): Period => {
  const faults = Object.entries({ from, to }).flatMap(([field, text]) =>
    text === undefined || isDay(text)
      ? []
      : [{ field, code: 'invalid_value', message: 'must be a date such as 2026-01-31' }],
  )
  if (faults.length > 0) throw invalid(faults)
  const last = to === undefined ? Math.floor(nowMs / DAY_MS) : dayIn(to)
  const first = from === undefined ? monthsBefore(last, 11) : dayIn(from)
  if (first > last) {
    throw invalid([{ field: 'from', code: 'invalid_value', message: 'must not be after `to`' }])
  }
  if (last - first >= MAX_DAYS) {
    const message = 'must be at most ten years after `from`'
    throw invalid([{ field: 'to', code: 'invalid_value', message }])
  }
  return { from: first, to: last }
}

type Faults = Parameters<typeof faultSummary>[0]

const invalid = (errors: Faults) =>
  protocolError('invalid_parameter', { errors: [...errors], message: faultSummary(errors) })

const dayIn = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS

const monthsBefore = (day: number, months: number): number => {
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1) / DAY_MS
}

/** The months of the period, such as `2026-01`, including partial ones. */
export const monthsOf = ({ from, to }: Period): string[] => {
  const months: string[] = []
  for (let day = from; day <= to; day = monthsBefore(day, -1)) months.push(showDay(day).slice(0, 7))
  return months
}

const days = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description })

const figures = {
  adoptions: Type.Integer({ description: 'Adopted animals.' }),
  returns: Type.Integer({ description: 'Returned animals, regardless of when they were adopted.' }),
  stayDays: Type.Object(
    {
      median: days('The median; `null` if no stay is known.'),
      mean: days('The mean; `null` if no stay is known.'),
      known: Type.Integer({ description: 'The number of adoptions whose stay is known.' }),
    },
    { description: 'How many days the adopted animals waited.' },
  ),
}
export type Figures = Static<ReturnType<typeof figuresObject>>
const figuresObject = () => Type.Object(figures)

const month = Type.String({ description: 'The month, in UTC.', examples: ['2026-01'] })
const ofSpecies = Type.Unsafe<Species | null>({
  enum: [...species, null],
  description: 'The species; `null` if unknown.',
})

const figuresExample = {
  adoptions: 14,
  returns: 1,
  stayDays: { median: 23.5, mean: 41.25, known: 14 },
}

export const AdoptionReport = Type.Object(
  {
    from: Type.String({ format: 'date', description: 'The first day.' }),
    to: Type.String({ format: 'date', description: 'The last day.' }),
    total: Type.Object(figures, { description: 'The totals of the period.' }),
    months: Type.Array(Type.Object({ month, ...figures }), {
      maxItems: MAX_MONTHS,
      description: 'Each month of the period, including those without adoptions.',
    }),
    species: Type.Array(Type.Object({ species: ofSpecies, ...figures }), {
      maxItems: MAX_SPECIES,
      description: 'Each species with an adoption or a return.',
    }),
    rows: Type.Array(Type.Object({ month, species: ofSpecies, ...figures }), {
      maxItems: MAX_MONTHS * MAX_SPECIES,
      description: 'By month and species, as in the CSV.',
    }),
  },
  {
    $id: 'AdoptionReport',
    description: 'Adoptions, returns and length of stay, by month and species.',
    examples: [
      {
        from: '2026-11-01',
        to: '2026-11-30',
        total: figuresExample,
        months: [{ month: '2026-11', ...figuresExample }],
        species: [{ species: 'dog', ...figuresExample }],
        rows: [{ month: '2026-11', species: 'dog', ...figuresExample }],
      },
    ],
  },
)
export type AdoptionReport = Static<typeof AdoptionReport>

const columns = ['month', 'species', 'adoptions', 'returns', 'stay_days_median', 'stay_days_mean', 'stay_days_known']

/** RFC 4180. It only has numbers and fixed words, so nothing needs quotes. */
export const reportCsv = ({ rows }: AdoptionReport): string => {
  const lines = rows.map(({ month, species, adoptions, returns, stayDays }) => [
    month,
    species ?? 'unknown',
    adoptions,
    returns,
    stayDays.median ?? '',
    stayDays.mean ?? '',
    stayDays.known,
  ])
  return [columns, ...lines].map((fields) => `${fields.join(',')}\r\n`).join('')
}
