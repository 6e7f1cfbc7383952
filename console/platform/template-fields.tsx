import { ApiError } from '@adoption-store/client'
import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { confirm } from './confirm.tsx'
import { Failure } from './failure.tsx'
import { type PlaceholderItem, PlaceholderMenu } from './placeholder-menu.tsx'
import classes from './template-fields.module.css'

type Field = {
  label: string
  /** As typed. */
  value: string
  /** As the store has it. */
  saved: string
  error: ReactNode
  onChange: (value: string) => void
}

type FieldsProps = {
  heading: Field
  text: Field & { description: string; maxLength: number; isMarkup?: boolean }
  placeholders: readonly PlaceholderItem[]
  canWrite: boolean
  /** Whether the saved text is the default one. */
  isDefault: boolean
  isChanged: boolean
  save: { isPending: boolean; error: unknown; onSave: () => void }
  restore: { question: string; onRestore: () => void }
  preview: ReactNode
}

/** The fields of a template with placeholders, beside its preview. */
export const TemplateFields = (props: FieldsProps) => {
  const { heading, text, placeholders, canWrite, preview, save } = props
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <div className={classes.two}>
      <div className={classes.fields}>
        {save.error && !hasFields(save.error) ? <Failure error={save.error} /> : null}
        <TextInput
          label={heading.label}
          maxLength={120}
          readOnly={!canWrite || save.isPending}
          value={heading.value}
          error={heading.error}
          onChange={(event) => heading.onChange(event.currentTarget.value)}
        />
        <Textarea
          ref={area}
          label={text.label}
          description={text.description}
          classNames={text.isMarkup ? { input: classes.markup } : {}}
          autosize
          minRows={12}
          maxRows={34}
          maxLength={text.maxLength}
          readOnly={!canWrite || save.isPending}
          value={text.value}
          error={text.error}
          onChange={(event) => text.onChange(event.currentTarget.value)}
        />
        {canWrite && (
          <Group className={classes.actions ?? ''}>
            <PlaceholderMenu items={placeholders} area={area} onInsert={text.onChange} />
            <span className={classes.grow} />
            <Actions {...props} />
          </Group>
        )}
      </div>
      <section className={classes.preview} aria-label="Preview">
        <Text size="sm" c="dimmed" mb={8}>
          Preview with sample data
        </Text>
        {preview}
      </section>
    </div>
  )
}

const hasFields = (error: unknown): boolean => error instanceof ApiError && error.errors.length > 0

const Actions = ({ heading, text, isDefault, isChanged, save, restore }: FieldsProps) => {
  const isReplaced = useIsReplaced(isChanged, `${heading.saved}\n${text.saved}`)
  const askToReplace = () =>
    confirm({
      title: 'Replace a colleague’s text?',
      text: 'Somebody else saved this text while you were typing. Your text replaces theirs.',
      yes: 'Replace',
      no: 'Keep editing',
      onYes: save.onSave,
    })
  const ask = () =>
    confirm({
      title: 'Restore the default text?',
      text: restore.question,
      yes: 'Use default',
      onYes: restore.onRestore,
    })
  return (
    <>
      {!isDefault && (
        <Button variant="default" onClick={ask}>
          Use default
        </Button>
      )}
      <Button disabled={!isChanged} loading={save.isPending} onClick={isReplaced ? askToReplace : save.onSave}>
        Save
      </Button>
    </>
  )
}

/** Whether the store has another text than when the typing began. */
const useIsReplaced = (isChanged: boolean, saved: string): boolean => {
  const [base, setBase] = useState(saved)
  if (!isChanged && base !== saved) setBase(saved)
  return isChanged && base !== saved
}
