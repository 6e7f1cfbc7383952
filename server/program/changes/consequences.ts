import { adoptionStep } from '../../adoptions/adoptions/adoption.ts'
import { orderLocation, withoutCustomer } from '../../adoptions/orders/order.ts'
import { noteLocation, withoutText } from '../../animals/notes/note.ts'
import { showWebhook, versionOf } from '../../feed/webhooks/webhook.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { shownBan } from '../../requests/rate-limits/ban.ts'
import { applicationEntry, entry, orderEntry } from './audit-entries.ts'
import type { Change } from './change.ts'
import type { Consequence } from './consequence.ts'
import { applicationHistory, orderChangeHistory, orderHistory, petHistory, profileHistory } from './history-entries.ts'
import { applicationEvent, orderEvent, photosEvent } from './new-events.ts'

/** The consequences of each kind of change, in one place. A missing kind does not compile. */
export const consequences: { [Kind in Change['kind']]: Consequence<Change & { kind: Kind }> } = {
  'pet added': {
    audit: ({ after }) => entry('pet.create', 'pet', after.id),
    event: ({ after }) => ({ type: 'pet.created', data: after }),
    history: ({ after: { id: petId }, ownerId, departed }) => [
      { petId, action: 'added', ownerId },
      ...(departed === undefined ? [] : [{ petId, action: 'moved' as const, status: departed }]),
    ],
    counts: ({ after }) => [{ ...after, by: 1 }],
    notify: ['catalogue'],
  },
  'pet changed': {
    audit: ({ before, after }) => entry('pet.update', 'pet', after.id, changedFields(before, after)),
    event: ({ after }) => ({ type: 'pet.updated', data: after }),
    // The history of the order covers what follows from the order.
    history: ({ isOfOrder, before, after, departed }) => (isOfOrder ? [] : petHistory(before, after, departed)),
    counts: ({ before, after }) => [
      { ...before, by: -1 },
      { ...after, by: 1 },
    ],
    adoption: ({ before, after, isUndo, departed }) =>
      departed === undefined ? adoptionStep(before, after, isUndo) : undefined,
    // Whether the animal waits for a home.
    animalsOf: ({ before, after }) => ((before.status === 'sold') === (after.status === 'sold') ? [] : [after.id]),
    listingsOf: ({ after }) => [after.id],
    notify: ['catalogue'],
  },
  // The public data of an animal does not include its owner.
  'pets transferred': {
    listingsOf: ({ ids }) => ids,
    history: ({ ids }) => ids.map((petId) => ({ petId, action: 'transferred' })),
    namesForgotten: ({ ids }) => ids,
    notify: ['listings'],
  },
  // The suspension or its end has its own entry, and changes nothing about the animals.
  'listings settled': { listingsOf: ({ ids }) => ids, notify: ['listings'] },
  'transfer begun': {
    audit: ({ from }) => entry('account.transfer', 'account', from),
    isWhole: true,
  },
  'transfer to come': { audit: ({ to }) => entry('account.receive', 'account', to) },
  'pets changed in bulk': {
    audit: ({ accountId }) => entry('pet.batch', 'account', accountId),
    isWhole: true,
  },
  'export begun': { audit: () => ({ action: 'export', target: { type: 'store' } }) },
  'backup begun': { audit: () => ({ action: 'backup', target: { type: 'store' } }) },
  'copy begun': { audit: () => ({ action: 'copy', target: { type: 'store' } }) },
  'restore confirmed': { audit: () => ({ action: 'restore.confirm', target: { type: 'store' } }) },
  'backup restored': { audit: () => ({ action: 'restore', target: { type: 'store' } }) },
  'audit export begun': {
    audit: () => ({ action: 'audit.export', target: { type: 'audit_log' } }),
  },
  'breaks accepted': {
    audit: ({ fromId, reason }) => entry('audit.accept', 'audit_log', fromId, [reason]),
  },
  'import undone': { audit: ({ id }) => entry('import.undo', 'import', id), isWhole: true },
  'import begun': { audit: ({ id }) => entry('import', 'import', id), isWhole: true },
  'sample addition begun': {
    audit: ({ accountId }) => entry('sample.add', 'account', accountId),
    isWhole: true,
  },
  'sample removal begun': {
    audit: ({ accountId }) => entry('sample.remove', 'account', accountId),
    isWhole: true,
  },
  'pet removed': {
    audit: ({ before }) => entry('pet.delete', 'pet', before.id),
    event: ({ before: { id } }) => ({ type: 'pet.deleted', data: { id } }),
    counts: ({ before }) => [{ ...before, by: -1 }],
    withoutProfile: ({ before }) => before.id,
    listingsOf: ({ before }) => [before.id],
    notify: ['catalogue'],
  },

  // Only the owner sees a draft.
  'profile changed': {
    audit: ({ after, fields }) => entry('profile.update', 'pet', after.petId, fields),
    history: ({ after, fields }) => profileHistory(after.petId, fields),
    animalsOf: ({ after }) => [after.petId],
    listingsOf: ({ after }) => [after.petId],
    event: ({ after, ownerId, isPublic }) => ({
      type: 'pet.profileUpdated',
      data: after,
      ...(!isPublic && { accountId: ownerId }),
    }),
    notify: ['listings'],
  },
  'profiles changed in bulk': {
    audit: ({ accountId }) => entry('profile.batch', 'account', accountId),
    isWhole: true,
  },
  // Notes are for the staff alone, so there is no event.
  'note added': { audit: ({ petId }) => entry('note.add', 'pet', petId) },
  'note removed': {
    audit: ({ petId }) => entry('note.delete', 'pet', petId),
    // A repeated request would return the text of the deleted note.
    rewrite: ({ noteId }) => ({ location: noteLocation(noteId), json: withoutText }),
  },

  'photo added': {
    audit: ({ photoId }) => entry('photo.add', 'photo', photoId),
    history: ({ after }) => [{ petId: after.petId, action: 'photoAdded' }],
    animalsOf: ({ after }) => [after.petId],
    listingsOf: ({ after }) => [after.petId],
    event: (change) => photosEvent(change),
    notify: ['listings'],
  },
  'photo changed': {
    audit: ({ photoId, fields }) => entry('photo.update', 'photo', photoId, fields),
    history: ({ after, fields }) => [{ petId: after.petId, action: 'photoChanged', fields }],
    animalsOf: ({ after }) => [after.petId],
    listingsOf: ({ after }) => [after.petId],
    event: (change) => photosEvent(change),
    notify: ['listings'],
  },
  'photo removed': {
    audit: ({ photoId }) => entry('photo.delete', 'photo', photoId),
    history: ({ after }) => [{ petId: after.petId, action: 'photoRemoved' }],
    animalsOf: ({ after }) => [after.petId],
    listingsOf: ({ after }) => [after.petId],
    event: (change) => photosEvent(change),
    notify: ['listings'],
  },
  'photos ordered': {
    audit: ({ petId }) => entry('photo.order', 'pet', petId),
    history: ({ petId }) => [{ petId, action: 'photosOrdered' }],
    animalsOf: ({ after }) => [after.petId],
    listingsOf: ({ after }) => [after.petId],
    event: (change) => photosEvent(change),
    notify: ['listings'],
  },
  'listing published': {
    audit: ({ after }) => entry('listing.publish', 'pet', after.petId),
    history: ({ after }) => [{ petId: after.petId, action: 'published' }],
    event: ({ after, ownerId, isPublic }) => ({
      type: 'listing.published',
      data: after,
      ...(!isPublic && { accountId: ownerId }),
    }),
  },
  'listing unpublished': {
    audit: ({ petId }) => entry('listing.unpublish', 'pet', petId),
    history: ({ petId, orderId }) => [{ petId, action: 'unpublished', ...(orderId !== undefined && { orderId }) }],
    event: ({ petId }) => ({ type: 'listing.unpublished', data: { petId } }),
    notify: ['listings'],
  },

  'order placed': {
    audit: ({ after }) => entry('order.place', 'order', after.id),
    event: ({ after, ...sides }) => orderEvent('order.placed', after, sides),
    history: ({ after }) => [orderHistory('orderPlaced', after)],
  },
  'order changed': {
    audit: ({ before, after }) => orderEntry(before, after),
    event: ({ after, ...sides }) => orderEvent('order.updated', after, sides),
    history: ({ before, after }) => orderChangeHistory(before, after),
  },
  'order step undone': {
    audit: ({ after }) => entry('order.undo', 'order', after.id),
    event: ({ after, ...sides }) => orderEvent('order.updated', after, sides),
    history: ({ after }) => [orderHistory('orderUndone', after)],
  },
  'customer erased': {
    audit: ({ orderId }) => entry('customer.erase', 'order', orderId),
    // Past events and stored responses are rewritten too, and with them the webhooks that are still to be sent.
    rewrite: ({ orderId, eventsAfter }) => ({
      events: { column: 'order_id', id: orderId, after: eventsAfter },
      location: orderLocation(orderId),
      json: withoutCustomer,
    }),
  },

  'form created': { audit: ({ formId }) => entry('form.create', 'form', formId) },
  'form changed': {
    audit: ({ formId, fields }) => entry('form.update', 'form', formId, fields),
  },
  'application submitted': {
    audit: ({ after }) => entry('application.submit', 'application', after.id),
    event: ({ after, ownerId }) => applicationEvent('application.submitted', after, ownerId),
    history: ({ after }) => applicationHistory(undefined, after),
  },
  'application changed': {
    audit: ({ before, after }) => applicationEntry(before, after),
    event: ({ after, ownerId }) => applicationEvent('application.updated', after, ownerId),
    history: ({ before, after }) => applicationHistory(before, after),
  },
  // Events and stored responses say nothing about the applicant; the order has its own erasure.
  'applicant erased': {
    audit: ({ applicationId: id }) => entry('applicant.erase', 'application', id),
    forgetsResponsesTo: ({ applicationId: id, eventsAfter: after }) => ({
      column: 'application_id',
      id,
      after,
    }),
  },

  // Each of them has its own entry.
  'applications to decline': { notify: ['closings'] },

  'category named': {
    audit: ({ after }) => entry('category.update', 'category', after.id, ['name']),
    event: ({ after }) => ({ type: 'category.updated', data: after }),
  },
  'category unnamed': {
    audit: ({ id }) => entry('category.delete', 'category', id),
    event: ({ id }) => ({ type: 'category.updated', data: { id } }),
  },

  'organization changed': {
    audit: ({ before = {}, after }) => entry('organization.update', 'account', after.id, changedFields(before, after)),
    notify: ['listings'],
  },
  'document templates changed': {
    audit: ({ accountId, fields }) => entry('documentTemplates.update', 'account', accountId, fields),
  },
  'mail template changed': {
    audit: ({ accountId, field }) => entry('mailTemplate.update', 'account', accountId, [field]),
  },

  'account added': {
    audit: ({ accountId: id }) => entry('account.create', 'account', id),
    notify: ['staging'],
  },
  'account changed': {
    audit: ({ accountId: id, fields }) => entry('account.update', 'account', id, fields),
    notify: ['staging', 'log', 'keys'],
  },
  'account accepted': {
    audit: ({ accountId: id, fields }) => entry('account.accept', 'account', id, fields),
    notify: ['staging', 'log', 'keys', 'listings'],
  },
  'account suspended': {
    audit: ({ accountId: id, fields }) => entry('account.suspend', 'account', id, fields),
    notify: ['staging', 'log', 'keys', 'listings'],
  },
  'account resumed': {
    audit: ({ accountId: id, fields }) => entry('account.resume', 'account', id, fields),
    notify: ['staging', 'log', 'keys', 'listings'],
  },

  // A new key is not cached anywhere.
  'key created': {
    audit: ({ keyId: id }) => entry('key.create', 'key', id),
    notify: ['log'],
  },
  // A webhook belongs to the key that created it.
  'key revoked': {
    audit: ({ keyId: id }) => entry('key.revoke', 'key', id),
    webhooksOf: ({ keyId }) => ({ keyId }),
    notify: ['log', 'keys'],
  },
  'key rotated': {
    audit: ({ keyId: id }) => entry('key.rotate', 'key', id),
    webhooksOf: ({ keyId, successorId }) => ({ keyId, successorId }),
    notify: ['log', 'keys'],
  },
  'key ended': { webhooksOf: ({ keyId }) => ({ keyId }) },

  'key banned': {
    audit: ({ ban }) => entry('key.ban', 'key', ban.keyId),
    event: ({ ban }) => ({ type: 'key.banned', data: shownBan(ban), accountId: ban.accountId }),
  },
  'ban lifted': {
    audit: ({ ban }) => entry('ban.lift', 'key', ban.keyId),
    notify: ['liftedBans'],
  },

  'user added': {
    audit: ({ userId: id }) => entry('user.create', 'user', id),
    notify: ['staging', 'log'],
  },
  // Cached sessions include the permissions of their user.
  'user changed': {
    audit: ({ userId: id, fields }) => entry('user.update', 'user', id, fields),
    notify: ['staging', 'log', 'keys'],
  },
  'user removed': {
    audit: ({ userId: id }) => entry('user.delete', 'user', id),
    notify: ['staging', 'log', 'keys'],
  },
  'password link made': {
    audit: ({ userId: id }) => entry('user.update', 'user', id, ['passwordLink']),
    notify: ['log'],
  },
  'password set': {
    audit: ({ userId: id }) => entry('user.update', 'user', id, ['password']),
    notify: ['log', 'keys'],
  },
  'identity linked': {
    audit: ({ userId: id }) => entry('user.update', 'user', id, ['identity']),
    notify: ['log'],
  },
  'passkey added': {
    audit: ({ userId: id }) => entry('user.update', 'user', id, ['passkeys']),
    notify: ['log', 'keys'],
  },
  'passkey removed': {
    audit: ({ userId: id }) => entry('user.update', 'user', id, ['passkeys']),
    notify: ['log', 'keys'],
  },
  'session started': { audit: ({ userId: id }) => entry('user.signIn', 'user', id) },
  'session ended': {
    audit: ({ userId: id }) => entry('user.signOut', 'user', id),
    notify: ['keys'],
  },

  'webhook created': {
    audit: ({ webhook }) => entry('webhook.create', 'webhook', webhook.id),
    notify: ['webhooks'],
  },
  'webhook changed': {
    audit: ({ before, after }) =>
      entry(
        'webhook.update',
        'webhook',
        after.id,
        changedFields(versionOf(showWebhook(before)), versionOf(showWebhook(after))),
      ),
    notify: ['webhooks'],
  },
  'webhook disabled': {
    audit: ({ webhook }) => entry('webhook.disable', 'webhook', webhook.id),
    event: ({ webhook }) => ({
      type: 'webhook.disabled',
      data: showWebhook(webhook),
      accountId: webhook.accountId,
    }),
    notify: ['webhooks'],
  },
  'webhook secret rotated': {
    audit: ({ webhook }) => entry('webhook.rotate', 'webhook', webhook.id),
  },
  'webhook removed': { audit: ({ webhook }) => entry('webhook.delete', 'webhook', webhook.id) },
  'delivery due again': {
    audit: ({ webhookId: id }) => entry('webhook.redeliver', 'webhook', id),
    notify: ['dueDeliveries'],
  },

  // The cause has its own entry in the audit log.
  'mail queued': { mail: (change) => change, notify: ['dueMails'] },
  'mail due again': {
    audit: ({ mailId: id }) => entry('mail.retry', 'mail', id),
    notify: ['dueMails'],
  },
  'mail released': {
    audit: ({ mailId: id }) => entry('mail.release', 'mail', id),
    notify: ['dueMails'],
  },
  'mail shown': {
    audit: ({ mailId: id }) =>
      id === undefined ? { action: 'mail.list', target: { type: 'store' } } : entry('mail.read', 'mail', id),
  },

  'reads noted': { entries: ({ entries }) => entries },

  // Not visible to anybody: it is written with the change that it responds to.
  'response stored': { response: ({ record }) => record },
}
