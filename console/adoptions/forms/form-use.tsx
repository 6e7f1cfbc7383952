import type { Form } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { useAction } from '../../platform/action.ts'
import { Pill } from '../../platform/pill.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import classes from './forms.module.css'
import { formUse, pills, useActsForStore, useForms } from './forms.ts'
import { speciesText } from './question-kinds.ts'

type UseProps = {
  form: Form
  etag: string | undefined
  /** Whether there is text that is not saved yet. */
  isChanged: boolean
}

/** Whether applicants are asked these questions, and the button that changes it. */
export const FormUse = ({ form, etag, isChanged }: UseProps) => {
  const store = useStore()
  const { data: forms = [] } = useForms()
  const use = formUse(form, forms, useActsForStore())
  const isDraft = form.state === 'draft'
  const change = useAction(
    (state: Form['state']) => {
      const { name, questions } = form
      const sent = { ...(name !== undefined && { name }), questions, state }
      return store.forms.put(form.id, sent, { ifMatch: etag }).withResponse()
    },
    {
      done: ({ data: { state } }) => (state === 'inUse' ? 'Applicants now see these questions.' : 'Now a draft.'),
      onDone({ data, etag: next }) {
        queryClient.setQueryData(queryKeys.form(form.id, undefined), { form: data, etag: next })
        void queryClient.invalidateQueries({ queryKey: queryKeys.formList })
      },
    },
  )
  return (
    <section className={classes.use} aria-label="State">
      <Pill tone={pills[use].tone}>{pills[use].text}</Pill>
      <p>
        {texts[use]}
        {form.species && ` It is ${speciesText(form.species)}.`}
        {isChanged && ' Save your changes first.'}
      </p>
      <Button
        variant={isDraft ? 'filled' : 'default'}
        loading={change.isPending}
        disabled={isChanged}
        onClick={() => change.mutate(isDraft ? 'inUse' : 'draft')}
      >
        {isDraft ? 'Put it in use' : 'Make it a draft'}
      </Button>
    </section>
  )
}

const texts = {
  draft: 'Applicants don’t see these questions yet. Check the preview, then put the form in use.',
  inUse: 'Applicants see these questions. Changes take effect as soon as you save.',
  replaced: 'Applicants see the questions of a newer form that is in use.',
  default: 'Applicants see these questions if their shelter has no form in use.',
}
