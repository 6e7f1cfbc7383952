import type { Delivery, Webhook } from '@adoption-store/client'
import { Badge, Button, Code, Table, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAction } from '../platform/action.ts'
import { useNowMs } from '../platform/countdown.ts'
import { DataTable } from '../platform/data-table.tsx'
import { Failure } from '../platform/failure.tsx'
import { Loading, LoadMore } from '../platform/load-more.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { untilWords } from '../platform/time-words.tsx'
import { useStore } from '../session/session.ts'

const columns = ['Event', 'State', 'Attempts', 'Last answer', 'Next attempt', 'Actions']

/** What was sent to a webhook, the newest first; asked for again while something is under way. */
export const DeliveryLog = ({ webhook }: { webhook: Webhook }) => {
  const list = useDeliveries(webhook)
  const deliveries = list.data?.pages.flatMap(({ items }) => items) ?? []
  const nowMs = useNowMs(deliveries.some(({ nextAttemptAt }) => nextAttemptAt !== undefined))
  return (
    <section aria-label="Deliveries">
      <Title order={2} size="h4" mb="sm">
        Deliveries
      </Title>
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && !list.error && <Loading what="deliveries" />}
      {list.data && deliveries.length === 0 && (
        <Text c="dimmed" size="sm">
          Nothing was sent yet. The next change of the store will be; tests are not logged.
        </Text>
      )}
      {deliveries.length > 0 && (
        <DataTable label="Deliveries" minWidth={760} columns={columns}>
          {deliveries.map((delivery) => (
            <Row key={delivery.id} webhook={webhook} delivery={delivery} nowMs={nowMs} />
          ))}
        </DataTable>
      )}
      <LoadMore list={list} />
    </section>
  )
}

const useDeliveries = ({ id }: Webhook) => {
  const store = useStore()
  const news = useRef<News>({ told: '', sinceMs: 0 })
  return useInfiniteQuery({
    queryKey: queryKeys.deliveries(id),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: 25, ...(cursor && { cursor }) }
      const { items, nextCursor } = await store.webhooks.deliveries(id, query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: ({ state }) =>
      pauseMs(state.data?.pages.flatMap(({ items }) => items) ?? [], news.current, Date.now()),
  })
}

const QUICK_MS = 2_000
const MAX_PAUSE_MS = 60_000
/** An attempt takes that long at most; what is under way names no time that could be waited for. */
const NEWS_MS = 20_000

type News = { told: string; sinceMs: number }

/** Soon while something is going on; else until the next attempt is due; never when nothing is to come. */
const pauseMs = (deliveries: readonly Delivery[], news: News, nowMs: number): number | false => {
  const told = deliveries.map(({ id, status, attempts }) => `${id} ${status} ${attempts}`).join()
  if (told !== news.told) Object.assign(news, { told, sinceMs: nowMs })
  const pending = deliveries.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return false
  if (nowMs - news.sinceMs < NEWS_MS) return QUICK_MS
  const dueMs = pending.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') || nowMs)
  return Math.min(Math.max(Math.min(...dueMs) - nowMs, QUICK_MS), MAX_PAUSE_MS)
}

const stateWords: Record<Delivery['status'], { title: string; colour: string }> = {
  pending: { title: 'Pending', colour: 'orange' },
  succeeded: { title: 'Delivered', colour: 'pine' },
  failed: { title: 'Failed', colour: 'red' },
}

type RowProps = { webhook: Webhook; delivery: Delivery; nowMs: number }

const Row = ({ webhook, delivery, nowMs }: RowProps) => {
  const store = useStore()
  const { title, colour } = stateWords[delivery.status]
  const again = useAction(() => store.webhooks.redeliver(webhook.id, delivery.id), {
    done: 'It is sent again.',
    touches: [queryKeys.deliveries(webhook.id)],
  })
  return (
    <Table.Tr>
      <Table.Td>
        <Code>{delivery.eventId}</Code>
      </Table.Td>
      <Table.Td>
        <Badge color={colour} variant="light" tt="none">
          {title}
        </Badge>
      </Table.Td>
      <Table.Td>{delivery.attempts}</Table.Td>
      <Table.Td>{delivery.lastStatusCode ?? 'none'}</Table.Td>
      <Table.Td>
        {delivery.nextAttemptAt ? untilWords(delivery.nextAttemptAt, nowMs) : '–'}
      </Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="default"
          loading={again.isPending}
          aria-label={`Send ${delivery.eventId} again`}
          onClick={() => again.mutate(undefined)}
        >
          Send again
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
