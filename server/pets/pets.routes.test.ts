import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../test/harness/app.ts'

test('POST /v1/pets answers 201 with the animal, its id and where it is', async () => {
  await using app = await testApp()
  const response = await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })
  assert.equal(response.statusCode, 201)
  assert.deepEqual(response.json(), { id: 1, name: 'Biscuit', categoryId: 7, status: 'available' })
  assert.equal(response.headers.location, '/v1/pets/1')
})
