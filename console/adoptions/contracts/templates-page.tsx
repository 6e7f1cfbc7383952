import { type DocumentKind, documentKinds, type NewDocumentTemplate } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../platform/failure.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonPage } from '../../platform/skeleton.tsx'
import { Tabs } from '../../platform/tabs.tsx'
import { useUnsaved } from '../../platform/unsaved.ts'
import { useUrlState, useUrlWith } from '../../platform/url-state.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { useStore } from '../../session/session.ts'
import { useCanWriteWords } from './can-write-words.ts'
import { DefaultNote } from './default-note.tsx'
import { kindLabels } from './document-kinds.ts'
import type { SavedTemplates } from './saved-templates.ts'
import { TemplateEditor } from './template-editor.tsx'
import { readersWriting } from './writing.ts'

const DEFAULTS = { of: 'contract' }

type Typed = { [Kind in DocumentKind]?: NewDocumentTemplate | undefined }

/** The templates of the contract and the return slip. */
export const TemplatesPage = () => {
  const [{ of }] = useUrlState(DEFAULTS)
  const hrefOf = useUrlWith(DEFAULTS)
  const canWrite = useCanWriteWords()
  const saved = useTemplates()
  // Unsaved text stays while the other template is shown.
  const [typed, setTyped] = useState<Typed>({})
  useUnsaved(documentKinds.some((one) => isChanged(saved.data?.templates[one], typed[one])))
  const kind = documentKinds.find((one) => one === of) ?? 'contract'
  return (
    <>
      <PageHead title="Documents" />
      {!canWrite && <ReadOnlyNote scope="orders:write" />}
      <Tabs
        label="Documents"
        tabs={documentKinds.map((value) => ({ value, label: kindLabels[value].title }))}
        value={kind}
        hrefOf={(value) => hrefOf({ of: value })}
      />
      <LoadFailure query={saved} />
      {saved.isPending && <SkeletonPage />}
      {saved.data?.templates[kind].isDefault && <DefaultNote />}
      {saved.data && (
        <TemplateEditor
          key={kind}
          kind={kind}
          saved={saved.data}
          canWrite={canWrite}
          typed={typed[kind]}
          onType={(words) => setTyped((all) => ({ ...all, [kind]: words }))}
        />
      )}
    </>
  )
}

const isChanged = (saved: NewDocumentTemplate | undefined, typed: Typed[DocumentKind]): boolean =>
  typed !== undefined && (typed.title !== saved?.title || typed.text !== saved.text)

const useTemplates = () => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.documentTemplates,
    queryFn: async ({ signal }): Promise<SavedTemplates> => {
      const { locale } = readersWriting
      const { data, etag } = await store.documents.templates({ locale }, { signal }).withResponse()
      return { templates: data, etag }
    },
  })
}
