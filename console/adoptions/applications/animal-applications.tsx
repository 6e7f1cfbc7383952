import type { Int64 } from '@adoption-store/client'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Avatar } from '../../platform/avatar.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { isOpenApplication } from '../../platform/open-statuses.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { applicationLabels } from '../../platform/status-labels.ts'
import { StatusPill } from '../../platform/status-pill.tsx'
import { Ago } from '../../platform/time.tsx'
import { useStore } from '../../session/session.ts'
import classes from './applications.module.css'

/** The newest applications for an animal. */
export const useAnimalApplications = (petId: Int64, isEnabled: boolean) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.applicationList({ petId: String(petId) }),
    enabled: isEnabled,
    queryFn: async ({ signal }) => (await store.applications.list({ petId, limit: MAX_SHOWN }, { signal })).items,
  })
}

const MAX_SHOWN = 100

type Props = { petId: Int64; name: string }

export const AnimalApplications = ({ petId, name }: Props) => {
  const { data, error, refetch } = useAnimalApplications(petId, true)
  const failure = <LoadFailure query={{ data, error, refetch }} />
  if (!data) return error ? failure : <SkeletonRows what="applications" rows={2} />
  const open = data.filter(({ status }) => isOpenApplication(status)).length
  return (
    <>
      {failure}
      {data.length === 0 && <Text c="dimmed">Nobody has applied for {name} yet.</Text>}
      {open > 1 && (
        <Text size="sm" mb="xs">
          <Anchor component={Link} to={`/applications/compare/${petId}`} underline="always">
            Compare {open} open applications side by side
          </Anchor>
        </Text>
      )}
      <ul className={classes.list}>
        {data.map(({ id, applicant, status, createdAt }) => (
          <li key={String(id)}>
            <Link className={classes.row ?? ''} to={`/applications/${id}`}>
              <Avatar name={applicant?.name ?? ''} isFaded={!applicant} size={36} />
              <b dir="auto">{applicant?.name ?? 'Erased'}</b>
              <StatusPill {...applicationLabels[status]} />
              <Text span size="sm" c="dimmed">
                <Ago at={createdAt} />
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
