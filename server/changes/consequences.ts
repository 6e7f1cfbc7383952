import type { NewEvent } from '../events/event.ts'
import { type Order, type OrderSides, orderLocation, withoutCustomer } from '../orders/order.ts'
import { shownBan } from '../rate-limits/ban.ts'
import { showWebhook } from '../webhooks/webhook.ts'
import type { Change } from './change.ts'
import type { Consequence } from './consequence.ts'

/** What follows each kind of change: the whole of it, in one place. A kind that is missing does not compile. */
export const consequences: { [Kind in Change['kind']]: Consequence<Change & { kind: Kind }> } = {
  'pet added': {
    event: ({ after }) => ({ type: 'pet.created', data: after }),
    counts: ({ after }) => [{ ...after, by: 1 }],
    notify: ['catalogue'],
  },
  'pet changed': {
    event: ({ after }) => ({ type: 'pet.updated', data: after }),
    counts: ({ before, after }) => [
      { ...before, by: -1 },
      { ...after, by: 1 },
    ],
    notify: ['catalogue'],
  },
  // Nothing that anybody is shown of an animal says whose it is.
  'pets transferred': {},
  'pet removed': {
    event: ({ before: { id } }) => ({ type: 'pet.deleted', data: { id } }),
    counts: ({ before }) => [{ ...before, by: -1 }],
    withoutProfile: ({ before }) => before.id,
    notify: ['catalogue'],
  },

  // Nobody else than its owner sees a draft.
  'profile changed': {
    event: ({ after, ownerId }) => ({
      type: 'pet.profileUpdated',
      data: after,
      ...(!after.published && { accountId: ownerId }),
    }),
  },
  'listing published': { event: ({ after }) => ({ type: 'listing.published', data: after }) },
  'listing unpublished': {
    event: ({ petId }) => ({ type: 'listing.unpublished', data: { petId } }),
  },

  'order placed': {
    event: ({ after, ...sides }) => orderEvent('order.placed', after, sides),
  },
  'order changed': {
    event: ({ after, ...sides }) => orderEvent('order.updated', after, sides),
  },
  'customer erased': {
    // Also from past events and from responses that are stored, so from webhooks to come.
    rewrite: ({ orderId }) => ({
      orderId,
      location: orderLocation(orderId),
      json: withoutCustomer,
    }),
  },

  'category named': { event: ({ after }) => ({ type: 'category.updated', data: after }) },
  'category unnamed': { event: ({ id }) => ({ type: 'category.updated', data: { id } }) },

  'organization changed': {},

  'account added': {},
  'account changed': { notify: ['log', 'keys'] },
  'account suspended': { notify: ['log', 'keys'] },
  'account resumed': { notify: ['log', 'keys'] },

  // Nobody remembers a key that is new.
  'key created': { notify: ['log'] },
  // A webhook goes by the key it was made with.
  'key revoked': { webhooksOf: ({ keyId }) => ({ keyId }), notify: ['log', 'keys'] },
  'key rotated': {
    webhooksOf: ({ keyId, successorId }) => ({ keyId, successorId }),
    notify: ['log', 'keys'],
  },
  'key ended': { webhooksOf: ({ keyId }) => ({ keyId }) },

  'key banned': {
    event: ({ ban }) => ({ type: 'key.banned', data: shownBan(ban), accountId: ban.accountId }),
  },
  'ban lifted': { notify: ['liftedBans'] },

  'webhook created': {},
  'webhook changed': { notify: ['disabledWebhooks'] },
  'webhook disabled': {
    event: ({ webhook }) => ({
      type: 'webhook.disabled',
      data: showWebhook(webhook),
      accountId: webhook.accountId,
    }),
    notify: ['disabledWebhooks'],
  },
  'webhook secret rotated': {},
  'webhook removed': {},
  'delivery due again': { notify: ['dueDeliveries'] },

  // No change that anybody sees: it is written with the one it is the response to.
  'response stored': { response: ({ record }) => record },
}

/** Only the two accounts that may see an order see what becomes of it. */
const orderEvent = (
  type: 'order.placed' | 'order.updated',
  order: Order,
  { placedBy, ownerId }: OrderSides,
): NewEvent => ({ type, data: order, orderId: order.id, accountId: placedBy, ownerId })
