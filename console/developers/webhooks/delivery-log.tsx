import type { Delivery, Webhook } from '@adoption-store/client'
import { Anchor, Button, Table, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useAction } from '../../platform/action.ts'
import { useNowMs } from '../../platform/countdown.ts'
import { DataTable } from '../../platform/data-table.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { lastEvent } from '../../platform/last-event.ts'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { Pill } from '../../platform/pill.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { refresh } from '../../platform/refresh.ts'
import { Time } from '../../platform/time.tsx'
import { formatUntil } from '../../platform/time-format.ts'
import { useUrlState, useUrlWith } from '../../platform/url-state.ts'
import { useStore } from '../../session/session.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import { deliveryLabels, eventTitle, responseText } from './delivery-labels.ts'

const columns = ['Event', 'Status', 'Last response', 'Last attempt', 'Next attempt', 'Actions']
/** The open delivery. */
const DEFAULTS = { delivery: '' }

/** The deliveries of a webhook, newest first. Refreshed while any is pending, and for some seconds after each event. */
export const DeliveryLog = ({ webhook }: { webhook: Webhook }) => {
  const list = useDeliveries(webhook)
  const deliveries = list.data?.pages.flatMap(({ items }) => items) ?? []
  const [{ delivery: openId }, change] = useUrlState(DEFAULTS)
  const hrefOf = useUrlWith(DEFAULTS)
  useHealthOf(webhook, deliveries)
  const nowMs = useNowMs(deliveries.some(({ nextAttemptAt }) => nextAttemptAt !== undefined))
  return (
    <section aria-label="Deliveries">
      <Title order={2} size="h4" mb="sm">
        Deliveries
      </Title>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="deliveries" />}
      {list.data && deliveries.length === 0 && (
        <Text c="dimmed" size="sm">
          No deliveries yet. The next event will appear here. Test events are not logged.
        </Text>
      )}
      {deliveries.length > 0 && (
        <DataTable label="Deliveries" minWidth={740} columns={columns}>
          {deliveries.map((delivery) => (
            <Row
              key={delivery.id}
              webhook={webhook}
              delivery={delivery}
              nowMs={nowMs}
              href={`/settings/webhooks/${webhook.id}${hrefOf({ delivery: delivery.id })}`}
            />
          ))}
        </DataTable>
      )}
      <LoadMore list={list} />
      {openId !== '' && (
        <DeliveryDetails webhookId={webhook.id} deliveryId={openId} onClose={() => change({ delivery: '' })} />
      )}
    </section>
  )
}

/** The result of an attempt may change the health of the webhook. */
const useHealthOf = ({ id }: Webhook, deliveries: readonly Delivery[]): void => {
  const progress = progressOf(deliveries)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the progress that matters
  useEffect(() => refresh([queryKeys.webhook(id)]), [id, progress])
}

const progressOf = (deliveries: readonly Delivery[]): string =>
  deliveries.map(({ id, status, attempts }) => `${id} ${status} ${attempts}`).join()

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
/** An event has its deliveries within this time. */
const DISPATCH_MS = 10_000
/** The longest an attempt takes. */
const ATTEMPT_MS = 20_000

type Progress = { seen: string; sinceMs: number }

/** How long to wait for the next refresh: short while there is progress, otherwise until the next attempt is due. */
const pauseMs = (deliveries: readonly Delivery[], progress: Progress, nowMs: number): number | false => {
  const seen = progressOf(deliveries)
  if (seen !== progress.seen) Object.assign(progress, { seen, sinceMs: nowMs })
  const pending = deliveries.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return nowMs - lastEvent.seenAtMs < DISPATCH_MS ? QUICK_MS : false
  if (nowMs - progress.sinceMs < ATTEMPT_MS) return QUICK_MS
  const dueMs = pending.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') || nowMs)
  return Math.min(Math.max(Math.min(...dueMs) - nowMs, QUICK_MS), MAX_PAUSE_MS)
}

type RowProps = { webhook: Webhook; delivery: Delivery; nowMs: number; href: string }

const Row = ({ webhook, delivery, nowMs, href }: RowProps) => {
  const store = useStore()
  const { label, tone } = deliveryLabels[delivery.status]
  const again = useAction(() => store.webhooks.redeliver(webhook.id, delivery.id), {
    done: 'Delivery queued again.',
    touches: [queryKeys.deliveries(webhook.id)],
  })
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={href} size="sm" underline="always">
          {eventTitle(delivery)}
          <Text span display="block" size="xs" c="dimmed">
            {delivery.eventId}
          </Text>
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Pill tone={tone}>{label}</Pill>
        {delivery.attempts > 1 && (
          <Text size="xs" c="dimmed" mt={4}>
            {delivery.attempts} attempts
          </Text>
        )}
      </Table.Td>
      <Table.Td maw={220} style={{ overflowWrap: 'anywhere' }}>
        {responseText(delivery) ?? '–'}
      </Table.Td>
      <Table.Td>
        <Time at={delivery.lastAttemptAt ?? delivery.createdAt} />
      </Table.Td>
      <Table.Td>{delivery.nextAttemptAt ? formatUntil(delivery.nextAttemptAt, nowMs) : '–'}</Table.Td>
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
