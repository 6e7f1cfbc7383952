import { ApiError, type DocumentKind, type NewDocumentTemplate } from '@adoption-store/client'
import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure } from '../../platform/failure.tsx'
import { PrintFrame, useFrame } from '../../platform/print-frame.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import { kindLabels } from './document-kinds.ts'
import { PlaceholderMenu } from './placeholder-menu.tsx'
import type { SavedTemplates } from './saved-templates.ts'
import classes from './template-editor.module.css'
import { readersWriting } from './writing.ts'

const PREVIEW_DELAY_MS = 500

type EditorProps = {
  kind: DocumentKind
  saved: SavedTemplates
  canWrite: boolean
  /** The unsaved text. */
  typed: NewDocumentTemplate | undefined
  onType: (words: NewDocumentTemplate | undefined) => void
}

/** The template of one document, beside its preview. */
export const TemplateEditor = ({ kind, saved, canWrite, typed, onType }: EditorProps) => {
  const { title, text, isDefault } = saved.templates[kind]
  const draft = typed ?? { title, text }
  const save = useSave(kind, saved, () => onType(undefined))
  const preview = usePreview(kind, draft)
  const change = (part: Partial<NewDocumentTemplate>) => onType({ ...draft, ...part })
  const area = useRef<HTMLTextAreaElement>(null)
  const frame = useFrame()
  const errorOf = (field: string) =>
    fieldError(save.error, `${kind}.${field}`) ?? fieldError(preview.error, field)
  const isChanged = draft.title !== title || draft.text !== text
  const askDefault = () =>
    confirm({
      title: 'Restore the default text?',
      text: `Your text of the ${kindLabels[kind].title.toLowerCase()} is removed.`,
      yes: 'Use default',
      onYes: () => save.mutate(undefined),
    })
  return (
    <div className={classes.two}>
      <div className={classes.words}>
        {save.error && !hasFields(save.error) ? <Failure error={save.error} /> : null}
        <TextInput
          label="Title"
          maxLength={120}
          readOnly={!canWrite}
          value={draft.title}
          error={errorOf('title')}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Textarea
          ref={area}
          label="Text"
          description="Markdown: ## for a heading, - for a list, ** for bold. Names in double braces are filled in."
          classNames={{ input: classes.text }}
          autosize
          minRows={14}
          maxRows={34}
          maxLength={10_000}
          readOnly={!canWrite}
          value={draft.text}
          error={errorOf('text')}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        {canWrite && (
          <Group className={classes.actions}>
            <PlaceholderMenu area={area} onInsert={(next) => change({ text: next })} />
            <span className={classes.grow} />
            {!isDefault && (
              <Button variant="default" onClick={askDefault}>
                Use default
              </Button>
            )}
            <Button
              disabled={!isChanged}
              loading={save.isPending}
              onClick={() => save.mutate(draft)}
            >
              Save
            </Button>
          </Group>
        )}
      </div>
      <section className={classes.preview} aria-label="Preview">
        <Text size="sm" c="dimmed" mb={8}>
          Preview with sample data
        </Text>
        {preview.data && (
          <PrintFrame html={preview.data.html} title={preview.data.title} frame={frame} />
        )}
      </section>
    </div>
  )
}

const hasFields = (error: unknown): boolean => error instanceof ApiError && error.errors.length > 0

/** Saves a template or, without one, restores the default. The other document does not change. */
const useSave = (kind: DocumentKind, { templates, etag }: SavedTemplates, onDone: () => void) => {
  const store = useStore()
  const other = kind === 'contract' ? 'returnSlip' : 'contract'
  const { title, text, isDefault } = templates[other]
  return useAction(
    (words: NewDocumentTemplate | undefined) =>
      store.documents
        .putTemplates(
          { ...(words && { [kind]: words }), ...(!isDefault && { [other]: { title, text } }) },
          {},
          { ifMatch: etag },
        )
        .withResponse(),
    {
      isErrorShown: true,
      done: `${kindLabels[kind].title} saved.`,
      onDone: (saved) => {
        const next: SavedTemplates = { templates: saved.data, etag: saved.etag }
        queryClient.setQueryData(queryKeys.documentTemplates, next)
        onDone()
      },
      touches: [queryKeys.documentTemplates, queryKeys.documents],
    },
  )
}

const usePreview = (kind: DocumentKind, { title, text }: NewDocumentTemplate) => {
  const store = useStore()
  const [words] = useDebouncedValue(JSON.stringify({ title, text }), PREVIEW_DELAY_MS)
  const template: NewDocumentTemplate = JSON.parse(words)
  return useQuery({
    queryKey: queryKeys.documentPreview(kind, words),
    enabled: template.title !== '' && template.text !== '',
    queryFn: ({ signal }) =>
      store.documents.preview({ kind, ...template }, readersWriting, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
