import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const orderError = defineErrors({
  order_not_found: notFound('order'),
  undo_not_possible: {
    status: 409,
    text: 'The last step of this order can no longer be undone.',
    advice: 'Read the order again, and take the step that you want.',
  },
  too_many_open_orders: {
    status: 409,
    text: "This account has as many open orders for other accounts' animals as its plan allows.",
    advice: 'Cancel orders that you do not need, or wait until others are closed.',
  },
  order_blocked: {
    status: 409,
    text: 'The owner of this animal cancelled your last order for it, so you cannot order it for 30 days.',
    advice: 'Order another animal, contact the owner, or wait until the time that the message names.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    order: typeof orderError
  }
}
