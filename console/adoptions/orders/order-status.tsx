import type { Order } from '@adoption-store/client'
import { Text } from '@mantine/core'
import { adoptionLabels } from '../../platform/status-labels.ts'
import { StatusPill } from '../../platform/status-pill.tsx'
import { Time } from '../../platform/time.tsx'
import { formatTime, formatUntil } from '../../platform/time-format.ts'
import { isOverdue } from './order-steps.ts'

export const OrderStatusPill = ({ status }: Pick<Order, 'status'>) => <StatusPill {...adoptionLabels[status]} />

/** When it expires if it awaits approval, otherwise when it last changed. */
export const OrderTime = ({ order, nowMs }: { order: Order; nowMs: number }) => {
  if (!order.expiresAt) {
    return (
      <Text span size="sm">
        <Time at={order.updatedAt} />
      </Text>
    )
  }
  const words = isOverdue(order, nowMs) ? 'Expires now' : formatUntil(order.expiresAt, nowMs)
  return (
    <Text span size="sm" title={formatTime(order.expiresAt)}>
      {words.startsWith('in') ? `Expires ${words}` : words}
    </Text>
  )
}
