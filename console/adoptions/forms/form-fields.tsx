import { Button, MultiSelect, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure } from '../../platform/failure.tsx'
import { PlusIcon } from '../../platform/icons.tsx'
import { speciesLabels } from '../../platform/species-labels.ts'
import { type DraftQuestion, type FormDraft, movedQuestion, newQuestion, type Species } from './form-draft.ts'
import classes from './forms.module.css'
import { QuestionFields } from './question-fields.tsx'

/** The API's limit. */
const MAX_QUESTIONS = 100

type FieldsProps = {
  draft: FormDraft
  error: unknown
  /** False for the form that serves every account, which is for all species. */
  hasSpecies: boolean
  onChange: (draft: FormDraft) => void
}

const speciesOptions = Object.entries(speciesLabels).map(([value, label]) => ({ value, label }))

/** The name of a form and its questions, in order. */
export const FormFields = ({ draft, error, hasSpecies, onChange }: FieldsProps) => {
  const { questions } = draft
  const added = useRef<number>(undefined)
  const set = (next: readonly DraftQuestion[]) => onChange({ ...draft, questions: next })
  const add = () => {
    const question = newQuestion()
    added.current = question.key
    set([...questions, question])
  }
  return (
    <div className={classes.fields}>
      {error ? <Failure error={error} mb="md" /> : null}
      <TextInput
        label="Name"
        description="For your team. Applicants do not see it."
        maxLength={255}
        value={draft.name}
        error={fieldError(error, 'name')}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      {hasSpecies && (
        <MultiSelect
          mt="md"
          label="For these animals"
          description="Leave it empty to use this form for all animals."
          placeholder={draft.species.length === 0 ? 'All animals' : ''}
          searchable
          data={speciesOptions}
          value={[...draft.species]}
          error={fieldError(error, 'species')}
          // The options are those of the API.
          onChange={(chosen) => onChange({ ...draft, species: chosen as Species[] })}
        />
      )}
      <ol className={classes.questions}>
        {questions.map((question, at) => (
          <QuestionFields
            key={question.key}
            question={question}
            place={at}
            count={questions.length}
            error={error}
            hasFocus={question.key === added.current}
            onChange={(change) => set(questions.with(at, { ...question, ...change }))}
            onMove={(to) => set(movedQuestion(questions, at, to))}
            onRemove={() => set(questions.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {questions.length < MAX_QUESTIONS && (
        <Button variant="default" leftSection={<PlusIcon size={16} />} onClick={add}>
          Add a question
        </Button>
      )}
    </div>
  )
}
