import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HttpError, protocolError } from './http-error.ts'

const placesIn = ({ stack = '' }: Error): number => stack.split('\n    at ').length - 1

test('where a request is at fault is not looked up, where we are is said, and so is what others throw', () => {
  const atFault = [protocolError('malformed_json'), protocolError('route_not_found')]
  assert.deepEqual(atFault.map(placesIn), [0, 0])
  assert.ok(
    placesIn(new HttpError('internal_error', { status: 500, text: 'Something failed.' })) > 0,
  )
  assert.ok(placesIn(new Error('of somebody else')) > 0)
})
