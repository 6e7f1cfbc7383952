import type { Form } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { PlusIcon } from '../../platform/icons.tsx'
import { parseInt64 } from '../../platform/int64.ts'
import linked from '../../platform/linked-list.module.css'
import { formatCounted } from '../../platform/number-format.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { Pill } from '../../platform/pill.tsx'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { formatDay } from '../../platform/time-format.ts'
import { useCan } from '../../session/permissions.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { FormView } from './form-view.tsx'
import classes from './forms.module.css'
import { formUse, pills, type Use, useActsForStore, useForms } from './forms.ts'
import { formsSeen } from './forms-seen.ts'
import { NewFormView } from './new-form-view.tsx'
import { formName, speciesText } from './question-kinds.ts'

/** All forms, or one of them. */
export const FormsPage = () => {
  useEffect(() => formsSeen.set('yes'), [])
  return (
    <Switch>
      <Route path="/settings/forms" component={FormList} />
      <Route path="/settings/forms/new" component={NewFormView} />
      <Route path="/settings/forms/:id">{({ id }) => <OneForm id={id} />}</Route>
    </Switch>
  )
}

const OneForm = (params: { id: string }) => {
  const id = parseInt64(params.id)
  if (id === undefined) return <PageHead title="Form not found" />
  return <FormView key={String(id)} id={id} />
}

const FormList = () => {
  const list = useForms()
  const { data: forms, error } = list
  const canWrite = useCan('applications:write')
  const [, navigate] = useLocation()
  const actsForStore = useActsForStore()
  return (
    <>
      <PageHead title="Forms">
        {canWrite && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => navigate('/settings/forms/new')}>
            New form
          </Button>
        )}
      </PageHead>
      {!canWrite && <ReadOnlyNote scope="applications:write" />}
      <LoadFailure query={list} />
      {!forms && !error && <SkeletonRows what="forms" />}
      {forms?.length === 0 && (
        <EmptyState title="No forms yet">A form contains the questions for applicants.</EmptyState>
      )}
      {forms && forms.length > 0 && (
        <ul className={linked.list} aria-label="Forms">
          {forms.toReversed().map((form) => (
            <Row key={String(form.id)} form={form} use={formUse(form, forms, actsForStore)} />
          ))}
        </ul>
      )}
    </>
  )
}

const Row = ({ form, use }: { form: Form; use: Use }) => (
  <li>
    <Link to={`/settings/forms/${form.id}`} className={`${linked.row} ${classes.row}`}>
      <span className={`${linked.what} ${classes.what}`}>
        <b dir="auto">{formName(form)}</b>
        <small>
          {formatCounted(form.questions.length, 'question')} · version {form.version} · {formatDay(form.updatedAt)}
          {form.accountId === undefined && ' · for every shelter without its own'}
          {form.species && ` · ${speciesText(form.species)}`}
        </small>
      </span>
      <Pill tone={pills[use].tone}>{pills[use].text}</Pill>
    </Link>
  </li>
)
