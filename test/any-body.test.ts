import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { scopes } from '../server/requests/access/scope.ts'
import { testApp } from './harness/app.ts'

type Operation = { requestBody?: { content: Record<string, unknown> } }

const { paths } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}

const withBody = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) =>
    requestBody ? [{ method: method.toUpperCase() as 'POST', path }] : [],
  ),
)

const names = ['name', 'categoryId', 'status', 'pets', 'petId', 'customer', 'note', 'url', 'types']
/** Arbitrary JSON, often with property names that operations use. */
const body = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...names, 'plan', 'perMinute', 'scopes', 'enabled'), fc.jsonValue()),
)

test('no operation fails on any body: it rejects what it does not accept with a declared 4xx response', async () => {
  await using app = await testApp({ settings: { LOG_LEVEL: 'silent' } })
  const { key } = await app.createKey('enterprise', { scopes })
  const headers = { ...app.bearer(key), 'content-type': 'application/json' }
  for (const { method, path } of withBody) {
    const url = `/v1${path.replaceAll(/\{\w+\}/g, '1')}`
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const payload = JSON.stringify(value)
        const { statusCode } = await app.inject({ method, url, headers, payload })
        assert.ok(statusCode < 500, `${method} ${url} ${payload} -> ${statusCode}`)
      }),
      { numRuns: 40 },
    )
  }
})
