import { SearchSelect } from '../../platform/search-select.tsx'

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
export const ChoiceField = <Value extends string>({
  placeholder = 'Not known',
  isRequired = false,
  ...props
}: ChoiceFieldProps<Value>) => (
  <SearchSelect {...props} placeholder={placeholder} clearable={props.value !== null} withAsterisk={isRequired} />
)
