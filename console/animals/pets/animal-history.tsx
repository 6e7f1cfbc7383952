import type { HistoryEntry, Int64 } from '@adoption-store/client'
import { Anchor, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { LoadFailure } from '../../platform/failure.tsx'
import { useFallbackPollMs } from '../../platform/fallback-poll.ts'
import { LoadMore } from '../../platform/load-more.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { Ago } from '../../platform/time.tsx'
import { useStore } from '../../session/session.ts'
import classes from './animal-history.module.css'
import { historySentence } from './history-sentence.ts'

const PAGE_SIZE = 50

/** The history of an animal, newest first. */
export const AnimalHistory = ({ petId, name }: { petId: Int64; name: string }) => {
  const list = useHistory(petId)
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (!list.data && list.error) return <LoadFailure query={list} />
  if (!list.data) return <SkeletonRows what="the history" rows={4} />
  if (entries.length === 0) {
    return <Text c="dimmed">Nothing has happened to {name} since the history began.</Text>
  }
  return (
    <>
      <LoadFailure query={list} />
      <ol className={classes.history}>
        {entries.map((entry) => (
          <li key={String(entry.id)} data-action={entry.action}>
            <span dir="auto">{historySentence(entry, name)}</span>
            <Details entry={entry} />
            <Text span size="sm" c="dimmed" className={classes.time}>
              <Ago at={entry.time} />
            </Text>
          </li>
        ))}
      </ol>
      <LoadMore list={list} />
    </>
  )
}

/** Links to the order or application of an entry. */
const Details = ({ entry: { orderId, applicationId } }: { entry: HistoryEntry }) => {
  const to =
    orderId === undefined ? applicationId !== undefined && `/applications/${applicationId}` : `/adoptions/${orderId}`
  if (!to) return null
  const what = orderId === undefined ? `application ${applicationId}` : `adoption ${orderId}`
  return (
    <Anchor component={Link} to={to} size="sm" underline="always" aria-label={`Open ${what}`}>
      Open
    </Anchor>
  )
}

const useHistory = (petId: Int64) => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.animalHistory(petId),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE_SIZE, ...(cursor && { cursor }) }
      const { items, nextCursor } = await store.pets.history(petId, query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: useFallbackPollMs(),
  })
}
