import { mailPlaceholders, type NewMailTemplate } from '@adoption-store/client'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { TemplateFields } from '../../platform/template-fields.tsx'
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
  const fieldOf = (field: 'subject' | 'text') => ({
    value: draft[field],
    saved: saved.template[field],
    error: fieldError(save.error, field) ?? fieldError(preview.error, field),
    onChange: (value: string) => change({ [field]: value }),
  })
  return (
    <TemplateFields
      heading={{ label: 'Subject', ...fieldOf('subject') }}
      text={{
        label: 'Text',
        description:
          'Plain text. Names in double braces are filled in. The link to the application and your name follow it; your website is the only other link.',
        maxLength: 4_000,
        ...fieldOf('text'),
      }}
      placeholders={items}
      canWrite={canWrite}
      isDefault={isDefault}
      isChanged={typed !== undefined}
      save={{ ...save, onSave: () => save.mutate(draft) }}
      restore={{
        question: 'Your text of this mail is removed.',
        onRestore: () => save.mutate(undefined),
      }}
      preview={
        preview.data && (
          <div className={classes.mail} lang={saved.template.language}>
            <p className={classes.subject}>{preview.data.subject}</p>
            <p className={classes.text}>{preview.data.text}</p>
          </div>
        )
      }
    />
  )
}

const items = mailPlaceholders.map((name) => ({
  label: placeholderLabels[name],
  text: `{{${name}}}`,
}))

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
    queryFn: ({ signal }) => store.mailTemplates.preview({ kind, language, subject, text: body }, {}, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
