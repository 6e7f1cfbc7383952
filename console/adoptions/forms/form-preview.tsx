import { Checkbox, NumberInput, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { Panel } from '../../platform/panel.tsx'
import { type DraftQuestion, type FormDraft, linesOf } from './form-draft.ts'
import classes from './forms.module.css'

/** The form as applicants see it. Its input is not sent. */
export const FormPreview = ({ draft: { questions } }: { draft: FormDraft }) => (
  <div className={classes.fields}>
    <Panel title="About you" aside="On every form">
      <Stack>
        <TextInput label="Name" required />
        <TextInput label="Email" type="email" required />
        <TextInput label="Phone" type="tel" />
      </Stack>
    </Panel>
    <Panel title="A few questions" aside="Preview">
      {questions.length === 0 && <Text c="dimmed">No questions yet.</Text>}
      <Stack>
        {questions.map((question) => (
          <PreviewField key={question.key} question={question} />
        ))}
      </Stack>
    </Panel>
  </div>
)

const inputTypes = { date: 'date', email: 'email', phone: 'tel', text: 'text' } as const

const PreviewField = ({ question }: { question: DraftQuestion }) => {
  const { kind, required, help } = question
  const label = question.label.trim() || 'Question'
  const field = { label, required, ...(help.trim() && { description: help }) }
  switch (kind) {
    case 'longText':
      return <Textarea {...field} autosize minRows={3} />
    case 'number':
      return <NumberInput {...field} hideControls />
    case 'yesNo':
      return (
        <Radio.Group {...field}>
          <Options options={['Yes', 'No']} />
        </Radio.Group>
      )
    case 'choice':
      return (
        <Radio.Group {...field}>
          <Options options={linesOf(question.options)} />
        </Radio.Group>
      )
    case 'choices':
      return (
        <Checkbox.Group {...field}>
          <Stack gap="xs" mt="xs">
            {[...new Set(linesOf(question.options))].map((option) => (
              <Checkbox key={option} value={option} label={option} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    default:
      return <TextInput {...field} type={inputTypes[kind]} />
  }
}

const Options = ({ options }: { options: readonly string[] }) => (
  <Stack gap="xs" mt="xs">
    {[...new Set(options)].map((option) => (
      <Radio key={option} value={option} label={option} />
    ))}
  </Stack>
)
