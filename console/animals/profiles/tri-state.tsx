import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import classes from './profile-form.module.css'

type TriStateProps = {
  label: string
  value: boolean | null
  isDisabled?: boolean
  onChange: (value: boolean | null) => void
}

const choices = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'unknown', label: 'Not known' },
]

/** Yes, no, or unknown, which is never shown to the public as a no. */
export const TriState = ({ label, value, isDisabled = false, onChange }: TriStateProps) => {
  const id = useId()
  return (
    <div className={classes.tri}>
      <span id={id}>{label}</span>
      <SegmentedControl
        size="xs"
        data={choices}
        disabled={isDisabled}
        aria-labelledby={id}
        value={value === null ? 'unknown' : value ? 'yes' : 'no'}
        onChange={(chosen) => onChange(chosen === 'unknown' ? null : chosen === 'yes')}
      />
    </div>
  )
}
