import { formatCount } from '../../platform/number-format.ts'
import { formatMonth, formatMonthShort, formatYear } from '../../platform/time-format.ts'
import classes from './month-chart.module.css'

type Tone = 'accent' | 'amber' | 'blue'
type Series = { label: string; tone: Tone; values: readonly (number | null)[] }

type ChartProps = {
  /** A description for people who cannot see the chart. The numbers are in a table as well. */
  label: string
  /** In the API's format: `2026-01`. */
  months: readonly string[]
  series: readonly Series[]
  /** Formats a number; a count by default. */
  format?: (value: number) => string
}

/** With more months, there is no room for a number above each bar. */
const MAX_NUMBERED = 13
/** The number of month names that fit. */
const MAX_NAMED = 12
/** The longest name of a month that fits. */
const MAX_SHORT = 5

/** Bars for each month, side by side, with a scale. */
export const MonthChart = ({ label, months, series, format = formatCount }: ChartProps) => {
  const top = niceTop(Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const step = Math.ceil(months.length / MAX_NAMED)
  const isNumbered = months.length <= MAX_NUMBERED
  return (
    <figure className={classes.figure}>
      {series.length > 1 && <Legend series={series} />}
      <div className={classes.chart} role="img" aria-label={label}>
        <div className={classes.scale}>
          {[top, top / 2, 0].map((tick) => (
            <span key={tick}>{formatCount(tick)}</span>
          ))}
        </div>
        <ol className={classes.plot} data-long={hasLongNames(months) || undefined}>
          {months.map((month, at) => (
            <li key={month} title={titleOf(month, series, at, format)} data-minor={(at / step) % 2 === 1 || undefined}>
              <span className={classes.bars}>
                {series.map(({ label: name, tone, values }) => {
                  const value = values[at] ?? 0
                  return (
                    <span
                      key={name}
                      className={classes.bar}
                      data-tone={tone}
                      style={{ height: `${(value / top) * 100}%` }}
                    >
                      {isNumbered && value > 0 && <b>{formatCount(value)}</b>}
                    </span>
                  )
                })}
              </span>
              <span className={classes.month}>
                {at % step === 0 && (
                  <span>
                    {formatMonthShort(month)}
                    {(step > 1 || at === 0 || month.endsWith('-01')) && <small>{formatYear(month)}</small>}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </figure>
  )
}

/** Short months in some languages, such as `marrask.` and `सितम्बर`. */
const hasLongNames = (months: readonly string[]): boolean =>
  months.some((month) => formatMonthShort(month).length > MAX_SHORT)

const Legend = ({ series }: { series: readonly Series[] }) => (
  <figcaption className={classes.legend}>
    {series.map(({ label, tone }) => (
      <span key={label} data-tone={tone}>
        {label}
      </span>
    ))}
  </figcaption>
)

const titleOf = (month: string, series: readonly Series[], at: number, format: (value: number) => string): string => {
  const values = series.map(({ label, values }) => {
    const value = values[at]
    return `${label}: ${typeof value === 'number' ? format(value) : '–'}`
  })
  return [formatMonth(month), ...values].join('\n')
}

/**
 * The first of 2, 4, 6, 8, 10, 20, 40 and so on that is not smaller, so that its half is a whole
 * number, too.
 */
const niceTop = (most: number): number => {
  for (let unit = 1; ; unit *= 10) {
    const found = [2, 4, 6, 8, 10].find((step) => step * unit >= most)
    if (found) return found * unit
  }
}
