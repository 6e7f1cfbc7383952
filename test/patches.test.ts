import assert from 'node:assert/strict'
import { onEachEngine } from './harness/app.ts'
import { furnished, operations } from './harness/operations.ts'

onEachEngine('a PATCH with the current values is 200 and changes nothing', async (testApp) => {
  await using app = await testApp()
  const store = await furnished(app)
  // There is no GET for a batch.
  const patches = operations.filter(({ method, path }) => method === 'PATCH' && !path.endsWith(':batch'))
  assert.ok(patches.length >= 5)
  for (const operation of patches) {
    const url = store.urlOf(operation)
    const before = await store.get(url)
    assert.equal(before.statusCode, 200, `${url} ${before.body}`)
    const shown = before.json() as Record<string, unknown>
    const names = Object.keys(operation.body?.properties ?? {})
    const same = names.filter((name) => name in shown).map((name) => ({ [name]: shown[name] }))
    const events = (await store.get('/v1/events?limit=100')).body
    for (const patch of [{}, ...same, Object.assign({}, ...same)]) {
      const patched = await store.patch(url, patch)
      const what = `${url} ${JSON.stringify(patch)}`
      assert.equal(patched.statusCode, 200, `${what} ${patched.body}`)
      assert.equal(patched.body, before.body, what)
      assert.equal(patched.headers.etag, before.headers.etag, what)
    }
    assert.equal((await store.get(url)).body, before.body)
    assert.equal((await store.get('/v1/events?limit=100')).body, events, 'no event')
  }
})

onEachEngine('a PATCH with the current URL of a webhook does not check it again', async (testApp) => {
  let address = '93.184.215.14'
  await using app = await testApp({ resolve: async () => [address] })
  const store = await furnished(app)
  // The name now resolves to an internal address, which only its deliveries must notice.
  address = '10.0.0.7'
  const url = store.urlOf({ path: '/webhooks/{webhookId}' })
  const same = await store.patch(url, { url: 'https://shelter.example.org/hook', enabled: false })
  assert.deepEqual([same.statusCode, same.json().enabled], [200, false], same.body)
  const other = await store.patch(url, { url: 'https://shelter.example.org/other' })
  assert.equal(other.statusCode, 400, other.body)
})
