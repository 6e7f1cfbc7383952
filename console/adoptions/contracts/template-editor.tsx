import { type DocumentKind, type NewDocumentTemplate, placeholders } from '@adoption-store/client'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { PrintFrame, useFrame } from '../../platform/print-frame.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { TemplateFields } from '../../platform/template-fields.tsx'
import { useStore } from '../../session/session.ts'
import { kindLabels } from './document-kinds.ts'
import { placeholderLabels } from './placeholder-labels.ts'
import type { SavedTemplates } from './saved-templates.ts'
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
  const frame = useFrame()
  const errorOf = (field: string) => fieldError(save.error, `${kind}.${field}`) ?? fieldError(preview.error, field)
  const fieldOf = (field: 'title' | 'text') => ({
    value: draft[field],
    saved: saved.templates[kind][field],
    error: errorOf(field),
    onChange: (value: string) => onType({ ...draft, [field]: value }),
  })
  return (
    <TemplateFields
      heading={{ label: 'Title', ...fieldOf('title') }}
      text={{
        label: 'Text',
        description: 'Markdown: ## for a heading, - for a list, ** for bold. Names in double braces are filled in.',
        maxLength: 10_000,
        isMarkup: true,
        ...fieldOf('text'),
      }}
      placeholders={items}
      canWrite={canWrite}
      isDefault={isDefault}
      isChanged={draft.title !== title || draft.text !== text}
      save={{ ...save, onSave: () => save.mutate(draft) }}
      restore={{
        question: `Your text of the ${kindLabels[kind].title.toLowerCase()} is removed.`,
        onRestore: () => save.mutate(undefined),
      }}
      preview={preview.data && <PrintFrame html={preview.data.html} title={preview.data.title} frame={frame} />}
    />
  )
}

/** Typeset parts stand between empty lines. */
const items = placeholders.map((name) => ({
  label: placeholderLabels[name],
  text: /^(?:parties|payment|signatures)$/.test(name) ? `\n\n{{${name}}}\n\n` : `{{${name}}}`,
}))

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
          { locale: readersWriting.locale },
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
    queryFn: ({ signal }) => store.documents.preview({ kind, ...template }, readersWriting, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
