import type { Int64, Session } from '@adoption-store/client'
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { Time } from '../../platform/time.tsx'
import { deviceOf } from '../../session/device.ts'
import { signOut, useStore } from '../../session/session.ts'
import classes from './users.module.css'

/** The sessions of a user, with a way to end them. `me` is the current user. */
export const SessionList = ({ user }: { user: Int64 | 'me' }) => {
  const store = useStore()
  const list = useInfiniteQuery({
    queryKey: queryKeys.sessions(user),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(cursor && { cursor }) }
      const { items, nextCursor } = await store.sessions.list(user, query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
  })
  const sessions = list.data?.pages.flatMap(({ items }) => items) ?? []
  const endAll = useAction(() => store.sessions.endAll(user), {
    done: 'Signed out everywhere.',
    touches: [queryKeys.sessions(user)],
  })
  const ask = () =>
    confirm({
      title: 'Sign out everywhere?',
      text:
        user === 'me'
          ? 'You will be signed out on all your devices, this one included.'
          : 'They will be signed out on all their devices immediately.',
      yes: 'Sign out everywhere',
      onYes: () => endAll.mutate(undefined),
    })
  return (
    <section aria-label="Sessions">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Sessions
        </Title>
        {sessions.length > 0 && (
          <Button size="xs" variant="default" loading={endAll.isPending} onClick={ask}>
            Sign out everywhere
          </Button>
        )}
      </Group>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="sessions" />}
      {list.data && sessions.length === 0 && (
        <Text c="dimmed" size="sm">
          Not signed in anywhere.
        </Text>
      )}
      {sessions.length > 0 && (
        <ul className={classes.list}>
          {[...sessions].reverse().map((session) => (
            <Row key={String(session.id)} session={session} user={user} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  )
}

const Row = ({ session, user }: { session: Session; user: Int64 | 'me' }) => {
  const store = useStore()
  const { id, isCurrent, address, userAgent, createdAt, lastSeenAt } = session
  const device = deviceOf(userAgent)
  const end = useAction(() => (isCurrent ? signOut() : store.sessions.end(user, id)), {
    done: isCurrent ? '' : `${device} signed out.`,
    touches: [queryKeys.sessions(user)],
  })
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={600} size="sm" title={userAgent}>
            {device}
          </Text>
          {isCurrent && (
            <Badge variant="light" tt="none" size="sm">
              This device
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Signed in <Time at={createdAt} />
          {address && ` from ${address}`}
        </Text>
        <Text size="sm" c="dimmed">
          Last used <Time at={lastSeenAt} />
        </Text>
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        loading={end.isPending}
        aria-label={isCurrent ? 'Sign out on this device' : `Sign out ${device}`}
        onClick={() => end.mutate(undefined)}
      >
        Sign out
      </Button>
    </li>
  )
}
