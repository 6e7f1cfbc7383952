import { eventTypes, type Webhook, type WebhookWithSecret } from '@adoption-store/client'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { FormModal } from '../../platform/form.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { eventMeanings } from './event-meanings.ts'

type FormProps = {
  webhook?: Webhook | undefined
  onClose: () => void
  /** Receives a new webhook, with its secret. */
  onCreated?: ((webhook: WebhookWithSecret) => void) | undefined
}

/** Creates a webhook, or changes its URL and events. */
export const WebhookForm = ({ webhook, onClose, onCreated }: FormProps) => {
  const offered = useOfferedTypes(webhook)
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [chosen, setChosen] = useState<string[]>(() => webhook?.types ?? offered)
  const save = useSave({ webhook, onClose, onCreated })
  const submit = () => {
    const types = eventTypes.filter((type) => chosen.includes(type))
    save.mutate({ url: url.trim(), types })
  }
  return (
    <FormModal
      title={webhook ? 'Edit webhook' : 'New webhook'}
      error={save.error}
      fields={['url']}
      submitLabel={webhook ? 'Save' : 'Create webhook'}
      isBusy={save.isPending}
      canSubmit={url.trim() !== '' && chosen.length > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="URL"
        type="url"
        placeholder="https://shelter.example.org/hooks/adoptions"
        required
        data-autofocus
        autoComplete="off"
        value={url}
        error={fieldError(save.error, 'url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Checkbox.Group label="Events" value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {offered.map((type) => (
            <Checkbox key={type} value={type} label={type} description={eventMeanings[type]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormModal>
  )
}

/** Only users who may see orders can choose events about orders. */
const useOfferedTypes = (webhook: Webhook | undefined) => {
  const canReadOrders = useCan('orders:read')
  return eventTypes.filter((type) => canReadOrders || !type.startsWith('order.') || webhook?.types.includes(type))
}

type Fields = Pick<Webhook, 'url' | 'types'>

const useSave = ({ webhook, onClose, onCreated }: FormProps) => {
  const store = useStore()
  return useAction(
    (fields: Fields): Promise<WebhookWithSecret> =>
      webhook ? store.webhooks.update(webhook.id, fields) : store.webhooks.create(fields),
    {
      isErrorShown: true,
      touches: [queryKeys.webhooks],
      done: `Webhook ${webhook ? 'saved' : 'created'}.`,
      onDone(saved) {
        onClose()
        onCreated?.(saved)
      },
    },
  )
}
