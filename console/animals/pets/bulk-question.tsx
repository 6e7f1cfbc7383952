import type { Animal, Profile } from '@adoption-store/client'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../platform/form.tsx'
import { formatCounted } from '../../platform/number-format.ts'
import { speciesLabels } from '../../platform/species-labels.ts'
import { ChoiceField } from '../profiles/choice-field.tsx'
import { type BulkAction, missingSpeciesText, publishing, withoutSpecies } from './bulk-actions.ts'

type QuestionProps = {
  action: BulkAction
  animals: readonly Animal[]
  onYes: (action: BulkAction) => void
  onClose: () => void
}

/** Asks before several animals are changed, and names how many. */
export const BulkQuestion = ({ action, animals, onYes, onClose }: QuestionProps) => {
  const [species, setSpecies] = useState<Profile['species']>(null)
  const needed = animals.filter(action.isNeeded).length
  const missing = action.label === publishing().label ? withoutSpecies(animals) : 0
  const yes = () => onYes(species === null ? action : publishing(species))
  return (
    <FormModal
      title={needed === 0 ? 'Nothing to change' : action.question(formatCounted(needed, 'animal'))}
      error={undefined}
      fields={[]}
      submitLabel={action.label}
      isBusy={false}
      canSubmit={needed > 0}
      hasFocusOnSubmit
      onSubmit={yes}
      onClose={onClose}
    >
      <Text size="sm">{needed === 0 ? 'All selected animals already have these values.' : action.text}</Text>
      {missing > 0 && (
        <>
          <Text size="sm">
            {missingSpeciesText(missing, needed)} Choose a species for {missing === 1 ? 'it' : 'all of these'}, or they
            cannot be published.
          </Text>
          <ChoiceField label="Species" labels={speciesLabels} value={species} onChange={setSpecies} />
        </>
      )}
    </FormModal>
  )
}
