import { Button, Center, Loader } from '@mantine/core'

type Paged = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** The rest of a list, page by page; nothing when all of it is shown. */
export const LoadMore = ({ list }: { list: Paged }) =>
  list.hasNextPage ? (
    <Center mt="md">
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
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
