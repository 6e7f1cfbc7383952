import { type QuestionKind, questionKinds } from '@adoption-store/client'
import { Button, Checkbox, Group, Select, Textarea, TextInput } from '@mantine/core'
import { fieldError } from '../../platform/error-messages.ts'
import type { DraftQuestion } from './form-draft.ts'
import classes from './forms.module.css'
import { hasOptions, kindLabels } from './question-kinds.ts'

type QuestionProps = {
  question: DraftQuestion
  place: number
  count: number
  error: unknown
  hasFocus: boolean
  onChange: (change: Partial<DraftQuestion>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const kinds = questionKinds.map((value) => ({ value, label: kindLabels[value] }))

/** One question: its wording, its kind of answer, and its place. */
export const QuestionFields = ({ question, place, error, ...props }: QuestionProps) => {
  const { onChange, hasFocus } = props
  const { label, kind, required, options, help } = question
  const errorOf = (field: string) => fieldError(error, `questions.${place}.${field}`)
  return (
    <li className={classes.question} aria-label={`Question ${place + 1}`}>
      <TextInput
        label={`Question ${place + 1}`}
        required
        maxLength={500}
        autoFocus={hasFocus}
        value={label}
        error={errorOf('label') ?? errorOf('id')}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <Group align="end" gap="md">
        <Select
          label="Answer"
          w={200}
          allowDeselect={false}
          data={kinds}
          value={kind}
          error={errorOf('kind')}
          onChange={(next) => onChange({ kind: kindOf(next) })}
        />
        <Checkbox
          label="Required"
          pb={8}
          checked={required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
      </Group>
      {hasOptions(kind) && (
        <Textarea
          label="Options"
          description="One per line, in the order in which they are shown"
          required
          autosize
          minRows={2}
          maxRows={12}
          value={options}
          error={errorOf('options')}
          onChange={(event) => onChange({ options: event.currentTarget.value })}
        />
      )}
      <TextInput
        label="Help"
        description="Shown below the question"
        maxLength={1_000}
        value={help}
        error={errorOf('help')}
        onChange={(event) => onChange({ help: event.currentTarget.value })}
      />
      <Actions place={place} {...props} />
    </li>
  )
}

const kindOf = (value: string | null): QuestionKind => questionKinds.find((known) => known === value) ?? 'text'

type ActionProps = Pick<QuestionProps, 'place' | 'count' | 'onMove' | 'onRemove'>

const Actions = ({ place, count, onMove, onRemove }: ActionProps) => {
  const name = `question ${place + 1}`
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        disabled={place === 0}
        aria-label={`Move up ${name}`}
        onClick={() => onMove(place - 1)}
      >
        Move up
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={place === count - 1}
        aria-label={`Move down ${name}`}
        onClick={() => onMove(place + 1)}
      >
        Move down
      </Button>
      <Button size="compact-sm" variant="default" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </Group>
  )
}
