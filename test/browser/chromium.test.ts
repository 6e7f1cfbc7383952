import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startChromium, whyNoChromium } from '../harness/chromium.ts'

const skip = whyNoChromium() ?? false

test('the browser reaches no other host, and says what it was asked for and what went wrong', {
  skip,
}, async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(request.url === '/' ? page : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  {
    await using browser = await startChromium()
    await using opened = await browser.openPage({ address, path: '/' })
    const outcome = () => opened.page.textContent('#outcome')
    await opened.page.waitForFunction('document.querySelector("#outcome").textContent')
    assert.equal(await outcome(), 'rejected,rejected')
    assert.deepEqual(opened.foreignRequests.toSorted(), [
      'http://192.0.2.1/',
      'https://example.com/',
    ])
    assert.ok(opened.consoleErrors.some((error) => error.includes('thrown on purpose')))
    assert.deepEqual(
      (await opened.axe()).map(({ rule }) => rule),
      ['image-alt'],
    )
    assert.deepEqual(await opened.axe({ exclude: ['img'] }), [])
  }
  server.close()
})

const page = `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><p id="outcome"></p>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></main><script>
setTimeout(() => { throw new Error('thrown on purpose') })
Promise.allSettled([fetch('https://example.com/'), fetch('http://192.0.2.1/')]).then((all) => {
  document.querySelector('#outcome').textContent = all.map(({ status }) => status).join()
})
</script></html>`
