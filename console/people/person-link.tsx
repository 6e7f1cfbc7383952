import type { Person } from '@adoption-store/client'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatCounted } from '../platform/number-format.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { Skeleton } from '../platform/skeleton.tsx'
import { useCan } from '../session/permissions.ts'
import { useStore } from '../session/session.ts'

/** A link from an application or adoption to its person. */
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

/** The API's limit for a search. */
export const MAX_SEARCH = 100
/** How many people to list for an address, because other addresses may contain it. */
const SAME = 20

/** Whether the user may see people. */
export const useCanReadPeople = (): boolean => {
  const canReadApplications = useCan('applications:read')
  const canReadOrders = useCan('orders:read')
  return canReadApplications && canReadOrders
}

/** The person with an email address; null if there is none. */
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
