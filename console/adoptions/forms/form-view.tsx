import { type Form, type Int64, isApiError } from '@adoption-store/client'
import { Button, Group, Select, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../../platform/action.ts'
import { useDraft } from '../../platform/draft.ts'
import { LoadFailure } from '../../platform/failure.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { formatTime } from '../../platform/time-format.ts'
import { useUnsaved } from '../../platform/unsaved.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { draftOf, type FormDraft, formOf, isComplete, isSameForm } from './form-draft.ts'
import { AllForms, FormParts } from './form-parts.tsx'
import { FormUse } from './form-use.tsx'
import { useCanChange, useForm } from './forms.ts'
import { formName } from './question-kinds.ts'

const DEFAULTS = { version: '' }

/** One form: its questions, a preview, and its earlier versions. */
export const FormView = ({ id }: { id: Int64 }) => {
  const [state] = useUrlState(DEFAULTS)
  const version = Number(state.version) || undefined
  const latest = useForm(id)
  const earlier = useForm(id, version)
  const shown = version === undefined ? latest : earlier
  const error = latest.error ?? shown.error
  const current = latest.data?.form
  const data = current && shown.data
  const refetch = () => Promise.all([latest.refetch(), shown.refetch()])
  return (
    <>
      <AllForms />
      <PageHead title={current ? formName(current) : 'Form'} />
      <LoadFailure query={{ data, error, refetch }} />
      {!error && !data && <SkeletonRows what="the form" rows={6} />}
      {current && data && <Existing key={state.version} current={current} shown={data.form} etag={latest.data?.etag} />}
    </>
  )
}

type ExistingProps = { current: Form; shown: Form; etag: string | undefined }

const Existing = ({ current, shown, etag }: ExistingProps) => {
  const store = useStore()
  const [, change] = useUrlState(DEFAULTS)
  const canChange = useCanChange()(current)
  const saved = useMemo(() => draftOf(shown), [shown])
  const { draft, ...form } = useDraft({ saved, etag, isSame: isSameForm })
  const isChanged = canChange && form.isChanged
  const takeForSaved = useUnsaved(isChanged, ['version'])
  const save = useAction(
    (sent: FormDraft) => store.forms.put(current.id, formOf(sent), { ifMatch: form.etag }).withResponse(),
    {
      isErrorShown: true,
      done: ({ data: { version } }) =>
        version === current.version
          ? 'Saved.'
          : `Saved as version ${version}. Earlier applications keep their questions.`,
      onDone({ data, etag: next }, sent) {
        form.settle(sent, next)
        takeForSaved()
        queryClient.setQueryData(queryKeys.form(data.id, undefined), { form: data, etag: next })
        void queryClient.invalidateQueries({ queryKey: queryKeys.formList })
        change({ version: '' }, 'replace')
      },
    },
  )
  const isOld = shown.version !== current.version
  return (
    <>
      {canChange && current.accountId !== undefined && <FormUse form={current} etag={etag} isChanged={isChanged} />}
      <Head current={current} shown={shown} canChange={canChange} />
      <FormParts
        draft={draft}
        error={save.error}
        isReadOnly={!canChange}
        hasSpecies={current.accountId !== undefined}
        onChange={(next) => form.change(() => next)}
        actions={
          <>
            {isApiError(save.error, 'precondition_failed') && (
              <Text span size="sm" c="dimmed">
                Reload the page to see the changes. Copy your text first.
              </Text>
            )}
            <Button
              loading={save.isPending}
              disabled={!isComplete(draft) || (!isOld && isSameForm(draft, draftOf(current)))}
              onClick={() => save.mutate(draft)}
            >
              {isOld ? 'Use this version again' : 'Save'}
            </Button>
          </>
        }
      />
    </>
  )
}

/** The number of versions that the store retains. */
const MAX_VERSIONS = 100

type HeadProps = { current: Form; shown: Form; canChange: boolean }

const Head = ({ current, shown, canChange }: HeadProps) => {
  const [, change] = useUrlState(DEFAULTS)
  const [, navigate] = useLocation()
  const canWrite = useCan('applications:write')
  const length = Math.min(current.version, MAX_VERSIONS)
  const versions = Array.from({ length }, (_, at) => String(current.version - at))
  return (
    <>
      {!canChange && current.accountId === undefined && (
        <Text c="dimmed" mb="sm">
          This form is used by every shelter without its own form.
        </Text>
      )}
      <Group mb="md" gap="sm" align="end">
        <Select
          label="Version"
          w={170}
          allowDeselect={false}
          data={versions.map((value) => ({
            value,
            label: value === versions[0] ? `${value} (current)` : value,
          }))}
          value={String(shown.version)}
          onChange={(next) => change({ version: next === versions[0] ? '' : (next ?? '') })}
        />
        <Text span size="sm" c="dimmed" pb={8}>
          of {formatTime(shown.updatedAt)}
        </Text>
        {canWrite && (
          <Button variant="default" ml="auto" onClick={() => navigate(`/settings/forms/new?from=${current.id}`)}>
            Make a copy
          </Button>
        )}
      </Group>
    </>
  )
}
