import type { Ban } from '@adoption-store/client'
import { Anchor, Button, Table, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useAction } from '../../platform/action.ts'
import { useNowMs } from '../../platform/countdown.ts'
import { DataTable } from '../../platform/data-table.tsx'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { useFallbackPollMs } from '../../platform/fallback-poll.ts'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { formatUntil } from '../../platform/time-format.ts'
import { useStore } from '../../session/session.ts'
import { useAccountNames } from '../users/account-names.ts'

const columns = ['Key', 'Account', 'Ends', 'Consecutive bans', 'Actions']

/** The bans in force. New ones appear live; ended ones disappear. */
export const BanList = () => {
  const store = useStore()
  const list = useInfiniteQuery({
    queryKey: queryKeys.bans,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { items, nextCursor } = await store.bans.list(cursor ? { cursor } : {}, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: useFallbackPollMs(),
  })
  const known = list.data?.pages.flatMap(({ items }) => items) ?? []
  const nowMs = useNowMs(known.length > 0)
  const bans = known.filter(({ until }) => Date.parse(until) > nowMs)
  return (
    <>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="bans" />}
      {list.data && bans.length === 0 && (
        <EmptyState title="No keys are banned">
          A key that keeps sending requests over its limit is banned for a while, and appears here.
        </EmptyState>
      )}
      {bans.length > 0 && (
        <DataTable label="Banned keys" minWidth={520} columns={columns}>
          {bans.map((ban) => (
            <Row key={String(ban.keyId)} ban={ban} nowMs={nowMs} />
          ))}
        </DataTable>
      )}
      <LoadMore list={list} />
    </>
  )
}

const Row = ({ ban, nowMs }: { ban: Ban; nowMs: number }) => {
  const store = useStore()
  const accountName = useAccountNames()
  const { data: key } = useQuery({
    queryKey: queryKeys.key(ban.keyId),
    queryFn: ({ signal }) => store.keys.get(ban.keyId, { signal }),
  })
  const lift = useAction(() => store.bans.lift(ban.keyId), {
    done: `Ban of ${key?.name ?? `key ${ban.keyId}`} lifted.`,
    touches: [queryKeys.bans, queryKeys.rateLimit, queryKeys.allKeys],
  })
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {key ? key.name : `Key #${ban.keyId}`}
        </Text>
        <Text size="xs" c="dimmed">
          {key?.display}
        </Text>
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} to={`/settings/accounts/${ban.accountId}`} size="sm" underline="always">
          {accountName(ban.accountId)}
        </Anchor>
      </Table.Td>
      <Table.Td>{formatUntil(ban.until, nowMs)}</Table.Td>
      <Table.Td>{ban.level}</Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="default"
          loading={lift.isPending}
          aria-label={`Lift the ban of key ${ban.keyId}`}
          onClick={() => lift.mutate(undefined)}
        >
          Lift
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
