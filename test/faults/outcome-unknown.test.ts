import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareDatabase } from '../../server/program/schema/prepare-database.ts'
import { testApp } from '../harness/app.ts'
import { eventually } from '../harness/eventually.ts'
import { startPostgres, whyNoPostgres } from '../harness/postgres.ts'

test('a write whose commit has an unknown outcome is 500 outcome_unknown, and a retry with its key returns what was stored', {
  skip: whyNoPostgres() ?? false,
}, async (t) => {
  const postgres = await startPostgres({ settings: { synchronous_commit: 'on' } })
  t.after(() => postgres.stop())
  const url = await postgres.create()
  await prepareDatabase({ kind: 'postgres', url }, 'upgrade')
  await using app = await testApp({
    settings: { DATABASE_URL: url, DATABASE_DEADLINE_MS: '2000' },
  })
  const add = (name: string, key?: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/pets',
      headers: { ...app.key, ...(key && { 'idempotency-key': key }) },
      payload: { name, categoryId: 1 },
    })
  const { id } = (await add('before')).json()
  await postgres.requireStandby(true)
  try {
    const unknown = await add('with a key', 'a')
    assert.equal(unknown.statusCode, 500, unknown.body)
    assert.equal(unknown.json().code, 'outcome_unknown')
    // These wait for a lock of the first, which has not committed, so none of them is executed. Usually the error says
    // so.
    const undone = await Promise.all([
      add('without'),
      app.inject({
        method: 'PATCH',
        url: `/v1/pets/${id}`,
        headers: { ...app.key, 'content-type': 'application/merge-patch+json' },
        payload: { name: 'after' },
      }),
    ])
    for (const { statusCode, body } of undone) assert.ok([500, 503].includes(statusCode), body)
    const reasons = async () => (await app.send({ url: '/readyz' })).json().reasons
    await eventually('readiness names the standby', async () => String(await reasons()) === 'standby_not_confirming')
    // From then on no write is executed, so its outcome is known.
    const again = await add('with a key', 'a')
    assert.equal(again.json().code, 'service_unavailable', again.body)
  } finally {
    await postgres.requireStandby(false)
  }
  let last = await add('with a key', 'a')
  await eventually('the key returns the stored response', async () => {
    last = await add('with a key', 'a')
    return last.statusCode === 201
  })
  assert.equal(last.headers['idempotent-replayed'], 'true')
  app.clock.advance(60_000)
  const { body } = await app.get('/v1/pets?limit=100')
  const names = JSON.parse(body).map(({ name }: { name: string }) => name)
  assert.deepEqual(names.sort(), ['before', 'with a key'])
})
