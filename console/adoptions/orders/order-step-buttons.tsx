import type { Order } from '@adoption-store/client'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { notify, useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { toast } from '../../platform/toast.tsx'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { type OrderStep, stepLabels, stepsOf } from './order-steps.ts'
import { ReturnDialog } from './return-dialog.tsx'

type Props = { order: Order; nowMs: number; size?: 'compact-sm' | 'sm' }

/** The steps that are possible now. If the API rejects one, its own message is shown. */
export const OrderStepButtons = ({ order, nowMs, size = 'sm' }: Props) => {
  const store = useStore()
  const [isReturning, setReturning] = useState(false)
  const canWrite = useCan('orders:write')
  const take = useAction((step: OrderStep) => store.orders[step](order.id), {
    onDone(changed, step) {
      queryClient.setQueryData(queryKeys.order(order.id), changed)
      offerUndo(`Adoption ${order.id} ${stepLabels[step].done}.`)
    },
    touches: [queryKeys.orders, queryKeys.animals],
  })
  const undo = useAction(() => store.orders.undo(order.id), {
    onDone(changed) {
      queryClient.setQueryData(queryKeys.order(order.id), changed)
      notify(`The last step of adoption ${order.id} was undone.`)
    },
    touches: [queryKeys.orders, queryKeys.animals, queryKeys.profile(order.petId)],
  })
  const offerUndo = (text: string) => toast({ id: `adoption-${order.id}`, text, undo: () => undo.mutate(undefined) })
  const ask = (step: OrderStep) => {
    if (step === 'return') return setReturning(true)
    const { label, question, consequence = '' } = stepLabels[step]
    if (!question) return take.mutate(step)
    const yes = step === 'cancel' ? 'Cancel adoption' : label
    const no = step === 'cancel' ? 'Keep adoption' : undefined
    confirm({
      title: question,
      text: consequence,
      yes,
      ...(no && { no }),
      onYes: () => take.mutate(step),
    })
  }
  if (!canWrite) return null
  return (
    <Group gap="xs" wrap="nowrap">
      {stepsOf(order, nowMs).map((step) => (
        <Button
          key={step}
          size={size}
          variant={step === 'approve' || step === 'deliver' ? 'filled' : 'default'}
          loading={take.isPending && take.variables === step}
          aria-label={`${stepLabels[step].label} adoption ${order.id}`}
          onClick={() => ask(step)}
        >
          {stepLabels[step].label}
        </Button>
      ))}
      {isReturning && (
        <ReturnDialog
          order={order}
          onClose={() => setReturning(false)}
          onReturned={(outcome) => offerUndo(`Adoption ${order.id} returned. ${outcome}`)}
        />
      )}
    </Group>
  )
}
