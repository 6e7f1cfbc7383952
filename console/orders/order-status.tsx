import type { Order } from '@adoption-store/client'
import { Badge, Text } from '@mantine/core'
import { formatTime, formatUntil, Time } from '../platform/time-format.tsx'
import { isOverdue, orderLabels } from './order-steps.ts'

export const OrderStatusBadge = ({ status }: Pick<Order, 'status'>) => {
  const { title, colour } = orderLabels[status]
  return (
    <Badge color={colour} variant="light" tt="none" size="lg">
      {title}
    </Badge>
  )
}

/** When it expires if it awaits approval, otherwise when it last changed. */
export const OrderTime = ({ order, nowMs }: { order: Order; nowMs: number }) => {
  if (!order.expiresAt) return <Time at={order.updatedAt} />
  const words = isOverdue(order, nowMs) ? 'Expires now' : formatUntil(order.expiresAt, nowMs)
  return (
    <Text span size="sm" title={formatTime(order.expiresAt)}>
      {words.startsWith('in') ? `Expires ${words}` : words}
    </Text>
  )
}
