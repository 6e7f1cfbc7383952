import assert from 'node:assert/strict'
import { test } from 'node:test'
import { petMoves as offeredMoves } from '../console/animals/pet-moves.ts'
import { usualScopes } from '../console/keys/usual-scopes.ts'
import { type OrderStep, stepsOf } from '../console/orders/order-steps.ts'
import { defaultScopes } from '../server/api-keys/api-key.ts'
import { orderMoves, orderStatuses } from '../server/orders/order.ts'
import { petMoves } from '../server/pets/pet.ts'

test('the console offers a new key the scopes that the API gives one where none are named', () => {
  assert.deepEqual(usualScopes, defaultScopes)
})

test('the console offers the moves of an animal that the API allows', () => {
  assert.deepEqual(offeredMoves, petMoves)
})

const target: Record<OrderStep, string> = {
  approve: 'approved',
  deliver: 'delivered',
  cancel: 'cancelled',
  return: 'returned',
}

test('the console offers the steps of an order that the API allows; it expires by itself', () => {
  for (const status of orderStatuses) {
    const time = '2026-01-01T00:00:00Z'
    const order = { id: 1, petId: 1, status, createdAt: time, updatedAt: time }
    assert.deepEqual(
      stepsOf(order, 0).map((step) => target[step]),
      orderMoves[status].filter((to) => to !== 'expired'),
    )
  }
})
