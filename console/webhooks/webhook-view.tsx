import type { Int64, Webhook, WebhookTest, WebhookWithSecret } from '@adoption-store/client'
import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAction } from '../platform/action.ts'
import { confirm } from '../platform/confirm.tsx'
import { Failure } from '../platform/failure.tsx'
import { Loading } from '../platform/load-more.tsx'
import { PageHead } from '../platform/page-head.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { SecretShown, WebhookState } from './webhook-list.tsx'

/** One webhook: what can be done with it, and what was sent to it. */
export const WebhookView = ({ id }: { id: Int64 }) => {
  const store = useStore()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.webhook(id),
    queryFn: ({ signal }) => store.webhooks.get(id, { signal }),
  })
  return (
    <>
      <Anchor component={Link} to="/webhooks" size="sm" underline="always">
        All webhooks
      </Anchor>
      <PageHead title={`Webhook ${id}`} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
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
          <WebhookState enabled={webhook.enabled} />
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {webhook.url}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          Is told of {webhook.types.join(', ')}
        </Text>
        <Group gap="xs">
          <Button size="xs" loading={test.isPending} onClick={() => test.mutate(undefined)}>
            Send a test
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
    title={result.delivered ? 'The test was taken' : 'The test was not taken'}
  >
    {result.statusCode === undefined
      ? 'The receiver did not answer.'
      : `The receiver answered ${result.statusCode}.`}
  </Alert>
)

const EnableButton = ({ webhook: { id, enabled } }: Props) => {
  const store = useStore()
  const change = useAction(() => store.webhooks.update(id, { enabled: !enabled }), {
    touches: [queryKeys.webhooks],
    done: ({ enabled: isOn }) => `The webhook is ${isOn ? 'enabled' : 'disabled'}.`,
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={change.isPending}
      onClick={() => change.mutate(undefined)}
    >
      {enabled ? 'Disable' : 'Enable'}
    </Button>
  )
}

const RotateButton = ({ webhook: { id } }: Props) => {
  const store = useStore()
  const [made, setMade] = useState<WebhookWithSecret>()
  const rotate = useAction(() => store.webhooks.rotateSecret(id), { onDone: setMade })
  const forget = () => {
    setMade(undefined)
    rotate.reset()
  }
  const ask = () =>
    confirm({
      title: 'Rotate the secret?',
      text: 'A new secret is made and shown once. For 24 hours deliveries are signed with both, so that the receiver can change over.',
      yes: 'Rotate the secret',
      no: 'Leave it',
      onYes: () => rotate.mutate(undefined),
    })
  return (
    <>
      <Button size="xs" variant="default" loading={rotate.isPending} onClick={ask}>
        Rotate secret
      </Button>
      {made && <SecretShown webhook={made} onClose={forget} />}
    </>
  )
}

const DeleteButton = ({ webhook: { id } }: Props) => {
  const store = useStore()
  const [, navigate] = useLocation()
  const remove = useAction(() => store.webhooks.remove(id), {
    done: 'The webhook is deleted.',
    touches: [queryKeys.webhookList],
    onDone: () => navigate('/webhooks'),
  })
  const ask = () =>
    confirm({
      title: 'Delete this webhook?',
      text: 'Nothing more is sent to it, and the log of what was sent goes too.',
      yes: 'Delete the webhook',
      onYes: () => remove.mutate(undefined),
    })
  return (
    <Button size="xs" variant="default" loading={remove.isPending} onClick={ask}>
      Delete
    </Button>
  )
}
