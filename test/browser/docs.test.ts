import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { guideNames } from '../../server/docs/guides.ts'
import {
  startChromium,
  type TestBrowser,
  type TestPage,
  whyNoChromium,
} from '../harness/chromium.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

type Operation = {
  summary: string
  tags: string[]
  deprecated?: boolean
  'x-stability'?: string
  'x-hideTryItPanel'?: boolean
  'x-deprecated-sunset'?: string
}
const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const operations = Object.entries(
  document.paths as Record<string, Record<string, Operation>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    anchor: `tag/${operation.tags[0]?.toLowerCase()}/${method.toUpperCase()}${path}`,
  })),
)
const hiddenOnes = operations.filter((operation) => operation['x-hideTryItPanel'])

const skip = whyNoChromium() ?? false
const key = newKey()
const staging = 'http://staging.test'
const hostileName = '<img src=x onerror=document.title=1>'
let server: Server
let browser: TestBrowser
// The page of the reference takes seconds to load: two do for all tests of it on a desk.
/** Light; for the tests that only read and leave nothing behind. */
let reading: TestPage
/** Dark, at the list of animals; for those that send requests. */
let writing: TestPage
const folder = temporaryFolder()

before(async () => {
  if (skip) return
  const settings = { BOOTSTRAP_KEY: key, STAGING_URL: staging }
  const started = startServer({ folder: folder.path, settings })
  ;[server, browser] = await Promise.all([started, startChromium()])
  const body = JSON.stringify({ name: hostileName, categoryId: 7 })
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const { status } = await server.fetch('/v1/pets', { method: 'POST', body, headers })
  assert.equal(status, 201)
  reading = await open('/docs')
  writing = await open('/docs#tag/animals/GET/pets', { colorScheme: 'dark' })
})

after(async () => {
  await browser?.close()
  await server?.stop()
  folder.remove()
})

const open = async (
  path: string,
  options: { colorScheme?: 'light' | 'dark'; isPhone?: boolean } = {},
) => {
  const { colorScheme = 'light', isPhone = false } = options
  const size = isPhone ? { width: 390, height: 844, isMobile: true } : {}
  const opened = await browser.openPage({ address: server.address, path, colorScheme, ...size })
  if (/^\/docs(#|$)/.test(path)) await opened.page.waitForSelector('#docs .section')
  return opened
}

/** Nothing but this server was asked for anything, and nothing went wrong. */
const assertClean = ({ consoleErrors, foreignRequests }: TestPage) => {
  assert.deepEqual(foreignRequests, [])
  assert.deepEqual(consoleErrors, [])
}

/** Scalar draws an operation when it comes near the window. */
const sectionOf = async ({ page }: TestPage, anchor: string) => {
  const section = page.locator(`[id="api-1/${anchor}"]`)
  await section.scrollIntoViewIfNeeded()
  await section.locator('.request-card').waitFor()
  return section
}

type Drawn = { anchor: string; buttons: number; stability: string[]; sunset: string[] }

/** The first of each group and of each kind; test/torture/docs.torture.ts has all of them drawn, which takes long. */
const chosen = process.env.TORTURE ? operations : [...firstOfEach(operations)]

function firstOfEach(all: typeof operations) {
  const kindOf = (one: Operation) =>
    JSON.stringify([one['x-hideTryItPanel'], one['x-stability'], one['x-deprecated-sunset']])
  const firstBy = (key: (one: Operation) => unknown) =>
    [...Map.groupBy(all, key).values()].flatMap((group) => group.slice(0, 1))
  return new Set([...firstBy(({ tags }) => tags[0]), ...firstBy(kindOf)])
}

/** Goes through the page as a reader does, each operation into view, and tells what is drawn of it. */
const readThrough = async ({ page }: TestPage): Promise<Drawn[]> => {
  const anchors = JSON.stringify(chosen.map(({ anchor }) => anchor))
  return page.evaluate(`(async () => {
    const drawn = []
    const nextFrame = () => new Promise(requestAnimationFrame)
    const textsOf = (section, name) =>
      [...section.querySelectorAll(name)].map((mark) => mark.innerText.toLowerCase())
    for (const anchor of ${anchors}) {
      const section = document.getElementById('api-1/' + anchor)
      section.scrollIntoView()
      while (!section.querySelector('.request-card')) await nextFrame()
      await nextFrame()
      drawn.push({
        anchor,
        buttons: section.querySelectorAll('.show-api-client-button').length,
        stability: textsOf(section, 'operation-stability'),
        sunset: textsOf(section, 'operation-sunset'),
      })
    }
    return drawn
  })()`)
}

test('the navigation has the guides, then the groups Pets and Store with every operation', {
  skip,
}, async () => {
  const opened = reading
  const { page } = opened
  const links = await page
    .locator('aside .guides a')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')))
  assert.deepEqual(
    links,
    guideNames.map((name) => `/docs/guides/${name}`),
  )
  const groups = await page.locator('aside .group\\/sidebar-section > .font-bold').allInnerTexts()
  assert.deepEqual(groups.map((text) => text.trim()).slice(0, 2), ['Pets', 'Store'])
  for (const { anchor } of operations) {
    assert.equal(await page.locator(`aside a[href="#${anchor}"]`).count(), 1, anchor)
  }
})

test('samples are to be had in curl, TypeScript and Python', { skip }, async () => {
  const opened = reading
  const section = await sectionOf(opened, 'tag/animals/GET/pets')
  const card = section.locator('.request-card')
  await assertShows(card, `curl '${server.address}/v1/pets?status=available&limit=20'`)
  const code = {
    TypeScript: "from '@adoption-store/client'",
    Python: 'requests.get(',
    // As it was: other tests read the same page.
    curl: "curl '",
  }
  for (const [language, expected] of Object.entries(code)) {
    await card.getByRole('button', { name: /^(curl|TypeScript|Python)$/ }).click()
    await opened.page.getByRole('option', { name: language }).click()
    await assertShows(card, expected)
  }
})

test('parameters show the values that they can have', { skip }, async () => {
  const section = await sectionOf(reading, 'tag/animals/GET/pets')
  const text = (await section.innerText()).replace(/\s+/g, ' ')
  for (const values of [/available.*pending.*sold/, /-id/]) assert.match(text, values)
})

type Locator = ReturnType<TestPage['page']['locator']>

const assertShows = async (place: Locator, text: string) => {
  await place.getByText(text).first().waitFor()
}

/** The live panel of an operation, with the key in it. */
const openPanel = async (opened: TestPage, anchor: string) => {
  const section = await sectionOf(opened, anchor)
  await section.getByRole('button', { name: /Test Request/ }).click()
  const panel = opened.page.getByRole('dialog')
  await panel.getByPlaceholder('Token').fill(key)
  return panel
}

const closePanel = async ({ page }: TestPage) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

const send = async (opened: TestPage, panel: Locator): Promise<number> => {
  const answered = opened.page.waitForResponse((response) => response.url().includes('/v1/'))
  await panel.getByRole('button', { name: /^Send/ }).first().click()
  return (await answered).status()
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`with a pasted key the live panel lists animals and shows the limits; names are text, and axe finds nothing serious (${colorScheme})`, {
    skip,
  }, async () => {
    const opened = colorScheme === 'light' ? reading : writing
    await sectionOf(opened, 'tag/animals/GET/pets')
    await opened.screenshot(`docs-operation-${colorScheme}`)
    assert.deepEqual(await opened.axe(), [])
    const panel = await openPanel(opened, 'tag/animals/GET/pets')
    assert.equal(await send(opened, panel), 200)
    await assertShows(panel, hostileName)
    await assertShows(panel, 'Response Headers')
    for (const name of [
      ...['x-ratelimit-limit', 'x-ratelimit-remaining'],
      ...['x-ratelimit-reset', 'ratelimit'],
    ]) {
      await panel.getByText(new RegExp(`^${name}$`, 'i')).click({ trial: true })
    }
    await opened.screenshot(`docs-live-panel-${colorScheme}`)
    assert.deepEqual(await opened.axe({ include: ['[role="dialog"]'] }), [])
    assert.equal(await opened.page.locator('img[src="x"]').count(), 0)
    assert.doesNotMatch(await opened.page.title(), /^1$/)
    assertClean(opened)
    await closePanel(opened)
  })
}

test('it adds an animal; the key is in no address and kept nowhere', { skip }, async () => {
  const opened = writing
  const asked: string[] = []
  opened.page.on('request', (request) => asked.push(request.url()))
  const panel = await openPanel(opened, 'tag/animals/POST/pets')
  assert.equal(await send(opened, panel), 201)
  await assertShows(panel, 'Biscuit')
  await panel.getByText(/^x-ratelimit-remaining$/i).waitFor()
  const listed = await server.fetch('/v1/pets?name=biscuit', { headers: bearer(key) })
  assert.equal(listed.json().length, 1)
  assert.deepEqual(
    asked.filter((url) => url.includes(key)),
    [],
  )
  assert.ok(!opened.page.url().includes(key))
  const kept = await opened.page.evaluate(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases(),
  ]))()`)
  assert.ok(!String(kept).includes(key))
  assert.match(String(kept), /,"",\[\]\]$/)
  await opened.page.reload()
  const again = await sectionOf(opened, 'tag/animals/POST/pets')
  await again.getByRole('button', { name: /Test Request/ }).click()
  assert.equal(await opened.page.getByRole('dialog').getByPlaceholder('Token').innerText(), '')
  assertClean(opened)
  await closePanel(opened)
})

test('production and staging are there to choose from, each with its address, and the plans as a table', {
  skip,
}, async () => {
  const opened = writing
  const { page } = opened
  assert.match(await page.locator('#docs table').first().innerText(), /Business\s+1,000\s+100,000/)
  // Above the panel that was open, which has it too.
  await page
    .getByRole('button', { name: `${server.address}/v1` })
    .first()
    .click()
  const choices = await page.getByRole('option').allInnerTexts()
  assert.deepEqual(
    choices.map((text) => text.trim()),
    [`${server.address}/v1`, `${staging}/v1`],
  )
  await page.getByRole('option').nth(1).click()
  await page.getByText('Staging', { exact: true }).waitFor()
  // The same again: it stays chosen.
  await page
    .getByRole('button', { name: `${staging}/v1` })
    .first()
    .click()
  await page.getByRole('option').nth(1).click()
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  await page.getByText('Staging', { exact: true }).waitFor()
  const panel = await openPanel(opened, 'tag/animals/GET/pets')
  const asked = page.waitForRequest((request) => request.url().includes('/v1/'))
  await panel.getByRole('button', { name: /^Send/ }).first().click()
  assert.equal(new URL((await asked).url()).origin, staging, 'and it is where requests go to')
})

test('on a phone the menu has the guides, and nothing is wider than the screen', {
  skip,
}, async () => {
  await using opened = await open('/docs', { isPhone: true, colorScheme: 'dark' })
  const { page } = opened
  await opened.screenshot('docs-phone')
  await page.getByRole('button', { name: 'Open Menu' }).click()
  await page.locator('aside .guides a:visible').first().waitFor()
  await opened.screenshot('docs-phone-menu')
  assert.ok(await fitsScreen(opened))
  await page.locator('aside .guides a:visible').first().click()
  await page.waitForURL('**/docs/guides/first-request')
  assert.ok(await fitsScreen(opened))
  await page.getByRole('button', { name: 'Menu' }).click()
  await opened.screenshot('guide-phone-menu')
  await page.getByRole('link', { name: 'Paging' }).first().click()
  await page.waitForURL('**/docs/guides/paging')
  await opened.screenshot('guide-phone')
  assert.ok(await fitsScreen(opened))
  assertClean(opened)
})

const fitsScreen = ({ page }: TestPage): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth')

test('every guide opens, every link in it leads somewhere, and axe finds nothing serious', {
  skip,
}, async () => {
  await using opened = await open(`/docs/guides/${guideNames[0]}`)
  const { page } = opened
  const links = new Set<string>()
  for (const name of guideNames) {
    await page.goto(`${server.address}/docs/guides/${name}`)
    assert.ok(await page.locator('h1').innerText())
    assert.equal(await page.locator('nav [aria-current]').count(), 1)
    assert.deepEqual(await opened.axe(), [], name)
    await opened.screenshot(`guide-${name}`)
    const found = await page
      .locator('a')
      .evaluateAll((all) => all.map((link) => String(link.getAttribute('href'))))
    for (const href of found) links.add(new URL(href, page.url()).href)
  }
  assertClean(opened)
  const own = [...links].filter((url) => url.startsWith(server.address))
  assert.deepEqual(
    [...links].filter((url) => !own.includes(url)),
    [
      'https://www.npmjs.com/package/@petfinder/petfinder-js',
      'https://www.standardwebhooks.com/',
      'https://www.w3.org/TR/webauthn-3/',
    ],
  )
  const anchors = own
    .filter((url) => new URL(url).pathname === '/docs')
    .map((url) => decodeURI(new URL(url).hash))
  for (const anchor of anchors.filter((hash) => hash !== '')) {
    assert.equal(await reading.page.locator(`aside a[href="${anchor}"]`).count(), 1, anchor)
  }
  for (const url of new Set(own.map((each) => each.split('#')[0] ?? ''))) {
    const { status } = await server.fetch(url.slice(server.address.length))
    assert.equal(status, 200, url)
  }
})

test('a guide copies the commands it shows, and takes the colours chosen in the reference', {
  skip,
}, async () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] }
  await using opened = await browser.openPage({
    address: server.address,
    path: '/docs/guides/paging',
    context,
  })
  const { page } = opened
  await page.getByRole('button', { name: 'Copy' }).first().click()
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  assert.match(copied, /^curl -o/)
  assert.doesNotMatch(copied, /^\$|HTTP\/1\.1/m)
  await page.evaluate(`localStorage.setItem('colorMode', 'dark')`)
  await page.reload()
  assert.equal(
    await page.evaluate('getComputedStyle(document.body).backgroundColor'),
    'rgb(15, 15, 15)',
  )
  assert.deepEqual(await opened.axe(), [])
  await opened.screenshot('guide-dark')
})

// Last: with every operation drawn the page is slow.
test('an operation has a test button unless its live panel is off, and badges tell what is not stable', {
  skip,
}, async () => {
  const opened = reading
  assert.ok(hiddenOnes.some(({ anchor }) => anchor === 'tag/store/GET/store/orders'))
  const expected = chosen.map((operation) => ({
    anchor: operation.anchor,
    buttons: operation['x-hideTryItPanel'] ? 0 : 1,
    stability: operation['x-stability'] ? [operation['x-stability']] : [],
    sunset: operation['x-deprecated-sunset'] ? ['removed on 5 december 2030'] : [],
  }))
  assert.deepEqual(await readThrough(opened), expected)
  const hidden = await sectionOf(opened, 'tag/store/GET/store/orders')
  assert.equal(await hidden.getByText('Test Request').count(), 0)
  assert.equal(await hidden.getByText("curl '").count(), 1, 'what else there is of it stays')
  await opened.screenshot('docs-panel-off')
  assertClean(opened)
})
