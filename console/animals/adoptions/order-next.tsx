import type { Order, OrderStatus, Pet } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { OrderStepButtons } from '../../adoptions/orders/order-step-buttons.tsx'
import { isOverdue } from '../../adoptions/orders/order-steps.ts'
import { useNowMs } from '../../platform/countdown.ts'
import { formatTime, formatUntil } from '../../platform/time-format.ts'
import classes from './order-view.module.css'
import { usePublishAgain } from './publish-again.ts'

type Props = { order: Order; pet: Pet | undefined; name: string }

/** The next step, with its buttons. */
export const OrderNext = ({ order, pet, name }: Props) => {
  const nowMs = useNowMs(order.expiresAt !== undefined)
  const isBack = order.status === 'returned' && pet?.status === 'available'
  const publish = usePublishAgain(isBack ? pet : undefined)
  const { title, text } = publish
    ? {
        title: `Check on ${name}, then publish again`,
        text: `${order.petUnpublished ? `The return unpublished ${name}.` : `${name} is not published.`} The photos and the story are kept.`,
      }
    : texts[order.status](name)
  return (
    <section className={classes.next} aria-label="Next step">
      <h2 dir="auto">{title}</h2>
      <p dir="auto">{text}</p>
      {order.expiresAt && (
        <p title={formatTime(order.expiresAt)}>
          {isOverdue(order, nowMs) ? 'Expires now' : `Expires ${formatUntil(order.expiresAt, nowMs)}`}
        </p>
      )}
      <div className={classes.steps}>
        {publish && (
          <Button loading={publish.isPending} onClick={publish.start}>
            Publish again
          </Button>
        )}
        <OrderStepButtons order={order} nowMs={nowMs} />
        {pet && (
          <Button component={Link} to={`/animals/${pet.id}`} variant="subtle">
            View animal
          </Button>
        )}
      </div>
    </section>
  )
}

type NextText = (name: string) => { title: string; text: string }

const texts: Record<OrderStatus, NextText> = {
  placed: (name) => ({
    title: 'Approve or cancel this adoption',
    text: `${name} is on hold until then.`,
  }),
  approved: (name) => ({
    title: `Hand over ${name}`,
    text: 'Print the contract and sign it together.',
  }),
  delivered: (name) => ({
    title: `${name} has found a home`,
    text: 'If it does not work out, return the adoption here.',
  }),
  returned: (name) => ({ title: `${name} came back`, text: 'This adoption has ended.' }),
  cancelled: (name) => ({
    title: 'This adoption was cancelled',
    text: `${name} became available to others.`,
  }),
  expired: (name) => ({
    title: 'This adoption expired',
    text: `It was not approved in time, so ${name} became available to others.`,
  }),
}
