import { Group, NumberInput } from '@mantine/core'
import { fieldError } from '../../platform/error-messages.ts'

/** The typed text. Empty means no limit of its own. */
export type Limits = { perMinute: string | number; perDay: string | number }

type LimitFieldsProps = {
  limits: Limits
  /** The meaning of an empty field. */
  description: string
  error: unknown
  onChange: (change: Partial<Limits>) => void
}

/** Requests per minute and per day, of an account or of a key. */
export const LimitFields = ({ limits, description, error, onChange }: LimitFieldsProps) => (
  <Group grow align="flex-start">
    {limitFields.map(({ field, label }) => (
      <NumberInput
        key={field}
        label={label}
        description={description}
        min={1}
        allowDecimal={false}
        thousandSeparator=","
        value={limits[field]}
        error={fieldError(error, field)}
        onChange={(value) => onChange({ [field]: value })}
      />
    ))}
  </Group>
)

const limitFields = [
  { field: 'perMinute', label: 'Requests per minute' },
  { field: 'perDay', label: 'Requests per day' },
] as const

/** The limits that are filled in, as the API takes them. */
export const filledLimits = ({ perMinute, perDay }: Limits) => ({
  ...(perMinute !== '' && { perMinute: Number(perMinute) }),
  ...(perDay !== '' && { perDay: Number(perDay) }),
})
