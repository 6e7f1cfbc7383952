import type { Webhook, WebhookWithSecret } from '@adoption-store/client'
import { Anchor, Button, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { DataTable } from '../../platform/data-table.tsx'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { Folded } from '../../platform/folded.tsx'
import { PlusIcon } from '../../platform/icons.tsx'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { ShownOnce } from '../../platform/shown-once.tsx'
import { Time } from '../../platform/time.tsx'
import { useStore } from '../../session/session.ts'
import { eventMeanings } from './event-meanings.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookHealth, WebhookTrouble } from './webhook-health.tsx'

export const WebhookList = () => {
  const list = useWebhooks()
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<WebhookWithSecret>()
  const webhooks = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <PageHead title="Webhooks">
        <Button leftSection={<PlusIcon size={16} />} onClick={() => setAdding(true)}>
          New webhook
        </Button>
      </PageHead>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="webhooks" />}
      {list.data && webhooks.length === 0 && (
        <EmptyState title="No webhooks yet">Create a webhook to send signed events to your server.</EmptyState>
      )}
      {webhooks.length > 0 && <WebhookTable webhooks={webhooks} />}
      <LoadMore list={list} />
      {isAdding && <WebhookForm onClose={() => setAdding(false)} onCreated={setCreated} />}
      {created && <SecretShown webhook={created} onClose={() => setCreated(undefined)} />}
    </>
  )
}

/** The secret with which the receiver verifies deliveries. */
export const SecretShown = (props: { webhook: WebhookWithSecret; onClose: () => void }) => (
  <ShownOnce title="Webhook secret" secret={props.webhook.secret} onClose={props.onClose}>
    The secret is shown only now. Your receiver needs it to verify deliveries.
  </ShownOnce>
)

const useWebhooks = () => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.webhookList,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(cursor && { cursor }) }
      const { items, nextCursor } = await store.webhooks.list(query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
  })
}

const columns = ['URL', 'Status', 'Events', 'Created']

const WebhookTable = ({ webhooks }: { webhooks: readonly Webhook[] }) => (
  <DataTable label="Webhooks" minWidth={620} columns={columns}>
    {webhooks.map((webhook) => (
      <Table.Tr key={String(webhook.id)}>
        <Table.Td maw={360} style={{ overflowWrap: 'anywhere' }}>
          <Anchor component={Link} to={`/settings/webhooks/${webhook.id}`} size="sm" underline="always">
            {webhook.url}
          </Anchor>
        </Table.Td>
        <Table.Td>
          <WebhookHealth webhook={webhook} />
          <Text size="xs" c="dimmed" mt={4}>
            <WebhookTrouble webhook={webhook} />
          </Text>
        </Table.Td>
        <Table.Td maw={240}>
          <Folded
            items={webhook.types.map((type) => eventMeanings[type])}
            noun="event"
            isAll={webhook.types.length === Object.keys(eventMeanings).length}
          />
        </Table.Td>
        <Table.Td>
          <Time at={webhook.createdAt} />
        </Table.Td>
      </Table.Tr>
    ))}
  </DataTable>
)
