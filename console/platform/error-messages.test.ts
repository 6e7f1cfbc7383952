import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ConnectionError } from '@adoption-store/client'
import { fieldError, formatDuration, messageFor, notSavedMessage } from './error-messages.ts'

const apiError = (details: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({ code: 'validation_failed', message: 'rejected', status: 400, ...details })

test('a duration has its two largest units, or only seconds if there are few', () => {
  const texts = [0, 99.4, 100, 180, 3_900, 90_061, 864_000].map(formatDuration)
  assert.deepEqual(texts, ['0 s', '99 s', '1 min 40 s', '3 min', '1 h 5 min', '1 d 1 h', '10 d'])
})

test('without a response, a message says that a change may not be saved, and in a form that it still can be', () => {
  const error = new ConnectionError('no route')
  assert.equal(messageFor(error).title, 'Cannot reach the server')
  assert.match(notSavedMessage(error).detail, /still here/)
  assert.deepEqual(messageFor(new Error('broken')), { title: 'Something went wrong', detail: 'broken' })
})

test('the message of a known code is ours, and that of another is the one of the store', () => {
  const known = messageFor(apiError({ code: 'pet_not_found', status: 404, requestId: 'r-1' }))
  assert.deepEqual(known, { title: 'Animal not found', detail: 'It may have been deleted.', requestId: 'r-1' })
  const unknown = messageFor(apiError({ code: 'unexpected_response', message: 'a proxy' }))
  assert.equal(unknown.title, 'The request was rejected')
})

test('the message of a field is without its name, and begins with a capital', () => {
  const error = apiError({ errors: [{ field: 'email', code: 'required', message: 'is required' }] })
  assert.equal(fieldError(error, 'email'), 'Is required')
  assert.equal(fieldError(error, 'name'), undefined)
  assert.equal(fieldError(new Error('other'), 'email'), undefined)
})
