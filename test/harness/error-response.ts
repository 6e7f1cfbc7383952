import assert from 'node:assert/strict'
import type { RawAnswer } from './connection.ts'

type Expected = { status: number; code: string }

/** Fails if a response lacks anything that every error under `/v1` has. */
export const assertErrorResponse = (answer: RawAnswer | undefined, { status, code }: Expected): void => {
  assert.ok(answer, 'an answer before the connection ended')
  const { headers, body } = answer
  assert.equal(answer.status, status, body)
  const error = JSON.parse(body)
  assert.equal(error.code, code, body)
  assert.equal(error.status, status)
  assert.equal(typeof error.message, 'string')
  assert.notEqual(error.message, '')
  assert.equal(error.requestId, headers['x-request-id'])
  assert.match(headers['x-request-id'] ?? '', /^[\x21-\x7e]{1,128}$/)
  assert.match(headers['content-type'] ?? '', /^application\/json(?:;|$)/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.ok(headers.date, 'date')
  assertLimitHeaders(headers)
  assertReadableAnywhere(headers)
}

/** Checks the rate-limit headers in both spellings. */
export const assertLimitHeaders = (headers: Record<string, string>): void => {
  const nowSeconds = Math.floor(Date.now() / 1_000)
  assert.match(headers['x-ratelimit-limit'] ?? '', /^\d+$/)
  assert.match(headers['x-ratelimit-remaining'] ?? '', /^\d+$/)
  assert.match(headers['x-ratelimit-reset'] ?? '', /^\d+$/)
  const reset = Number(headers['x-ratelimit-reset'])
  assert.ok(reset >= nowSeconds && reset <= nowSeconds + 86_401, `reset ${reset}`)
  assert.match(headers['ratelimit-policy'] ?? '', /^"minute";q=\d+;w=60(?:, "day";q=\d+;w=86400)?$/)
  assert.match(headers.ratelimit ?? '', /^"minute";r=\d+;t=\d+(?:, "day";r=\d+;t=\d+)?$/)
}

const assertReadableAnywhere = (headers: Record<string, string>): void => {
  assert.equal(headers['access-control-allow-origin'], '*')
  const exposed = (headers['access-control-expose-headers'] ?? '').toLowerCase().split(', ')
  const needed = ['x-request-id', 'x-ratelimit-limit', 'ratelimit', 'ratelimit-policy', 'allow']
  for (const name of needed) assert.ok(exposed.includes(name), `${name} is exposed`)
}
