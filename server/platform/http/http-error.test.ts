import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HttpError, protocolError } from './http-error.ts'

const placesIn = ({ stack = '' }: Error): number => stack.split('\n    at ').length - 1

test('client errors have no stack trace; server errors and unknown errors do', () => {
  const atFault = [protocolError('malformed_json'), protocolError('route_not_found')]
  assert.deepEqual(atFault.map(placesIn), [0, 0])
  assert.ok(placesIn(new HttpError('internal_error', { status: 500, text: 'Something failed.' })) > 0)
  assert.ok(placesIn(new Error('from elsewhere')) > 0)
})
