import { Button, Center, Loader } from '@mantine/core'
import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query'

type Paged = InfiniteQueryObserverResult<InfiniteData<unknown>>

/**
 * Loads one page more, after a refresh of the list that is under way. A refresh that is asked for meanwhile takes the
 * place of the page, which is then asked for again.
 */
export const loadMore = async (list: Paged): Promise<void> => {
  const before = list.data?.pages.length
  let now: Paged
  do now = await list.fetchNextPage({ cancelRefetch: false })
  while (now.hasNextPage && !now.isError && now.data?.pages.length === before)
}

/** The rest of a list, page by page; nothing when all of it is shown. */
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

export const Loading = ({ what }: { what: string }) => (
  <Center py="xl">
    <Loader aria-label={`Loading ${what}`} />
  </Center>
)
