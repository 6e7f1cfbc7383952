import type { Application, Int64 } from '@adoption-store/client'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { applicationLabels } from '../../platform/status-labels.ts'
import { StatusPill } from '../../platform/status-pill.tsx'
import { Ago } from '../../platform/time.tsx'
import { useStore } from '../../session/session.ts'
import { usePetsById } from '../orders/pet-names.ts'
import { answerText } from './answer-text.ts'
import { progressStatuses } from './application-moves.ts'
import classes from './inbox.module.css'

/** More columns are not readable, and each is a request. */
const MAX_COMPARED = 8

/** The open applications for one animal side by side, with their answers in rows. */
export const CompareView = ({ petId }: { petId: Int64 }) => {
  const store = useStore()
  const pet = usePetsById([petId]).get(String(petId))
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.applicationsCompared(petId),
    queryFn: async ({ signal }) => {
      const status = ['submitted' as const, ...progressStatuses]
      const query = { petId, status, limit: MAX_COMPARED }
      const { items, nextCursor } = await store.applications.list(query, { signal })
      const applications = await Promise.all(items.map(({ id }) => store.applications.get(id, { signal })))
      return { applications, hasMore: nextCursor !== undefined }
    },
  })
  const name = pet?.name ?? `#${petId}`
  return (
    <>
      <Anchor
        component={Link}
        to={`/animals/${petId}?tab=applications`}
        className={classes.up ?? ''}
        size="sm"
        underline="always"
      >
        {name}
      </Anchor>
      <PageHead title={`Applications for ${name}`} />
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <SkeletonRows what="applications" />}
      {data?.applications.length === 0 && (
        <EmptyState title="No open applications">Nobody is waiting for {name} now.</EmptyState>
      )}
      {data && data.applications.length > 0 && <Table applications={data.applications} />}
      {data?.hasMore && <p>These are the {MAX_COMPARED} who applied first.</p>}
    </>
  )
}

const Table = ({ applications }: { applications: Application[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
  <section className={classes.compare} aria-label="Side by side" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Question</th>
          {applications.map(({ id, applicant, status, createdAt }) => (
            <th key={String(id)} scope="col">
              <Anchor component={Link} to={`/applications/${id}`} underline="always">
                <bdi>{applicant?.name ?? 'Erased'}</bdi>
              </Anchor>
              <span className={classes.meta}>
                <StatusPill {...applicationLabels[status]} /> <Ago at={createdAt} />
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {questionsOf(applications).map((question) => (
          <tr key={question.id}>
            <th scope="row" dir="auto">
              {question.label}
            </th>
            {applications.map(({ id, answers }) => (
              <td key={String(id)} dir="auto">
                {answerText(question, answers)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** The questions of all versions of the form, in the order of the newest. */
const questionsOf = (applications: readonly Application[]) => {
  const newest = applications.toSorted((one, other) => other.formVersion - one.formVersion)
  const questions = newest.flatMap(({ questions: asked = [] }) => asked)
  return [...new Map(questions.toReversed().map((one) => [one.id, one])).values()].toReversed()
}
