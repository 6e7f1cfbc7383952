import { Select } from '@mantine/core'

type ChoiceFieldProps<Value extends string> = {
  label: string
  labels: Readonly<Record<Value, string>>
  placeholder?: string
  value: Value | null
  error?: string | undefined
  isRequired?: boolean
  onChange: (value: Value | null) => void
}

/** A choice of the API's values, or none. */
export const ChoiceField = <Value extends string>(props: ChoiceFieldProps<Value>) => {
  const values = Object.keys(props.labels) as Value[]
  return (
    <Select
      label={props.label}
      placeholder={props.placeholder ?? 'Not known'}
      searchable
      openOnFocus={false}
      nothingFoundMessage="No match"
      clearable={props.value !== null}
      withAsterisk={props.isRequired ?? false}
      error={props.error}
      data={values.map((value) => ({ value, label: props.labels[value] }))}
      value={props.value}
      onChange={(chosen) => props.onChange(values.find((value) => value === chosen) ?? null)}
    />
  )
}
