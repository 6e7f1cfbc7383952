import type { Order } from '@adoption-store/client'
import { Radio, Stack, Switch, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyError, useAction } from '../../platform/action.ts'
import { FormModal } from '../../platform/form.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { profileQuery } from '../../platform/record-queries.ts'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { usePetsById } from './pet-names.ts'

type Props = {
  order: Order
  /** Called with a sentence about the animal. */
  onReturned: (outcome: string) => void
  onClose: () => void
}

const reasons = ['Allergy', 'Behavior', 'Moving', 'Landlord', 'Other']
const MAX_DETAILS = 900

/** Asks why an animal comes back, and shows the consequences. */
export const ReturnDialog = ({ order, onReturned, onClose }: Props) => {
  const { petId } = order
  const store = useStore()
  const [reason, setReason] = useState('')
  const [details, setDetails] = useState('')
  const [isPublishing, setPublishing] = useState(false)
  const name = usePetsById([petId]).get(String(petId))?.name ?? `animal ${petId}`
  const isPublished = useQuery(profileQuery(store, petId)).data?.profile.published === true
  const canPublish = useCan('pets:write')
  const returnReason = [reason, details.trim()].filter(Boolean).join(': ')
  const submit = useAction(
    async () => {
      const patch = { status: 'returned' as const, ...(returnReason && { returnReason }) }
      const returned = await store.orders.update(order.id, patch)
      const isBack = isPublishing && (await publish())
      return { returned, isBack }
    },
    {
      isErrorShown: true,
      touches: [queryKeys.orders, queryKeys.animals, queryKeys.profile(petId)],
      onDone({ returned, isBack }) {
        queryClient.setQueryData(queryKeys.order(order.id), returned)
        onClose()
        onReturned(outcomeOf(name, { isPublished, isBack }))
      },
    },
  )
  /** The animal is back even if it cannot be published, so that does not fail the return. */
  const publish = () =>
    store.profiles.update(petId, { published: true }).then(
      () => true,
      (error: unknown) => {
        notifyError(error)
        return false
      },
    )
  return (
    <FormModal
      title={`Return ${name}`}
      submitLabel="Return"
      error={submit.error}
      fields={['returnReason']}
      isBusy={submit.isPending}
      canSubmit
      onSubmit={() => submit.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">This ends the adoption{order.customer ? ` by ${order.customer.name}` : ''}.</Text>
      <Radio.Group label="Why is the animal coming back?" value={reason} onChange={setReason}>
        <Stack gap="xs" mt="xs">
          {reasons.map((one) => (
            <Radio key={one} value={one} label={one} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label="Details"
        description="The reason and the details are printed on the return slip."
        autosize
        minRows={2}
        maxLength={MAX_DETAILS}
        value={details}
        onChange={(event) => setDetails(event.currentTarget.value)}
      />
      {isPublished && <Text size="sm">This unpublishes {name}: visitors no longer see them on the site.</Text>}
      {isPublished && canPublish && (
        <Switch
          label="Publish again right away"
          description="If they are well and can meet people today"
          checked={isPublishing}
          onChange={(event) => setPublishing(event.currentTarget.checked)}
        />
      )}
    </FormModal>
  )
}

const outcomeOf = (name: string, { isPublished, isBack }: { isPublished: boolean; isBack: boolean }): string => {
  if (isBack) return `${name} is available again and published.`
  return isPublished ? `${name} is available again, and unpublished.` : `${name} is available again.`
}
