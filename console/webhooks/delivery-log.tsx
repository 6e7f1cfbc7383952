import type { Delivery, Webhook } from '@adoption-store/client'
import { Badge, Button, Code, Table, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAction } from '../platform/action.ts'
import { useNowMs } from '../platform/countdown.ts'
import { DataTable } from '../platform/data-table.tsx'
import { Failure } from '../platform/failure.tsx'
import { lastEvent } from '../platform/last-event.ts'
import { Loading, LoadMore } from '../platform/load-more.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { formatUntil } from '../platform/time-format.tsx'
import { useStore } from '../session/session.ts'

const columns = ['Event', 'Status', 'Attempts', 'Last response', 'Next attempt', 'Actions']

/** The deliveries of a webhook, newest first. Refreshed while any is pending, and for some seconds after each event. */
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
          No deliveries yet. The next event will appear here. Test events are not logged.
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
  const progress = useRef<Progress>({ seen: '', sinceMs: 0 })
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
      pauseMs(state.data?.pages.flatMap(({ items }) => items) ?? [], progress.current, Date.now()),
  })
}

const QUICK_MS = 2_000
const MAX_PAUSE_MS = 60_000
/** Within this time an event has its deliveries. */
const DISPATCH_MS = 10_000
/** The longest an attempt takes. An attempt under way has no time to wait for. */
const ATTEMPT_MS = 20_000

type Progress = { seen: string; sinceMs: number }

/** How long to wait for the next refresh: short while there is progress, otherwise until the next attempt is due. */
const pauseMs = (
  deliveries: readonly Delivery[],
  progress: Progress,
  nowMs: number,
): number | false => {
  const seen = deliveries.map(({ id, status, attempts }) => `${id} ${status} ${attempts}`).join()
  if (seen !== progress.seen) Object.assign(progress, { seen, sinceMs: nowMs })
  const pending = deliveries.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return nowMs - lastEvent.seenAtMs < DISPATCH_MS ? QUICK_MS : false
  if (nowMs - progress.sinceMs < ATTEMPT_MS) return QUICK_MS
  const dueMs = pending.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') || nowMs)
  return Math.min(Math.max(Math.min(...dueMs) - nowMs, QUICK_MS), MAX_PAUSE_MS)
}

const stateLabels: Record<Delivery['status'], { title: string; colour: string }> = {
  pending: { title: 'Pending', colour: 'orange' },
  succeeded: { title: 'Delivered', colour: 'pine' },
  failed: { title: 'Failed', colour: 'red' },
}

type RowProps = { webhook: Webhook; delivery: Delivery; nowMs: number }

const Row = ({ webhook, delivery, nowMs }: RowProps) => {
  const store = useStore()
  const { title, colour } = stateLabels[delivery.status]
  const again = useAction(() => store.webhooks.redeliver(webhook.id, delivery.id), {
    done: 'Delivery queued again.',
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
      <Table.Td>{delivery.lastStatusCode ?? '–'}</Table.Td>
      <Table.Td>
        {delivery.nextAttemptAt ? formatUntil(delivery.nextAttemptAt, nowMs) : '–'}
      </Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="default"
          loading={again.isPending}
          aria-label={`Resend ${delivery.eventId}`}
          onClick={() => again.mutate(undefined)}
        >
          Resend
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
