import { Select, TextInput } from '@mantine/core'
import { type Period, periods } from './report.ts'

export type PeriodState = { period: Period; from: string; to: string }

type FieldProps = {
  value: PeriodState
  onChange: (changes: Partial<Record<keyof PeriodState, string>>) => void
}

/** The period of a report: a usual one, or any days. */
export const PeriodField = ({ value: { period, from, to }, onChange }: FieldProps) => (
  <>
    <Select
      aria-label="Period"
      w={170}
      allowDeselect={false}
      data={[...periods]}
      value={period}
      onChange={(next) => onChange({ period: next ?? '12', from: '', to: '' })}
    />
    {period === 'days' && (
      <>
        <TextInput
          type="date"
          aria-label="From"
          {...(to && { max: to })}
          value={from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          aria-label="To"
          {...(from && { min: from })}
          value={to}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
      </>
    )}
  </>
)
