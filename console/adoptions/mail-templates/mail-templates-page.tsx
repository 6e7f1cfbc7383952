import {
  type MailLanguage,
  type MailTemplateKind,
  mailLanguages,
  mailTemplateKinds,
  type NewMailTemplate,
} from '@adoption-store/client'
import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../platform/failure.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonPage } from '../../platform/skeleton.tsx'
import { Tabs } from '../../platform/tabs.tsx'
import { useUnsaved } from '../../platform/unsaved.ts'
import { useUrlState, useUrlWith } from '../../platform/url-state.ts'
import { useCan, useHasRight } from '../../session/permissions.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { useStore } from '../../session/session.ts'
import { MailTemplateEditor } from './mail-template-editor.tsx'
import { kindLabels, languageLabels } from './mail-template-labels.ts'
import type { SavedMailTemplate } from './saved-mail-template.ts'

const DEFAULTS = { of: 'received', language: 'en' }

/** The texts of mail to applicants, in each language. */
export const MailTemplatesPage = () => {
  const [state, setState] = useUrlState(DEFAULTS)
  const hrefOf = useUrlWith(DEFAULTS)
  const hasRight = useHasRight('documents:write')
  const canWrite = useCan('applications:write') && hasRight
  const kind = mailTemplateKinds.find((one) => one === state.of) ?? 'received'
  const language = mailLanguages.find((one) => one === state.language) ?? 'en'
  const saved = useTemplate(kind, language)
  // Unsaved texts stay while another one is shown.
  const [typed, setTyped] = useState<Record<string, NewMailTemplate>>({})
  const name = `${kind} ${language}`
  useUnsaved(Object.keys(typed).length > 0)
  const onType = (text: NewMailTemplate | undefined) =>
    setTyped(({ [name]: _, ...others }) => (text ? { ...others, [name]: text } : others))
  return (
    <>
      <PageHead title="Mail texts" />
      <Text size="sm" c="dimmed" mb="md">
        The mail that applicants get when you receive their application and when its status changes, in the language of
        the page where they applied.
      </Text>
      {!canWrite && <ReadOnlyNote scope="applications:write" />}
      <Select
        label="Language"
        w={200}
        mb="md"
        allowDeselect={false}
        data={mailLanguages.map((value) => ({ value, label: languageLabels[value] }))}
        value={language}
        onChange={(next) => next && setState({ language: next })}
      />
      <Tabs
        label="Mail texts"
        tabs={mailTemplateKinds.map((value) => ({ value, label: kindLabels[value] }))}
        value={kind}
        hrefOf={(value) => hrefOf({ of: value })}
      />
      <LoadFailure query={saved} />
      {saved.isPending && <SkeletonPage />}
      {saved.data && (
        <MailTemplateEditor key={name} saved={saved.data} canWrite={canWrite} typed={typed[name]} onType={onType} />
      )}
    </>
  )
}

const useTemplate = (kind: MailTemplateKind, language: MailLanguage) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.mailTemplate(kind, language),
    queryFn: async ({ signal }): Promise<SavedMailTemplate> => {
      const call = store.mailTemplates.get(kind, language, {}, { signal })
      const { data, etag } = await call.withResponse()
      return { template: data, etag }
    },
  })
}
