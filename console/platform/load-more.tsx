import { Button, Center } from '@mantine/core'
import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query'
import { SkeletonRows } from './skeleton.tsx'

type Paged = InfiniteQueryObserverResult<InfiniteData<unknown>>

/** Loads the next page once any running refresh is done. If a refresh replaces the request, asks again. */
export const loadMore = async (list: Paged): Promise<void> => {
  const before = list.data?.pages.length
  let now: Paged
  do now = await list.fetchNextPage({ cancelRefetch: false })
  while (now.hasNextPage && !now.isError && now.data?.pages.length === before)
}

/** The button for the next page; nothing on the last one. */
export const LoadMore = ({ list }: { list: Paged }) =>
  list.hasNextPage ? (
    <Center mt="md">
      <Button
        variant="default"
        disabled={list.isPlaceholderData}
        loading={list.isFetchingNextPage}
        onClick={() => void loadMore(list)}
      >
        Load more
      </Button>
    </Center>
  ) : null

export const Loading = ({ what }: { what: string }) => <SkeletonRows what={what} />
