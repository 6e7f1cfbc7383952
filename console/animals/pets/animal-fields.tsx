import { Autocomplete, TextInput } from '@mantine/core'
import { fieldError } from '../../platform/error-messages.ts'
import type { CategoryNames } from './category-names.ts'

type FieldsProps = {
  name: string
  onName: (name: string) => void
  /** As chosen or typed: `Dogs · 1`, or a number. */
  category: string
  onCategory: (category: string) => void
  names: CategoryNames
  /** Whether the user has tried to save. */
  wasTried: boolean
  error: unknown
}

/** The fields that every animal has. */
export const AnimalFields = ({ names, error, wasTried, ...props }: FieldsProps) => {
  const isUnknown = wasTried && names.idOf(props.category) === undefined
  return (
    <>
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={510}
        value={props.name}
        error={fieldError(error, 'name')}
        onChange={(event) => props.onName(event.currentTarget.value)}
      />
      <Autocomplete
        label="Category"
        description="Choose a category, or enter a number"
        required
        data={names.choices.map(({ text }) => text)}
        value={props.category}
        error={isUnknown ? unknownCategory : fieldError(error, 'categoryId')}
        onChange={props.onCategory}
      />
    </>
  )
}

const unknownCategory = 'must be a named category or a whole number'
