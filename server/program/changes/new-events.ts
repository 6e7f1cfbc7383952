import { type Application, progressOf } from '../../adoptions/applications/application.ts'
import type { Order, OrderSides } from '../../adoptions/orders/order.ts'
import type { PhotosAfter } from '../../animals/photos/photo.ts'
import type { NewEvent } from '../../feed/events/event.ts'

// The events of changes that not everybody may see.

/** Only the two accounts that may see an order see its events. */
export const orderEvent = (
  type: 'order.placed' | 'order.updated',
  order: Order,
  { placedBy, ownerId }: OrderSides,
): NewEvent => ({ type, data: order, orderId: order.id, accountId: placedBy, ownerId })

/** Only the account that received an application sees its events. */
export const applicationEvent = (
  type: 'application.submitted' | 'application.updated',
  application: Application,
  ownerId: bigint,
): NewEvent => ({
  type,
  data: progressOf(application),
  applicationId: application.id,
  accountId: ownerId,
})

/** The events of a draft concern only its owner. */
export const photosEvent = ({ after, ownerId, isPublished }: PhotosAfter): NewEvent => ({
  type: 'pet.photosUpdated',
  data: after,
  ...(!isPublished && { accountId: ownerId }),
})
