import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import sharp from 'sharp'
import { languages } from '../../server/platform/language.ts'
import { browserTests } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { bearer } from '../harness/keys.ts'
import { usualOf } from '../harness/rounds.ts'

const store = browserTests({ prepare: () => prepare(), settings: { PORTAL_PER_MINUTE: '100000' } })
const { skip, key } = store
let hostile: string

const names = {
  plain: 'Biscuit',
  markup: '<img src=x onerror=document.title=1>',
  rightToLeft: 'لولو\u202e gnirts',
  endless: 'W'.repeat(255),
}

const prepare = async () => {
  const profile = {
    published: true,
    species: 'dog',
    sex: 'female',
    birthDate: '2024-02-01',
    goodWith: { children: true, cats: false },
    vaccinated: true,
    fee: { amount: 22_000, currency: 'EUR' },
    tags: ['calm', 'x'.repeat(50)],
  }
  const story = '# Her story\n\nShe **greets** everyone.\n\n- a walk\n- [a link](https://paws.example)'
  const biscuit = await add(names.plain, { ...profile, description: story })
  // A browser does not count a blank picture as painted.
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const create = { width: 1_400, height: 1_000, channels: 3, background: '#888', noise } as const
  const file = await sharp({ create }).jpeg().toBuffer()
  await send('POST', `/v1/pets/${biscuit}/photos`, file, 'image/jpeg')
  hostile = await add(names.markup, { ...profile, description: 'W'.repeat(10_000) })
  const manyPhotos = await add(names.rightToLeft, profile)
  for (let photo = 0; photo < 8; photo += 1) {
    const background = `hsl(${photo * 45} 40% 60%)`
    const small = sharp({ create: { width: 600, height: 450, channels: 3, background } })
    await send('POST', `/v1/pets/${manyPhotos}/photos`, await small.png().toBuffer(), 'image/png')
  }
  await add(names.endless, { ...profile, species: 'cat', specialNeeds: 'W'.repeat(300) })
  await send('PUT', '/v1/accounts/1/organization', {
    name: 'Paws and Whiskers',
    email: 'hello@paws.example',
    address: { city: 'Berlin', postcode: '10247' },
    location: { lat: 52.5, lng: 13.4 },
  })
}

const send = async (method: string, path: string, body: object, type = 'application/json') => {
  const headers = { ...bearer(key), 'content-type': type }
  const payload = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
  const response = await store.server.fetch(path, { method, headers, body: payload })
  assert.ok(response.status < 300, `${path}: ${response.status}`)
  return response.json() as Promise<{ id: number }>
}

const add = async (name: string, profile: object): Promise<string> => {
  const { id } = await send('POST', '/v1/pets', { name, categoryId: 1 })
  await send('PUT', `/v1/pets/${id}/profile`, profile)
  return String(id)
}

const open = (path: string, colorScheme: 'light' | 'dark' = 'light', javaScriptEnabled = true) =>
  store.browser.openPage({
    address: store.server.address,
    path,
    colorScheme,
    width: 1_440,
    height: 900,
    context: { javaScriptEnabled },
  })

/** Measures the layout shift, and how much wider the page is than the window. */
const layoutOf = ({ page }: TestPage): Promise<{ shift: number; overflow: number }> =>
  page.evaluate(`new Promise((resolve) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    const { scrollWidth } = document.documentElement
    setTimeout(() => resolve({ shift, overflow: scrollWidth - innerWidth }), 200)
  })`)

test('every page is complete and accessible, on a phone and a desktop, in light and dark', {
  skip,
}, async () => {
  const paths = ['/', '/adopt?age=young&goodWith=children', '/adopt/1', `/adopt/${hostile}`]
  paths.push('/adopt/3', '/adopt/4', '/adopt/1-biscuit/card', '/no/such/page')
  for (const [colorScheme, width, height] of [
    ['light', 1_440, 900],
    ['dark', 375, 812],
  ] as const) {
    await using opened = await open('/robots.txt', colorScheme)
    const { page } = opened
    await page.setViewportSize({ width, height })
    for (const path of ['/adopt', ...paths]) {
      await page.goto(new URL(path, store.server.address).href)
      const about = `${path} ${colorScheme} ${width}`
      assert.deepEqual(await layoutOf(opened), { shift: 0, overflow: 0 }, about)
      assert.deepEqual(await opened.axe({ isStrict: true }), [], about)
      const name = path.replace(/\W+/g, '-').replace(/^-$/, '-home')
      await opened.screenshot(`site${name}-${colorScheme}-${width}`)
    }
    assert.notEqual(await page.title(), '1')
    assert.deepEqual(opened.foreignRequests, [])
    const missing = opened.consoleErrors.filter((text) => !/status of 404/.test(text))
    assert.deepEqual(missing, [])
  }
})

test('the start page has full rows of cards at every width', { skip }, async () => {
  await using opened = await open('/')
  const { page } = opened
  for (const width of [375, 720, 1024, 1180, 1440, 1720]) {
    await page.setViewportSize({ width, height: 900 })
    const rows = await page
      .locator('.grid.few')
      .first()
      .evaluate((grid) => {
        const found: number[][] = []
        const [card] = grid.children
        for (const count of [4, 8]) {
          grid.replaceChildren(...Array.from({ length: count }, () => card?.cloneNode(true) ?? ''))
          const shown = [...grid.children].filter((one) => one.getClientRects().length > 0)
          const tops = shown.map((one) => Math.round(one.getBoundingClientRect().top))
          found.push([...new Set(tops)].map((top) => tops.filter((one) => one === top).length))
        }
        return found
      })
    for (const counts of rows) assert.equal(new Set(counts).size, 1, `${width}: ${counts}`)
  }
})

test('no photo is alone in its row, however many there are', { skip }, async () => {
  await using opened = await open('/adopt/3')
  const { page } = opened
  await page.setViewportSize({ width: 1440, height: 900 })
  const rows = await page.locator('.shots').evaluate((shots) => {
    const found: [count: number, rows: number[]][] = []
    for (; shots.children.length > 1; shots.lastElementChild?.remove()) {
      const photos = [...shots.children]
      shots.classList.toggle('many', photos.length > 3)
      const tops = photos.map((photo) => Math.round(photo.getBoundingClientRect().top))
      const full = shots.getBoundingClientRect().right
      const ends = photos.filter((photo) => photo.getBoundingClientRect().right > full - 2)
      found.push([photos.length, [new Set(tops).size, ends.length]])
    }
    return found
  })
  assert.equal(rows[0]?.[0], 8)
  for (const [count, [lines, ends]] of rows) assert.equal(ends, lines, `${count} photos`)
})

test('on a phone the name is visible below any number of photos, and so is the selected species', {
  skip,
}, async () => {
  await using opened = await open('/adopt/3')
  const { page } = opened
  const [width, height] = [375, 812]
  await page.setViewportSize({ width, height })
  const boxOf = async (place: ReturnType<typeof page.locator>) => (await place.boundingBox()) ?? assert.fail()
  const name = await boxOf(page.getByRole('heading', { level: 1 }))
  assert.ok(name.y + name.height < height, `${name.y}`)
  const last = page.getByRole('link', { name: 'Photo 8 of' })
  await last.focus()
  const photo = await boxOf(last)
  assert.ok(photo.x >= 0 && photo.x + photo.width <= width, `${photo.x}`)
  await page.goto(`${store.server.address}/adopt?species=cat`)
  const chosen = await boxOf(page.locator('.pick [aria-current]'))
  assert.ok(chosen.x >= 0 && chosen.x + chosen.width <= width, `${chosen.x}`)
})

test('on a phone every header link is visible, and the apply button is below the filters', {
  skip,
}, async () => {
  await using opened = await open('/adopt')
  const { page } = opened
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(new URL('/adopt', store.server.address).href)
  const header = page.getByRole('banner').getByRole('link')
  for (const link of await header.all()) {
    const box = (await link.boundingBox()) ?? assert.fail()
    assert.ok(box.x >= 0 && box.x + box.width <= 375, (await link.textContent()) ?? '')
  }
  assert.ok((await header.count()) >= 4)
  await page.getByText('More filters').click()
  await page.getByLabel('Children').check()
  const last = (await page.locator('details fieldset').last().boundingBox()) ?? assert.fail()
  const button = page.locator('details').getByRole('button')
  const shown = (await button.boundingBox()) ?? assert.fail()
  assert.ok(shown.y >= last.y + last.height && shown.y < last.y + last.height + 100)
  await button.click()
  await page.waitForURL(/goodWith=children/)
})

test('without JavaScript, filters and pagination work by keyboard', { skip }, async () => {
  await using opened = await open('/adopt', 'light', false)
  const { page } = opened
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').innerText(), 'Skip to content')
  await page.locator('input[name=q]').focus()
  await page.keyboard.type('biscuit')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=biscuit/)
  assert.deepEqual(await page.locator('.card h3').allInnerTexts(), ['Biscuit'])
  await page.locator('.card a').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/adopt\/1-biscuit$/)
  assert.match(await page.locator('.prose').innerHTML(), /<strong>greets<\/strong>/)
  assert.match(String(await page.getByRole('link', { name: 'Ask' }).getAttribute('href')), /^mailto:hello@/)
  const facts = page.locator('.facts div')
  assert.equal(await facts.count(), 3)
  const [whole, half, last] = await Promise.all(
    [page.locator('.facts'), facts.nth(0), facts.nth(2)].map((one) => one.boundingBox()),
  )
  assert.ok(Number(half?.width) < Number(whole?.width) / 2)
  assert.equal(last?.width, whole?.width, 'alone in its line')
  const apply = page.getByRole('link', { name: 'Apply to adopt' })
  assert.equal(await apply.getAttribute('href'), '/adopt/1-biscuit/apply')
})

test('an animal’s page and its kennel card print on one sheet each, also in dark mode', {
  skip,
}, async () => {
  await using opened = await open('/adopt/1-biscuit', 'dark')
  const { page } = opened
  for (const path of ['/adopt/1-biscuit', '/adopt/1-biscuit/card']) {
    await page.goto(new URL(path, store.server.address).href)
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
    assert.equal(sheets?.length, 1, path)
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(new URL('/adopt/1-biscuit', store.server.address).href)
  const backgrounds = await page.evaluate(
    `['body', '.pill'].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)`,
  )
  assert.deepEqual(backgrounds, ['rgb(255, 255, 255)', 'rgb(227, 240, 234)'])
})

// `npm run torture` checks all languages; these have the longest words.
test('the pages are accessible and fit on a phone in other languages', { skip }, async () => {
  await using opened = await open('/robots.txt')
  const { page } = opened
  await page.setViewportSize({ width: 375, height: 812 })
  for (const language of usualOf(languages, (one) => one === 'de' || one === 'fr')) {
    for (const path of ['/', '/adopt', '/adopt/1-biscuit', '/adopt/1-biscuit/apply', '/no/such/page']) {
      await page.goto(new URL(`${path}?lang=${language}`, store.server.address).href)
      const about = `${path} ${language}`
      assert.equal((await layoutOf(opened)).overflow, 0, about)
      assert.deepEqual(await opened.axe({ isStrict: true }), [], about)
      await opened.screenshot(`site${path.replace(/\W+/g, '-')}-${language}`)
    }
  }
})

test('on a slow network, the largest paint comes within twice the time of a bare page with the same pictures', {
  skip,
}, async () => {
  let bare = ''
  await using beside = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(bare)
  }).listen(0, '127.0.0.1')
  await once(beside, 'listening')
  const bareAddress = `http://127.0.0.1:${(beside.address() as AddressInfo).port}/`

  const paintOf = async (url: string): Promise<number> => {
    await using opened = await open('/robots.txt')
    // A network so slow that it takes most of the time on any machine.
    const session = await opened.context.newCDPSession(opened.page)
    const slow = {
      offline: false,
      latency: 400,
      downloadThroughput: 1_000_000,
      uploadThroughput: -1,
    }
    await session.send('Network.emulateNetworkConditions', slow)
    await opened.page.goto(url)
    return await opened.page.evaluate(`new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const { element, startTime } = list.getEntries().at(-1)
        if (element?.tagName === 'IMG') resolve(startTime)
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })`)
  }
  for (const path of ['/adopt/1-biscuit', '/adopt']) {
    const url = store.server.address + path
    const pictures = [...(await (await fetch(url)).text()).matchAll(/<picture>.*?<\/picture>/gs)]
    bare = `<!doctype html><base href="${store.server.address}">${pictures.join('')}`
    const times = { bare: await paintOf(bareAddress), whole: await paintOf(url) }
    assert.ok(times.whole < times.bare * 2, `${path}: ${JSON.stringify(times)}`)
  }
})
