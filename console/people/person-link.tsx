import type { Person } from '@adoption-store/client'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatCounted } from '../platform/number-format.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { Skeleton } from '../platform/skeleton.tsx'
import { useCan } from '../session/permissions.ts'
import { useStore } from '../session/session.ts'

/** Leads from one application or adoption to all that the same person has sent. */
export const PersonLink = ({ email }: { email: string }) => {
  const { data: person, isPending } = usePersonWith(email)
  if (isPending) return <Skeleton width={140} />
  if (!person) return <>–</>
  return (
    <Anchor component={Link} to={`/people/${person.id}`} size="sm" underline="always">
      {countsText(person)}
    </Anchor>
  )
}

/** `2 applications · 1 adoption` */
export const countsText = ({ applicationCount, orderCount }: Person): string =>
  [
    ...(applicationCount > 0 ? [formatCounted(applicationCount, 'application')] : []),
    ...(orderCount > 0 ? [formatCounted(orderCount, 'adoption')] : []),
  ].join(' · ')

/** The longest search that the API takes. */
export const MAX_SEARCH = 100
/** How many addresses may have another one as a part. */
const SAME = 20

/** Whether to offer links to people. */
export const useCanReadPeople = (): boolean => {
  const canReadApplications = useCan('applications:read')
  const canReadOrders = useCan('orders:read')
  return canReadApplications && canReadOrders
}

/** Who is behind an email address; null if nobody is. */
const usePersonWith = (email: string) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.personWith(email),
    queryFn: async ({ signal }) => {
      const query = { q: email.slice(0, MAX_SEARCH), limit: SAME }
      const { items } = await store.people.list(query, { signal })
      const wanted = email.toLowerCase()
      return items.find((person) => person.email.toLowerCase() === wanted) ?? null
    },
  })
}
