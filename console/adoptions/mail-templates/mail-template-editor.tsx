import { ApiError, mailPlaceholders, type NewMailTemplate } from '@adoption-store/client'
import { Button, Group, Menu, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure } from '../../platform/failure.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import classes from './mail-template-editor.module.css'
import { placeholderLabels } from './mail-template-labels.ts'
import type { SavedMailTemplate } from './saved-mail-template.ts'

const PREVIEW_DELAY_MS = 500

type EditorProps = {
  saved: SavedMailTemplate
  canWrite: boolean
  /** The unsaved text. */
  typed: NewMailTemplate | undefined
  onType: (text: NewMailTemplate | undefined) => void
}

/** The text of one mail, beside its preview. */
export const MailTemplateEditor = ({ saved, canWrite, typed, onType }: EditorProps) => {
  const { subject, text, isDefault } = saved.template
  const draft = typed ?? { subject, text }
  const save = useSave(saved, () => onType(undefined))
  const preview = usePreview(saved, draft)
  const change = (part: Partial<NewMailTemplate>) => {
    const next = { ...draft, ...part }
    onType(next.subject === subject && next.text === text ? undefined : next)
  }
  const area = useRef<HTMLTextAreaElement>(null)
  const errorOf = (field: string) =>
    fieldError(save.error, field) ?? fieldError(preview.error, field)
  const askDefault = () =>
    confirm({
      title: 'Restore the default text?',
      text: 'Your text of this mail is removed.',
      yes: 'Use default',
      onYes: () => save.mutate(undefined),
    })
  return (
    <div className={classes.two}>
      <div className={classes.fields}>
        {save.error && !hasFields(save.error) ? <Failure error={save.error} /> : null}
        <TextInput
          label="Subject"
          maxLength={120}
          readOnly={!canWrite}
          value={draft.subject}
          error={errorOf('subject')}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
        <Textarea
          ref={area}
          label="Text"
          description="Plain text. Names in double braces are filled in. The link to the application and your name follow it; your website is the only other link."
          autosize
          minRows={10}
          maxRows={28}
          maxLength={4_000}
          readOnly={!canWrite}
          value={draft.text}
          error={errorOf('text')}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        {canWrite && (
          <Group gap={8}>
            <Placeholders area={area} onInsert={(next) => change({ text: next })} />
            <span className={classes.grow} />
            {!isDefault && (
              <Button variant="default" onClick={askDefault}>
                Use default
              </Button>
            )}
            <Button
              disabled={typed === undefined}
              loading={save.isPending}
              onClick={() => save.mutate(draft)}
            >
              Save
            </Button>
          </Group>
        )}
      </div>
      <section aria-label="Preview">
        <Text size="sm" c="dimmed" mb={8}>
          Preview with sample data
        </Text>
        {preview.data && (
          <div className={classes.mail} lang={saved.template.language}>
            <p className={classes.subject}>{preview.data.subject}</p>
            <p className={classes.text}>{preview.data.text}</p>
          </div>
        )}
      </section>
    </div>
  )
}

type PlaceholdersProps = {
  area: RefObject<HTMLTextAreaElement | null>
  /** Called with the whole text after the insertion. */
  onInsert: (text: string) => void
}

/** Inserts a placeholder at the cursor. */
const Placeholders = ({ area, onInsert }: PlaceholdersProps) => {
  const insert = (name: string) => {
    const field = area.current
    if (!field) return
    field.focus()
    field.setRangeText(`{{${name}}}`, field.selectionStart, field.selectionEnd, 'end')
    onInsert(field.value)
  }
  return (
    <Menu position="top-start" withinPortal returnFocus={false}>
      <Menu.Target>
        <Button variant="default">Insert…</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mailPlaceholders.map((name) => (
          <Menu.Item key={name} onClick={() => insert(name)}>
            {placeholderLabels[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const hasFields = (error: unknown): boolean => error instanceof ApiError && error.errors.length > 0

/** Saves a text or, without one, restores the default. */
const useSave = ({ template, etag }: SavedMailTemplate, onDone: () => void) => {
  const store = useStore()
  const { kind, language } = template
  return useAction(
    async (text: NewMailTemplate | undefined): Promise<SavedMailTemplate> => {
      const options = { ifMatch: etag }
      if (!text) await store.mailTemplates.remove(kind, language, {}, options)
      const call = text
        ? store.mailTemplates.put(kind, language, text, {}, options)
        : store.mailTemplates.get(kind, language)
      const { data, etag: next } = await call.withResponse()
      return { template: data, etag: next }
    },
    {
      isErrorShown: true,
      done: 'Text saved.',
      onDone: (next) => {
        queryClient.setQueryData(queryKeys.mailTemplate(kind, language), next)
        onDone()
      },
      touches: [queryKeys.mailTemplates],
    },
  )
}

const usePreview = ({ template }: SavedMailTemplate, draft: NewMailTemplate) => {
  const store = useStore()
  const { kind, language } = template
  const [text] = useDebouncedValue(JSON.stringify(draft), PREVIEW_DELAY_MS)
  const { subject, text: body }: NewMailTemplate = JSON.parse(text)
  return useQuery({
    queryKey: queryKeys.mailPreview(kind, language, text),
    enabled: subject !== '' && body !== '',
    queryFn: ({ signal }) =>
      store.mailTemplates.preview({ kind, language, subject, text: body }, {}, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
