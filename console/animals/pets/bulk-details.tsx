import type { Animal } from '@adoption-store/client'
import { Autocomplete, Checkbox, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { FeeField } from '../../adoptions/orders/fee-field.tsx'
import { FormModal } from '../../platform/form.tsx'
import { formatCounted } from '../../platform/number-format.ts'
import { speciesLabels } from '../../platform/species-labels.ts'
import { ChoiceField } from '../profiles/choice-field.tsx'
import {
  type BulkAction,
  changingDetails,
  type Details,
  isChanging,
  missingSpeciesText,
  noDetails,
  withoutSpecies,
} from './bulk-actions.ts'

type DetailsProps = {
  animals: readonly Animal[]
  onSubmit: (action: BulkAction) => void
  onClose: () => void
}

/** A form to change all selected animals at once. Empty fields change nothing. */
export const BulkDetails = ({ animals, onSubmit, onClose }: DetailsProps) => {
  const [details, setDetails] = useState<Details>(noDetails)
  const change = (changes: Partial<Details>) => setDetails({ ...details, ...changes })
  const count = formatCounted(animals.length, 'animal')
  const isWithoutSpecies = details.publish && details.species === null
  const missing = isWithoutSpecies ? withoutSpecies(animals) : 0
  return (
    <FormModal
      title={`Change ${count}`}
      error={undefined}
      fields={[]}
      submitLabel={`Change ${count}`}
      isBusy={false}
      canSubmit={isChanging(details)}
      onSubmit={() => onSubmit(changingDetails(details))}
      onClose={onClose}
    >
      <ChoiceField
        label="Species"
        placeholder={unchanged}
        labels={speciesLabels}
        value={details.species}
        onChange={(species) => change({ species })}
      />
      <Autocomplete
        label="Breed"
        placeholder={unchanged}
        maxLength={100}
        data={valuesOf(animals.map(({ breeds }) => breeds.primary ?? ''))}
        value={details.breed}
        onChange={(breed) => change({ breed })}
      />
      <TagsInput
        label="Add tags"
        maxTags={20}
        value={[...details.addTags]}
        onChange={(addTags) => change({ addTags })}
      />
      <TagsInput
        label="Remove tags"
        data={valuesOf(animals.flatMap(({ tags }) => tags ?? []))}
        value={[...details.removeTags]}
        onChange={(removeTags) => change({ removeTags })}
      />
      <FeeField fee={details.fee} error={undefined} onChange={(fee) => change({ fee })} />
      <Checkbox
        label="Also publish them"
        description={
          missing > 0
            ? `${missingSpeciesText(missing, animals.length)} They cannot be published until you choose one.`
            : undefined
        }
        checked={details.publish}
        onChange={(event) => change({ publish: event.currentTarget.checked })}
      />
    </FormModal>
  )
}

const unchanged = 'Leave as it is'

const MAX_SUGGESTED = 50

const valuesOf = (texts: readonly string[]): string[] =>
  [...new Set(texts)]
    .filter((text) => text !== '')
    .sort()
    .slice(0, MAX_SUGGESTED)
