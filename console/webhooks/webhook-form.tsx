import type { Webhook, WebhookWithSecret } from '@adoption-store/client'
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../platform/action.ts'
import { fieldFault } from '../platform/error-words.ts'
import { Failure } from '../platform/failure.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useLacksScope } from '../platform/scopes.ts'
import { useStore } from '../session/session.ts'
import { eventTypes } from './event-types.ts'

type FormProps = {
  webhook?: Webhook | undefined
  onClose: () => void
  /** Told of a new one, with its secret. */
  onMade?: ((webhook: WebhookWithSecret) => void) | undefined
}

/** Makes a webhook, or changes where it leads and what it is told. */
export const WebhookForm = ({ webhook, onClose, onMade }: FormProps) => {
  const cannotReadOrders = useLacksScope('orders:read')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [chosen, setChosen] = useState<string[]>(
    () => webhook?.types ?? offeredTypes(cannotReadOrders),
  )
  const save = useSave({ webhook, onClose, onMade })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const types = eventTypes.map(({ type }) => type).filter((type) => chosen.includes(type))
    save.mutate({ url: url.trim(), types })
  }
  const urlFault = fieldFault(save.error, 'url')
  return (
    <Modal
      opened
      onClose={onClose}
      title={webhook ? 'Change the webhook' : 'Add a webhook'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {save.error && !urlFault ? <Failure error={save.error} /> : null}
          <TextInput
            label="Address"
            type="url"
            placeholder="https://shelter.example.org/hooks/adoptions"
            required
            data-autofocus
            autoComplete="off"
            value={url}
            error={urlFault}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Checkbox.Group label="What it is told" value={chosen} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {eventTypes.map(({ type, meaning }) => (
                <Checkbox key={type} value={type} label={type} description={meaning} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={url.trim() === '' || chosen.length === 0}
            >
              {webhook ? 'Save' : 'Add'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const offeredTypes = (cannotReadOrders: boolean): string[] =>
  eventTypes
    .map(({ type }) => type)
    .filter((type) => !(cannotReadOrders && type.startsWith('order.')))

type Fields = Pick<Webhook, 'url' | 'types'>

const useSave = ({ webhook, onClose, onMade }: FormProps) => {
  const store = useStore()
  return useAction(
    (fields: Fields): Promise<WebhookWithSecret> =>
      webhook ? store.webhooks.update(webhook.id, fields) : store.webhooks.create(fields),
    {
      isErrorShown: true,
      touches: [queryKeys.webhooks],
      done: `The webhook is ${webhook ? 'changed' : 'added'}.`,
      onDone(saved) {
        onClose()
        onMade?.(saved)
      },
    },
  )
}
