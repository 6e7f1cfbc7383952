import type { Application, ApplicationPatch, Int64 } from '@adoption-store/client'
import { Anchor, Button, Group, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAction } from '../../platform/action.ts'
import { Avatar } from '../../platform/avatar.tsx'
import { fieldError } from '../../platform/error-messages.ts'
import { Failure, LoadFailure } from '../../platform/failure.tsx'
import { usePageTitle } from '../../platform/page-head.tsx'
import { Panel } from '../../platform/panel.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { applicationLabels } from '../../platform/status-labels.ts'
import { StatusPill } from '../../platform/status-pill.tsx'
import { Ago, Time } from '../../platform/time.tsx'
import { useUnsaved } from '../../platform/unsaved.ts'
import { UpLink } from '../../platform/up-link.tsx'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { usePetsById } from '../orders/pet-names.ts'
import { answerText } from './answer-text.ts'
import { ApplicantData } from './applicant-data.tsx'
import { useApplication } from './application-list.ts'
import { Assignment } from './assignment.tsx'
import { Decision } from './decision.tsx'
import classes from './inbox.module.css'

type ViewProps = {
  id: Int64
  /** Whether it fills the page, with a link back to the list. */
  isAlone?: boolean
}

/** One application: the applicant, the animal, the answers, and the notes of staff. */
export const ApplicationView = ({ id, isAlone = false }: ViewProps) => {
  const { data, error, refetch } = useApplication(id)
  return (
    <article className={classes.application}>
      {isAlone && <UpLink to="/applications">All applications</UpLink>}
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <SkeletonRows what="the application" />}
      {data && <Details application={data.application} />}
    </article>
  )
}

const Details = ({ application }: { application: Application }) => {
  const { petId, orderId, questions = [], answers } = application
  const canWrite = useCan('applications:write')
  return (
    <>
      <Head application={application} />
      <Assignment application={application} canChange={canWrite} />
      <Panel
        title="Answers"
        aside={
          petId !== undefined && (
            <Anchor component={Link} to={`/applications/compare/${petId}`} size="sm" underline="always">
              Compare with others
            </Anchor>
          )
        }
      >
        <dl className={classes.answers}>
          {questions.map((question) => (
            <div key={question.id}>
              <dt dir="auto">{question.label}</dt>
              <dd dir="auto">{answerText(question, answers)}</dd>
            </div>
          ))}
        </dl>
        {!answers && <Text c="dimmed">The answers were erased.</Text>}
      </Panel>
      <Note application={application} canChange={canWrite} />
      <ApplicantData application={application} />
      {orderId !== undefined && (
        <Text size="sm">
          This application was approved:{' '}
          <Anchor component={Link} to={`/adoptions/${orderId}`} underline="always">
            adoption {String(orderId)}
          </Anchor>
          .
        </Text>
      )}
      {canWrite && <Decision application={application} />}
    </>
  )
}

const Head = ({ application }: { application: Application }) => {
  const { applicant, petId, status, createdAt, closedAt } = application
  const name = applicant?.name ?? 'Erased applicant'
  const heading = usePageTitle(name)
  const pet = usePetsById(petId === undefined ? [] : [petId]).get(String(petId))
  return (
    <div className={classes.head}>
      <Avatar name={name} isFaded={!applicant} size={48} />
      <div>
        <h2 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h2>
        <Text span c="dimmed">
          {petId === undefined ? (
            'for no particular animal'
          ) : (
            <>
              for{' '}
              <Anchor component={Link} to={`/animals/${petId}`} underline="always">
                {pet?.name ?? `#${petId}`}
              </Anchor>
            </>
          )}{' '}
          · applied <Ago at={createdAt} />
          {closedAt && (
            <>
              {' '}
              · closed <Time at={closedAt} />
            </>
          )}
        </Text>
      </div>
      <StatusPill {...applicationLabels[status]} />
    </div>
  )
}

/** For colleagues; the applicant never sees it. */
const Note = ({ application, canChange }: { application: Application; canChange: boolean }) => {
  const store = useStore()
  const saved = application.note ?? ''
  const [typed, setTyped] = useState<{ text: string; base: string }>()
  const text = typed?.text ?? saved
  const isChanged = text.trim() !== saved
  useUnsaved(canChange && isChanged)
  const save = useAction((patch: ApplicationPatch) => store.applications.update(application.id, patch).withResponse(), {
    isErrorShown: true,
    touches: [queryKeys.applications],
    done: 'Note saved.',
    onDone({ data, etag }, { note }) {
      queryClient.setQueryData(queryKeys.application(data.id), { application: data, etag })
      // Text that was typed during the request stays.
      const isSame = (now: string) => now.trim() === (note ?? '')
      setTyped((now) => now && (isSame(now.text) ? undefined : { ...now, base: note ?? '' }))
    },
  })
  if (!application.applicant && !application.note) return null
  const issue = fieldError(save.error, 'note')
  return (
    <Panel title="Notes" aside="Only your team sees this">
      {canChange ? (
        <>
          {save.error && !issue ? <Failure error={save.error} mb="sm" /> : null}
          {isChanged && typed && typed.base !== saved && <TheirNote note={saved} />}
          <Textarea
            aria-label="Notes"
            placeholder="What should colleagues know?"
            autosize
            minRows={2}
            maxLength={10_000}
            value={text}
            error={issue}
            onChange={({ currentTarget: { value } }) => setTyped((now) => ({ text: value, base: now?.base ?? saved }))}
          />
          <Group mt="xs" justify="flex-end">
            <Button
              variant="default"
              loading={save.isPending}
              disabled={!isChanged}
              onClick={() => save.mutate({ note: text.trim() || null })}
            >
              Save note
            </Button>
          </Group>
        </>
      ) : (
        <Text className={classes.note} dir="auto">
          {application.note ?? 'No notes yet.'}
        </Text>
      )}
    </Panel>
  )
}

/** The note that a colleague saved while this one was being written and would replace it. */
const TheirNote = ({ note }: { note: string }) => (
  <Text size="sm" mb="xs" role="status">
    A colleague changed the notes meanwhile. {note ? 'They now say: ' : 'They are empty now.'}
    {note && (
      <span className={classes.note} dir="auto">
        {note}
      </span>
    )}
  </Text>
)
