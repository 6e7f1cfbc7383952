import type { Int64, NewForm } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../../platform/action.ts'
import { LoadFailure } from '../../platform/failure.tsx'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { useUnsaved } from '../../platform/unsaved.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useStore } from '../../session/session.ts'
import { draftOf, type FormDraft, formOf, isComplete, isSameForm } from './form-draft.ts'
import { AllForms, FormParts } from './form-parts.tsx'
import { useForm } from './forms.ts'

const COPY = { from: '' }

/** A new form, or a copy of another one (`?from=`). */
export const NewFormView = () => {
  const [{ from }] = useUrlState(COPY)
  const id = parseInt64(from)
  return (
    <>
      <AllForms />
      <PageHead title="New form" />
      {id === undefined ? <Creation first={draftOf({ questions: [] })} /> : <Copy id={id} />}
    </>
  )
}

const Copy = ({ id }: { id: Int64 }) => {
  const { data, error, refetch } = useForm(id)
  return (
    <>
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <SkeletonRows what="the form" rows={6} />}
      {data && <Creation first={draftOf(data.form)} />}
    </>
  )
}

const Creation = ({ first }: { first: FormDraft }) => {
  const store = useStore()
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState(first)
  const takeForSaved = useUnsaved(!isSameForm(draft, first), ['from'])
  const create = useAction((form: NewForm) => store.forms.create(form), {
    isErrorShown: true,
    touches: [queryKeys.forms],
    done: 'Saved as a draft. Applicants don’t see these questions until you put the form in use.',
    onDone({ id }) {
      takeForSaved()
      navigate(`/settings/forms/${id}`, { replace: true })
    },
  })
  return (
    <FormParts
      draft={draft}
      error={create.error}
      isReadOnly={false}
      onChange={setDraft}
      actions={
        <Button
          loading={create.isPending}
          disabled={!isComplete(draft) || draft.questions.length === 0}
          onClick={() => create.mutate({ ...formOf(draft), state: 'draft' })}
        >
          Save as a draft
        </Button>
      }
    />
  )
}
