import type { Order } from '@adoption-store/client'
import { Button, Group } from '@mantine/core'
import { useAction } from '../platform/action.ts'
import { confirm } from '../platform/confirm.tsx'
import { queryClient } from '../platform/query-client.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { useLacksScope } from '../platform/scopes.ts'
import { useStore } from '../session/session.ts'
import { type OrderStep, stepsOf, stepWords } from './order-steps.ts'

type Props = { order: Order; nowMs: number; size?: 'compact-sm' | 'sm' }

/** What can be done with an order now. What the store refuses is said in its words. */
export const OrderStepButtons = ({ order, nowMs, size = 'sm' }: Props) => {
  const store = useStore()
  const isReadOnly = useLacksScope('orders:write')
  const take = useAction((step: OrderStep) => store.orders[step](order.id), {
    done: (_, step) => `Order ${order.id} ${stepWords[step].done}.`,
    onDone: (changed) => queryClient.setQueryData(queryKeys.order(order.id), changed),
    touches: [queryKeys.orders, queryKeys.pets, queryKeys.inventory],
  })
  const ask = (step: OrderStep) => {
    const { label, question, consequence = '' } = stepWords[step]
    if (!question) return take.mutate(step)
    const yes = step === 'cancel' ? 'Cancel the order' : label
    confirm({ title: question, text: consequence, yes, onYes: () => take.mutate(step) })
  }
  return (
    <Group gap="xs" wrap="nowrap">
      {stepsOf(order, nowMs).map((step) => (
        <Button
          key={step}
          size={size}
          variant={stepWords[step].question ? 'default' : 'filled'}
          disabled={isReadOnly}
          loading={take.isPending && take.variables === step}
          aria-label={`${stepWords[step].label} order ${order.id}`}
          onClick={() => ask(step)}
        >
          {stepWords[step].label}
        </Button>
      ))}
    </Group>
  )
}
