import { Button, Center } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SkeletonRows } from './skeleton.tsx'

/** How far below the viewport the next page begins to load. */
const NEAR_PX = 600

type Paged = InfiniteQueryObserverResult<InfiniteData<unknown>>

/**
 * Loads the next page once any running refresh is done, and again if a refresh replaces the
 * request.
 */
export const loadMore = async (list: Paged): Promise<void> => {
  const before = list.data?.pages.length
  let now: Paged
  do now = await list.fetchNextPage({ cancelRefetch: false })
  while (now.hasNextPage && !now.isError && now.data?.pages.length === before)
}

/** A button for the next page, which also loads when it comes near; absent on the last one. */
export const LoadMore = ({ list }: { list: Paged }) => (list.hasNextPage ? <NextPage list={list} /> : null)

const NextPage = ({ list }: { list: Paged }) => {
  const { ref, entry } = useIntersection({ rootMargin: `${NEAR_PX}px` })
  const isNear = entry?.isIntersecting ?? false
  const isWaiting = list.isPlaceholderData || list.isFetchingNextPage || list.isFetchNextPageError
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it comes near, and when a page has come and it is still near
  useEffect(() => {
    if (isNear && !isWaiting) void loadMore(list)
  }, [isNear, isWaiting])
  return (
    <Center mt="md" ref={ref}>
      <Button
        variant="default"
        disabled={list.isPlaceholderData}
        loading={list.isFetchingNextPage}
        onClick={() => void loadMore(list)}
      >
        Load more
      </Button>
    </Center>
  )
}

export const Loading = ({ what }: { what: string }) => <SkeletonRows what={what} />
