import { Autocomplete, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { fieldError } from '../../platform/error-messages.ts'
import { useCan } from '../../session/permissions.ts'
import type { CategoryNames } from './category-names.ts'

type FieldsProps = {
  name: string
  onName: (name: string) => void
  nameHint?: string | undefined
  /** As chosen or typed: a name or a number. */
  category: string
  onCategory: (category: string) => void
  names: CategoryNames
  /** Whether the user has tried to save. */
  wasTried: boolean
  error: unknown
  /** The name of the category that is used if none is chosen; without one, it has to be chosen. */
  fallback?: string | undefined
  /** Further fields, after the name. */
  children?: ReactNode
}

/** The fields that every animal has. */
export const AnimalFields = ({ names, error, wasTried, fallback, ...props }: FieldsProps) => {
  const canCreate = useCan('categories:write')
  const typed = props.category.trim()
  const isNew = typed !== '' && names.idOf(typed) === undefined
  const isOptional = fallback !== undefined
  const isMissing = typed === '' ? !isOptional : isNew && !canCreate
  return (
    <>
      <TextInput
        label="Name"
        description={props.nameHint}
        required
        data-autofocus
        autoComplete="off"
        maxLength={510}
        value={props.name}
        error={fieldError(error, 'name')}
        onChange={(event) => props.onName(event.currentTarget.value)}
      />
      {props.children}
      <Autocomplete
        label="Category"
        description={
          isNew && canCreate
            ? `“${typed}” is new. It is added to the categories.`
            : `${isOptional ? 'Follows from the species, unless you choose' : 'Choose'} one${canCreate ? ', or type the name of a new one' : ''}`
        }
        // Below, the list would cover the buttons.
        comboboxProps={{ position: 'top' }}
        maxDropdownHeight={150}
        required={!isOptional}
        placeholder={fallback}
        data={names.choices.map(({ text }) => text)}
        value={props.category}
        error={wasTried && isMissing ? missingCategory : fieldError(error, 'categoryId')}
        onChange={props.onCategory}
      />
    </>
  )
}

const missingCategory = 'Choose a category from the list'

/** Whether an animal can be saved with what is chosen or typed as its category. */
export const useIsCategory = (names: CategoryNames): ((text: string) => boolean) => {
  const canCreate = useCan('categories:write')
  return (text) => text.trim() !== '' && (canCreate || names.idOf(text) !== undefined)
}
