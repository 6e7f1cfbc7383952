import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { guideNames, writtenOrigin } from '../../server/reference/docs/guides.ts'
import { adminOf } from '../harness/admin.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { startChromium, type TestBrowser, type TestPage, whyNoChromium } from '../harness/chromium.ts'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { buildConsole } from '../harness/console.ts'
import { codeBlocks } from '../harness/doc-examples.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const skip = whyNoChromium() ?? false
const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** What a reader of the guides may paste into a page: each example, by the place where it is. */
const examples = [
  ...guideNames.flatMap((name) =>
    codeBlocks(read(`docs/guides/${name}.md`))
      .filter(({ language }) => language === 'html')
      .map(({ text }, at) => [`${name}, example ${at + 1}`, text] as const),
  ),
  ['examples/gallery.html', read('examples/gallery.html')] as const,
]
/** Elements of an example that the page itself must load. */
const galleryScript = `<script src="${writtenOrigin}/embed/gallery.js"></script>`

let app: TestApp
let admin: Awaited<ReturnType<typeof adminOf>>
let store: string
let browser: TestBrowser
let pages: Awaited<ReturnType<typeof startPages>>

before(async () => {
  if (skip) return
  buildConsole()
  app = await testApp()
  store = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  admin = await adminOf(app)
  await publish('Biscuit & Crumb', { birthDate: '2019-01-31' })
  await publish('Pip')
  ;[pages, browser] = await Promise.all([startPages(), startChromium()])
})

after(async () => {
  await browser?.close()
  await pages?.close()
  await app?.close()
})

const publish = async (name: string, profile: object = {}): Promise<void> => {
  const { id } = (await admin.post('/v1/pets', { name, categoryId: 7 })).json()
  const { statusCode, body } = await app.inject({
    method: 'PUT',
    url: `/v1/pets/${id}/profile`,
    headers: { ...admin.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ published: true, species: 'dog', ...profile }),
  })
  assert.equal(statusCode, 200, body)
}

/** The web site of a shelter, which serves each example as a page, with a key for that site. */
const startPages = async () => {
  const served = new Map([['/gallery.css', read('examples/gallery.css')]])
  const server = createServer(({ url = '' }, response) => {
    const type = url.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8'
    response.writeHead(served.has(url) ? 200 : 404, { 'content-type': type })
    response.end(served.get(url))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `/v1/accounts/${admin.accountId}/keys`
  const request = { name: 'page', kind: 'publishable', allowedOrigins: [origin] }
  const { key } = (await admin.post(url, request)).json()
  return {
    origin,
    add(text: string): string {
      const path = `/${served.size}`
      const isWhole = text.includes('embed/gallery.js') || !text.includes('adoption-gallery')
      const html = `${isWhole ? '' : galleryScript}${text}`
      const ours = html.replaceAll(writtenOrigin, store).replace(/aas_pub_live_[.\w]+/g, key)
      served.set(path, /<html/i.test(ours) ? ours : `<!doctype html><title>Ours</title>${ours}`)
      return path
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** With the text of a gallery, which is in a shadow root. */
const textOf = async (page: TestPage['page']): Promise<string> =>
  (await page.locator('body, [part=gallery]').allInnerTexts()).join('\n')

/** Everything that visitors see is made of the values of animals, not of objects or missing values. */
const assertReadable = async (page: TestPage['page']): Promise<void> => {
  const text = await textOf(page)
  assert.match(text, /Biscuit & Crumb/)
  assert.doesNotMatch(text, /\[object|undefined|null|NaN|cannot be shown|Invalid/)
}

/** Clicks each link that is visible. It must lead to a page of the store that names an animal. */
const followLinks = async ({ page, context }: TestPage): Promise<string[]> => {
  const links = page.locator('a[href]:visible')
  const count = await links.count()
  const followed: string[] = []
  for (let at = 0; at < count; at += 1) {
    const link = links.nth(at)
    const opensPage = (await link.getAttribute('target')) === '_blank'
    const before = page.url()
    const opened = opensPage ? context.waitForEvent('page') : Promise.resolve(page)
    await link.click()
    const target = await opened
    await target.waitForURL((url) => url.origin === store)
    const { status, type } = await target.evaluate<{ status: number; type: string }>(
      `({ status: performance.getEntriesByType('navigation')[0].responseStatus, type: document.contentType })`,
    )
    assert.deepEqual({ status, type }, { status: 200, type: 'text/html' }, target.url())
    assert.match(await target.locator('body').innerText(), /Biscuit & Crumb|Pip/)
    followed.push(new URL(target.url()).pathname)
    if (opensPage) await target.close()
    else await page.goto(before)
    await page.getByText('Biscuit & Crumb').first().waitFor()
  }
  return followed
}

for (const [name, text] of examples) {
  test(`${name} shows the animals, and its links lead to their pages`, { skip }, async () => {
    await using opened = await browser.openPage({ address: pages.origin, path: pages.add(text) })
    const { page } = opened
    await page.getByText('Biscuit & Crumb').first().waitFor()
    await assertReadable(page)
    if (!text.includes('adoption-gallery')) {
      assert.match(await page.locator('body').innerText(), /Pip Apply\nBiscuit & Crumb, \d+ years? Apply/)
      const followed = await followLinks(opened)
      assert.deepEqual(followed.toSorted(), [
        '/adopt/1-biscuit-crumb',
        '/adopt/1-biscuit-crumb/apply',
        '/adopt/2-pip',
        '/adopt/2-pip/apply',
      ])
      return
    }
    await page.getByRole('button', { name: 'Biscuit & Crumb' }).click()
    const dialog = page.getByRole('dialog', { name: 'Biscuit & Crumb' })
    await dialog.waitFor()
    await assertReadable(page)
    const followed = await followLinks(opened)
    assert.ok(followed.includes('/adopt/1-biscuit-crumb/apply'), String(followed))
  })
}

test('the page of the server in show-animals shows the animals, and its links lead to their pages', {
  skip,
}, async () => {
  const { key } = await app.createKey('free', { scopes: ['listings:read'] })
  const port = await freePort()
  using folder = temporaryFolder()
  const program = codeBlocks(read('docs/guides/show-animals.md')).find(({ language }) => language === 'js')
  const text = program?.text.replaceAll(writtenOrigin, store) ?? ''
  writeFileSync(join(folder.path, 'page.mjs'), text)
  const env = { ...basicEnvironment, SERVER_KEY: key, PORT: String(port) }
  const child = spawn(process.execPath, ['page.mjs'], { cwd: folder.path, env, stdio: 'inherit' })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  const address = `http://localhost:${port}`
  await eventually('the server serves', () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  {
    await using opened = await browser.openPage({ address, path: '/' })
    await assertReadable(opened.page)
    const followed = await followLinks(opened)
    assert.deepEqual(followed.toSorted(), ['/adopt/1-biscuit-crumb', '/adopt/2-pip'])
  }
  child.kill()
  await once(child, 'exit')
})
