import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { writtenOrigin } from '../../server/reference/docs/guides.ts'
import { adminOf } from '../harness/admin.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { type PageOptions, startChromium, type TestBrowser, type TestPage, whyNoChromium } from '../harness/chromium.ts'
import { buildConsole } from '../harness/console.ts'
import { assertClean } from '../harness/console-page.ts'
import { codeBlocks } from '../harness/doc-examples.ts'
import { type EmbeddingPage, startEmbeddingPage } from '../harness/embedding-page.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'

const skip = whyNoChromium() ?? false
let app: TestApp
let admin: Awaited<ReturnType<typeof adminOf>>
let browser: TestBrowser
let site: EmbeddingPage
let store: string
let key: string

const hostileName = '<img src=x onerror="window.taken=1">'
const hostileText = `**Bold** <script>window.taken=1</script> [here](javascript:window.taken=1) [there](https://a.example/)

- one
- <svg onload="window.taken=1">`

before(async () => {
  if (skip) return
  buildConsole()
  app = await testApp()
  store = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  ;[site, browser, admin] = await Promise.all([startEmbeddingPage(store), startChromium(), adminOf(app)])
  key = await publishableKey()
  await publish('Biscuit', {
    sex: 'male',
    size: 'small',
    goodWith: { children: true, dogs: false },
  })
  for (let at = 0; at < 13; at += 1) await publish(`Cat ${at}`, { species: 'cat', size: 'large' })
  await publish('Draft', { published: false, microchip: '276098106012345' })
  const hostile = { description: hostileText, microchip: '276098106054321', tags: [hostileName] }
  const id = await publish(hostileName, { ...hostile, breeds: { primary: hostileName } })
  for (const side of [400, 300]) {
    const photo = await jpeg(side, 300)
    await admin.post(`/v1/pets/${id}/photos`, photo, { 'content-type': 'image/jpeg' })
  }
  const elsewhere = { ...app.key, 'content-type': 'application/json' }
  await publish('Stranger', {}, elsewhere)
})

after(async () => {
  await browser?.close()
  await site?.close()
  await app?.close()
})

const publishableKey = async (more: object = {}): Promise<string> => {
  const url = `/v1/accounts/${admin.accountId}/keys`
  const request = { name: 'page', kind: 'publishable', allowedOrigins: [site.origin], ...more }
  return (await admin.post(url, request)).json().key
}

const publish = async (name: string, profile: object, headers = admin.headers) => {
  app.clock.advance(1_000)
  const { id } = (await admin.post('/v1/pets', { name, categoryId: 1 }, headers)).json()
  const url = `/v1/pets/${id}/profile`
  const body = JSON.stringify({ species: 'dog', published: true, ...profile })
  const json = { ...headers, 'content-type': 'application/json' }
  const { statusCode, body: answer } = await app.inject({
    method: 'PUT',
    url,
    headers: json,
    payload: body,
  })
  assert.equal(statusCode, 200, answer)
  return id as number
}

type Options = { inside?: string } & Partial<PageOptions>
const open = (attributes: Record<string, string> = {}, { inside = '', ...options }: Options = {}) =>
  browser.openPage({
    address: site.origin,
    path: site.add({ 'api-key': key, ...attributes }, inside),
    ...options,
  })

type Page = TestPage['page']
const cards = (page: Page) => page.getByRole('list', { name: 'Animals' }).getByRole('button')
const names = (page: Page) => cards(page).allInnerTexts()
const shows = (page: Page, count: number) =>
  eventually(`${count} animals`, async () => (await cards(page).count()) === count)
/** Returns the focused element inside the gallery. */
const focused = (page: Page) =>
  page.evaluate<string>(`document.querySelector('adoption-gallery').shadowRoot.activeElement?.textContent ?? ''`)
const tabTo = async (page: Page, text: string) => {
  for (let at = 0; at < 40 && (await focused(page)) !== text; at += 1) await page.keyboard.press('Tab')
  assert.equal(await focused(page), text)
}

test('a page of another origin shows its animals, by keyboard, under a policy that allows only the store', {
  skip,
}, async () => {
  await using opened = await open()
  const { page, foreignRequests } = opened
  const bodies: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/v1/')) bodies.push(await response.text().catch(() => ''))
  })
  await shows(page, 12)
  assert.equal((await names(page))[0], hostileName, 'the newest first, its name a text')
  await page.getByText('15 animals').waitFor()

  await tabTo(page, hostileName)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: hostileName })
  assert.equal(await focused(page), hostileName, 'the heading of the dialog')
  await dialog.getByText('Photo 1 of 2').waitFor({ state: 'attached' })
  const photo = dialog.getByRole('img', { name: hostileName })
  await eventually('the photo is there', () => photo.evaluate((one) => Reflect.get(one, 'naturalWidth') > 0))
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('Photo 2 of 2').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('Photo 1 of 2').waitFor({ state: 'attached' })
  await dialog.getByText('<script>window.taken=1</script>').waitFor()
  assert.equal(await dialog.getByRole('link', { name: 'here', exact: true }).count(), 0)
  const link = dialog.getByRole('link', { name: 'there' })
  assert.deepEqual(
    [await link.getAttribute('href'), await link.getAttribute('rel')],
    ['https://a.example/', 'noreferrer nofollow ugc'],
  )
  const apply = dialog.getByRole('link', { name: 'Apply to adopt' })
  assert.match(String(await apply.getAttribute('href')), new RegExp(`^${store}/adopt/\\d+-[^/]+/apply$`))
  for (let at = 0; at < 12; at += 1) {
    await page.keyboard.press('Tab')
    assert.ok(await page.evaluate(`!document.hasFocus() || !!${inDialog}`), 'the focus stays inside')
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await focused(page), hostileName, 'the focus is back')

  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.evaluate(`(async () => {
    const { shadowRoot } = document.querySelector('adoption-gallery')
    const dialog = shadowRoot.querySelector('dialog')
    const closed = new Promise((resolve) => dialog.addEventListener('close', resolve))
    dialog.close()
    shadowRoot.activeElement.click()
    await closed
  })()`)
  assert.equal(await focused(page), hostileName, 'it reopens before its close event')
  await dialog.waitFor()
  const left = await page.evaluate<string>(`(async () => {
    const { shadowRoot } = document.querySelector('adoption-gallery')
    shadowRoot.querySelector('dialog').close()
    shadowRoot.querySelector('[part=foot] button').focus()
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
    return shadowRoot.activeElement.textContent
  })()`)
  assert.equal(left, 'Show more', 'a user who continues at once stays there')
  await page.keyboard.press('Enter')
  await shows(page, 15)
  await eventually('the first new one has the focus', async () => /^Cat|Biscuit/.test(await focused(page)))
  const all = await names(page)
  assert.equal(new Set(all).size, 15)
  assert.ok(!all.includes('Draft') && !all.includes('Stranger'))

  assert.equal(await page.evaluate('window.taken'), undefined)
  assert.equal(await page.locator('img[src="x"], svg[onload], script:not([src])').count(), 0)
  for (const url of foreignRequests) {
    assert.match(
      url.slice(store.length),
      /^\/(v1\/listings[/?]|v1\/listings\/facets|media\/|embed\/gallery\.(js$|en\.json))/,
    )
  }
  assert.ok(bodies.length >= 3)
  assert.doesNotMatch(bodies.join(), /microchip|externalId|intakeDate|27609810|Draft|customer/)
  assert.deepEqual(opened.consoleErrors, [])
})

test('the button to apply leads to the form of the store', { skip }, async () => {
  await using opened = await open({ species: 'dog' })
  const { page, context } = opened
  await shows(page, 2)
  await page.getByRole('button', { name: 'Biscuit' }).click()
  const leaves = context.waitForEvent('page')
  await page.getByRole('dialog').getByRole('link', { name: 'Apply to adopt' }).click()
  const form = await leaves
  await form.getByRole('heading', { name: 'Apply to adopt Biscuit' }).waitFor()
  assert.equal(new URL(form.url()).origin, store)
  assert.match(form.url(), /\/adopt\/\d+-biscuit\/apply$/)
})

const inDialog = `document.querySelector('adoption-gallery').shadowRoot.activeElement?.closest('dialog')`

test('filters narrow the list and say how many there are; what was seen is not asked for again', {
  skip,
}, async () => {
  await using opened = await open()
  const { page } = opened
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.getByRole('button', { name: 'Dogs 2' }).click()
  await shows(page, 2)
  await page.getByText('2 animals').waitFor()
  const size = page.getByLabel('Size')
  await eventually('counts', async () => (await size.innerText()).includes('Small (1)'))
  await size.focus()
  await size.selectOption('small')
  await shows(page, 1)
  assert.deepEqual(await names(page), ['Biscuit'])
  await page.getByText('1 animal', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Good with children' }).click()
  await shows(page, 1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await shows(page, 12)
  await page.getByText('15 animals').waitFor()
  const before = asked.length
  await page.getByRole('button', { name: 'Dogs 2' }).click()
  await shows(page, 2)
  assert.equal(asked.length, before)
  assert.deepEqual(opened.consoleErrors, [])
})

test('the filters of the page limit what visitors can choose', { skip }, async () => {
  const inside = '<script type="application/json">{"count.other":"{n} Tiere","all":"Alle","close":7}</script>'
  const attributes = {
    species: 'cat, rabbit',
    limit: '5',
    sort: 'name',
    'good-with': '',
  }
  const { 'good-with': _, ...some } = attributes
  await using opened = await open({ ...some, filters: 'species size search' }, { inside })
  const { page } = opened
  await shows(page, 5)
  await page.getByText('13 Tiere').waitFor()
  assert.deepEqual(await names(page), ['Cat 0', 'Cat 1', 'Cat 10', 'Cat 11', 'Cat 12'])
  assert.equal(await page.getByRole('button', { name: 'Dogs' }).count(), 0)
  assert.equal(await page.getByLabel('Age').count(), 0)
  await page.getByLabel('Search animals').fill('cat 12')
  await page.keyboard.press('Enter')
  await shows(page, 1)

  await using everybody = await open({ organization: 'all', limit: '100' })
  await shows(everybody.page, 16)
  assert.ok((await names(everybody.page)).includes('Stranger'))
  await using nobody = await open({ species: 'fish' }, { inside: '<p slot="empty">Ask us.</p>' })
  await nobody.page.getByText('Ask us.').waitFor()
  assert.equal(await nobody.page.getByLabel('Filters').count(), 0)
  // Attributes are sent as parameter values, whatever they contain.
  await using hostile = await open({
    organization: 'all&status=sold#',
    tag: '"><script>window.taken=1</script>',
    q: '../../v1/pets?x=',
  })
  await hostile.page.getByText('organizationId.0').waitFor()
  assert.deepEqual(
    hostile.foreignRequests.filter((url) => !/\/(v1\/listings(\/facets)?\?|embed\/)/.test(url)),
    [],
  )
})

test('the page gets the reason why there are no animals, and a secret key is never sent', {
  skip,
}, async () => {
  const faults = [
    [{ 'api-key': admin.key }, /revoke it/, 0],
    [{ 'api-key': '' }, /must be a publishable key/, 0],
    [{ 'api-key': key, store: 'javascript:1' }, /attribute store/, 0],
    [{ 'api-key': `${key.slice(0, -4)}aaaa` }, /\(invalid_api_key\)/, 2],
    [{ 'api-key': await publishableKey({ allowedOrigins: ['https://a.example'] }) }, /\(origin_not_allowed\)/, 2],
    [{ 'api-key': key, limit: '0' }, /\(invalid_parameter\)/, 2],
  ] as const
  for (const [attributes, reason, requests] of faults) {
    await using opened = await open(attributes)
    await opened.page.getByText('The animals cannot be loaded right now.').waitFor()
    await opened.page.getByText(reason).waitFor()
    const asked = opened.foreignRequests.filter((url) => url.includes('/v1/'))
    assert.equal(asked.length, requests, String(reason))
  }
})

test('a rate-limited visitor waits as long as the store says, and the page continues by itself', {
  skip,
}, async () => {
  // The same visitor as in the previous tests.
  app.clock.advance(60_000)
  // Each visitor gets a tenth of it.
  const limited = await publishableKey({ perMinute: 20 })
  await using opened = await open({ 'api-key': limited })
  const { page, foreignRequests } = opened
  await shows(page, 12)
  await page.clock.install()
  const asked = () => foreignRequests.filter((url) => url.includes('/v1/')).length
  const before = asked()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('Too many visitors right now.').waitFor()
  await page.getByText(/Trying again in \d+ seconds?\./).waitFor()
  assert.equal(await cards(page).count(), 12, 'the content stays')
  // Whatever the visitor does meanwhile, no request is sent.
  await page.getByRole('button', { name: 'Dogs 2' }).click()
  await page.clock.runFor(20_000)
  await page.getByText(/Trying again in/).waitFor()
  assert.equal(asked(), before + 1)
  app.clock.advance(60_000)
  await page.clock.runFor(45_000)
  await shows(page, 2)
  await page.getByText('Too many visitors').waitFor({ state: 'hidden' })
})

test('an offline visitor sees a message, and the page continues when the connection is back', {
  skip,
}, async () => {
  await using opened = await open()
  const { page, context } = opened
  await shows(page, 12)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Cats 13' }).click()
  await page.getByText('Please check your connection.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await context.setOffline(false)
  await page.getByText('13 animals').waitFor()
})

test('the layout does not shift while loading, and the page is accessible in light and dark, on a phone and a desktop', {
  skip,
}, async () => {
  const looks = [
    [375, 'light'],
    [1440, 'dark'],
    ...(process.env.TORTURE
      ? ([
          [375, 'dark'],
          [1440, 'light'],
        ] as const)
      : []),
  ] as const
  for (const [width, colorScheme] of looks) {
    await using opened = await open({}, { width, colorScheme })
    const { page } = opened
    await shows(page, 12)
    await page.getByText('15 animals').waitFor()
    const moved = await page.evaluate<number>(layoutShift)
    assert.equal(moved, 0, `${width} ${colorScheme}`)
    const isDark = await page.evaluate(
      `document.querySelector('adoption-gallery').shadowRoot.querySelector('.gallery').dataset.theme === 'dark'`,
    )
    assert.equal(isDark, colorScheme === 'dark')
    const looks = async (name: string) => {
      assert.deepEqual(await opened.axe(), [], name)
      const [wide = 0, screen = 0] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]')
      assert.ok(wide <= screen, `${name} is ${wide} wide`)
      await opened.screenshot(`gallery-${name}-${width}-${colorScheme}`)
    }
    await looks('list')
    await cards(page).first().click()
    await page.getByRole('dialog').waitFor()
    await looks('details')
    assertClean({ ...opened, foreignRequests: [] })
  }
})

const layoutShift = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value })
    .observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => setTimeout(() => resolve(sum), 100))
})`

test("the script of the guide show-animals lists animals as text on another site's page", {
  skip,
}, async () => {
  const guide = new URL('../../docs/guides/show-animals.md', import.meta.url)
  const [block] = codeBlocks(readFileSync(guide, 'utf8')).filter((one) => one.language === 'html')
  let markup = ''
  await using host = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(markup)
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const own = await publishableKey({ allowedOrigins: [origin] })
  markup = String(block?.text)
    .replaceAll(writtenOrigin, store)
    .replace('aas_pub_live_...', own)
    .replace('species=dog&', '')
  await using opened = await browser.openPage({ address: origin, path: '/' })
  const { page } = opened
  await page.locator('#animals li').first().waitFor()
  assert.ok((await page.locator('#animals').innerText()).includes(hostileName))
  assert.equal(await page.evaluate('window.taken'), undefined)
  markup = markup.replace(own, 'aas_pub_live_wrong')
  await page.reload()
  await page.getByText('Our animals cannot be shown at the moment.').waitFor()
})
