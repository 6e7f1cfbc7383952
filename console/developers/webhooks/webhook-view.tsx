import type { Int64, Webhook, WebhookTest, WebhookWithSecret } from '@adoption-store/client'
import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { Loading } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookHealth, WebhookTrouble } from './webhook-health.tsx'
import { SecretShown } from './webhook-list.tsx'

/** One webhook, its actions and its deliveries. */
export const WebhookView = ({ id }: { id: Int64 }) => {
  const store = useStore()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.webhook(id),
    queryFn: ({ signal }) => store.webhooks.get(id, { signal }),
  })
  return (
    <>
      <Anchor component={Link} to="/settings/webhooks" size="sm" underline="always">
        All webhooks
      </Anchor>
      <PageHead title={`Webhook ${id}`} />
      <LoadFailure query={{ data, error, refetch }} />
      {!data && !error && <Loading what="the webhook" />}
      {data && (
        <Stack gap="xl">
          <Details webhook={data} />
          <DeliveryLog webhook={data} />
        </Stack>
      )}
    </>
  )
}

type Props = { webhook: Webhook }

const Details = ({ webhook }: Props) => {
  const store = useStore()
  const test = useAction(() => store.webhooks.test(webhook.id))
  const [isEditing, setEditing] = useState(false)
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group gap="sm" align="center">
          <WebhookHealth webhook={webhook} />
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {webhook.url}
          </Text>
        </Group>
        {webhook.health !== 'working' && (
          <Text size="sm">
            <WebhookTrouble webhook={webhook} />
          </Text>
        )}
        <Text size="sm" c="dimmed">
          Events: {webhook.types.join(', ')}
        </Text>
        <Group gap="xs">
          <Button size="xs" loading={test.isPending} onClick={() => test.mutate(undefined)}>
            Send test event
          </Button>
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <EnableButton webhook={webhook} />
          <RotateButton webhook={webhook} />
          <DeleteButton webhook={webhook} />
        </Group>
        {test.data && <TestResult result={test.data} />}
      </Stack>
      {isEditing && <WebhookForm webhook={webhook} onClose={() => setEditing(false)} />}
    </Paper>
  )
}

const TestResult = ({ result }: { result: WebhookTest }) => (
  <Alert
    color={result.delivered ? 'pine' : 'red'}
    role="status"
    title={result.delivered ? 'Test event delivered' : 'Test event not delivered'}
  >
    {result.statusCode !== undefined
      ? `The receiver responded with ${result.statusCode}.`
      : result.reason === undefined
        ? 'The receiver did not respond.'
        : `There was no response: ${result.reason}.`}
  </Alert>
)

const EnableButton = ({ webhook: { id, enabled } }: Props) => {
  const store = useStore()
  const change = useAction(() => store.webhooks.update(id, { enabled: !enabled }), {
    touches: [queryKeys.webhooks],
    done: ({ enabled: isOn }) => `Webhook ${isOn ? 'enabled' : 'disabled'}.`,
  })
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate(undefined)}>
      {enabled ? 'Disable' : 'Enable'}
    </Button>
  )
}

const RotateButton = ({ webhook: { id } }: Props) => {
  const store = useStore()
  const [created, setCreated] = useState<WebhookWithSecret>()
  const rotate = useAction(() => store.webhooks.rotateSecret(id), { onDone: setCreated })
  const forget = () => {
    setCreated(undefined)
    rotate.reset()
  }
  const ask = () =>
    confirm({
      title: 'Rotate the secret?',
      text: 'You get a new secret, which is shown only once. For 24 hours deliveries are signed with both, so that your receiver can switch over.',
      yes: 'Rotate the secret',
      onYes: () => rotate.mutate(undefined),
    })
  return (
    <>
      <Button size="xs" variant="default" loading={rotate.isPending} onClick={ask}>
        Rotate secret
      </Button>
      {created && <SecretShown webhook={created} onClose={forget} />}
    </>
  )
}

const DeleteButton = ({ webhook: { id } }: Props) => {
  const store = useStore()
  const [, navigate] = useLocation()
  const remove = useAction(() => store.webhooks.remove(id), {
    done: 'Webhook deleted.',
    touches: [queryKeys.webhookList],
    onDone: () => navigate('/settings/webhooks'),
  })
  const ask = () =>
    confirm({
      title: 'Delete this webhook?',
      text: 'Its deliveries stop, and its delivery log is deleted as well.',
      yes: 'Delete webhook',
      onYes: () => remove.mutate(undefined),
    })
  return (
    <Button size="xs" variant="default" loading={remove.isPending} onClick={ask}>
      Delete
    </Button>
  )
}
