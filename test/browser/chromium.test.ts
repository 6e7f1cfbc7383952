import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startChromium, whyNoChromium } from '../harness/chromium.ts'

const skip = whyNoChromium() ?? false

test('the test browser reaches no other host, and reports requests and errors', {
  skip,
}, async () => {
  const { server, address } = await serve()
  {
    await using browser = await startChromium()
    await using opened = await browser.openPage({ address, path: '/' })
    const outcome = () => opened.page.textContent('#outcome')
    await opened.page.waitForFunction('document.querySelector("#outcome").textContent')
    assert.equal(await outcome(), 'rejected,rejected')
    assert.deepEqual(opened.foreignRequests.toSorted(), ['http://192.0.2.1/', 'https://example.com/'])
    assert.ok(opened.consoleErrors.some((error) => error.includes('thrown on purpose')))
    assert.deepEqual(
      (await opened.axe()).map(({ rule }) => rule),
      ['image-alt'],
    )
    assert.deepEqual(await opened.axe({ exclude: ['img'] }), [])
  }
  server.close()
})

test('browser pages are isolated: cookies, storage, mocked requests and clock are reset', {
  skip,
}, async () => {
  const { server, address } = await serve()
  {
    await using browser = await startChromium()
    const open = () => browser.openPage({ address, path: '/empty', mayBeUsed: true })
    const first = await open()
    await first.page.evaluate(leave)
    await first.page.route('**/asked', (route) => route.fulfill({ body: 'routed' }))
    const requested: string[] = []
    first.page.on('request', (request) => requested.push(request.url()))
    assert.deepEqual(await first.page.evaluate(find), ['left=1', 1, 1, 1, 'routed'])
    await first.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const tab = await first.context.newPage()
    await tab.goto(`${address}/empty`)
    await first.context.setOffline(true)
    await first.close()
    assert.ok(tab.isClosed())
    const requestedBefore = requested.length

    const second = await open()
    assert.deepEqual(await second.page.evaluate(find), ['', 0, 0, 0, ''])
    const media = `['print', '(prefers-color-scheme: dark)'].map((one) => matchMedia(one).matches)`
    assert.deepEqual(await second.page.evaluate(media), [false, false])
    assert.equal(requested.filter((url) => url.endsWith('/asked')).length, 1)
    assert.ok(requested.length <= requestedBefore, 'there are no listeners any more')
    assert.deepEqual(first.consoleErrors, [])
    assert.equal(second.page, first.page, 'though it is the same')
    await second.page.clock.install({ time: 0 })
    await second.close()

    await using third = await open()
    assert.notEqual(third.page, second.page, 'a step that cannot be undone is closed')
    assert.ok(Number(await third.page.evaluate('Date.now()')) > 1e12)
  }
  server.close()
})

/** Stores something in each kind of storage that a page has. */
const leave = `new Promise((left, failed) => {
  document.cookie = 'left=1'
  sessionStorage.left = localStorage.left = '1'
  const request = indexedDB.open('left')
  request.onerror = failed
  request.onsuccess = () => left(request.result.close())
})`
const find = `(async () => [
  document.cookie, sessionStorage.length, localStorage.length, (await indexedDB.databases()).length,
  await (await fetch('/asked')).text(),
])()`

const serve = async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(request.url === '/' ? page : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const page = `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><p id="outcome"></p>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></main><script>
setTimeout(() => { throw new Error('thrown on purpose') })
Promise.allSettled([fetch('https://example.com/'), fetch('http://192.0.2.1/')]).then((all) => {
  document.querySelector('#outcome').textContent = all.map(({ status }) => status).join()
})
</script></html>`
