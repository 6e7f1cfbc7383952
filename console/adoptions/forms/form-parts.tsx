import { Anchor, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Failure } from '../../platform/failure.tsx'
import { Tabs } from '../../platform/tabs.tsx'
import { useUrlState, useUrlWith } from '../../platform/url-state.ts'
import type { FormDraft } from './form-draft.ts'
import { FormFields } from './form-fields.tsx'
import { FormPreview } from './form-preview.tsx'

const DEFAULTS = { view: 'edit' }

export const AllForms = () => (
  <Anchor component={Link} to="/settings/forms" size="sm" underline="always" display="block" w="fit-content" mb={4}>
    All forms
  </Anchor>
)

type PartsProps = {
  draft: FormDraft
  error: unknown
  isReadOnly: boolean
  hasSpecies?: boolean
  onChange: (draft: FormDraft) => void
  actions: ReactNode
}

/** The questions, or their preview. */
export const FormParts = ({ draft, error, isReadOnly, hasSpecies = true, onChange, actions }: PartsProps) => {
  const [{ view }] = useUrlState(DEFAULTS)
  const urlWith = useUrlWith(DEFAULTS)
  const isPreview = isReadOnly || view === 'preview'
  return (
    <>
      {!isReadOnly && (
        <Tabs
          label="Form"
          tabs={[
            { value: 'edit', label: 'Questions', count: draft.questions.length },
            { value: 'preview', label: 'Preview' },
          ]}
          value={isPreview ? 'preview' : 'edit'}
          hrefOf={(value) => urlWith({ view: value })}
        />
      )}
      {isPreview ? (
        <>
          {error ? <Failure error={error} mb="md" /> : null}
          <FormPreview draft={draft} />
        </>
      ) : (
        <FormFields draft={draft} error={error} hasSpecies={hasSpecies} onChange={onChange} />
      )}
      {!isReadOnly && (
        <Group justify="flex-end" mt="md" maw={760}>
          {actions}
        </Group>
      )}
    </>
  )
}
