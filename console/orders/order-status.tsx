import type { Order } from '@adoption-store/client'
import { Badge, Text } from '@mantine/core'
import { Time, timeWords, untilWords } from '../platform/time-words.tsx'
import { isOverdue, orderWords } from './order-steps.ts'

export const OrderStatusBadge = ({ status }: Pick<Order, 'status'>) => {
  const { title, colour } = orderWords[status]
  return (
    <Badge color={colour} variant="light" tt="none" size="lg">
      {title}
    </Badge>
  )
}

/** How long it waits for approval; of any other, when it last changed. */
export const OrderTime = ({ order, nowMs }: { order: Order; nowMs: number }) => {
  if (!order.expiresAt) return <Time at={order.updatedAt} />
  const words = isOverdue(order, nowMs) ? 'expires now' : untilWords(order.expiresAt, nowMs)
  return (
    <Text span size="sm" title={timeWords(order.expiresAt)}>
      {words.startsWith('in') ? `expires ${words}` : words}
    </Text>
  )
}
