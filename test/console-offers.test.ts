import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualScopes } from '../console/accounts/api-keys/usual-scopes.ts'
import { type OrderStep, stepsOf } from '../console/adoptions/orders/order-steps.ts'
import { petMoves as offeredMoves } from '../console/animals/pets/pet-moves.ts'
import { initialsOf } from '../console/platform/initials.ts'
import { isOpenOrder } from '../console/platform/open-statuses.ts'
import { deviceOf } from '../console/session/device.ts'
import { MIN_PASSWORD_LENGTH as saidLength } from '../console/session/password-length.ts'
import { defaultScopes } from '../server/accounts/api-keys/api-key.ts'
import { MIN_PASSWORD_LENGTH } from '../server/accounts/sign-in/password.ts'
import { isOpen, orderMoves, orderStatuses } from '../server/adoptions/orders/order.ts'
import { petMoves } from '../server/animals/pets/pet.ts'

test("the console preselects the API's default scopes for a new key", () => {
  assert.deepEqual(usualScopes, defaultScopes)
})

test('the console offers the changes of an animal that the API allows', () => {
  assert.deepEqual(offeredMoves, petMoves)
})

test('the console says how long a password must be', () => {
  assert.equal(saidLength, MIN_PASSWORD_LENGTH)
})

test('the console shows short names for browsers and people', () => {
  const agent = (rest: string) => deviceOf(`Mozilla/5.0 (${rest} Safari/537.36`)
  assert.equal(agent('Windows NT 10.0) Chrome/140.0 Edg/140.0'), 'Edge on Windows')
  assert.equal(agent('iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0'), 'Safari on iPhone')
  assert.equal(deviceOf(undefined), 'Unknown browser')
  assert.equal(initialsOf('  mara von der Klein '), 'MK')
  assert.equal(initialsOf('Élodie'), 'É')
})

const target: Record<OrderStep, string> = {
  approve: 'approved',
  deliver: 'delivered',
  cancel: 'cancelled',
  return: 'returned',
}

test('the console offers the steps of an order that the API allows, except expiry, which happens by itself', () => {
  for (const status of orderStatuses) {
    const time = '2026-01-01T00:00:00Z'
    const order = { id: 1, petId: 1, status, createdAt: time, updatedAt: time }
    assert.deepEqual(
      stepsOf(order, 0).map((step) => target[step]),
      orderMoves[status].filter((to) => to !== 'expired'),
    )
  }
})

test('the console offers to erase a person if the API allows it: without open adoptions', () => {
  assert.deepEqual(orderStatuses.filter(isOpenOrder), orderStatuses.filter(isOpen))
})
