import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type TestApp, testApp } from '../harness/app.ts'
import { applicationsOf } from '../harness/applications.ts'
import { type PageOptions, startChromium, type TestBrowser, type TestPage, whyNoChromium } from '../harness/chromium.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { jpeg } from '../harness/images.ts'
import { mailServer } from '../harness/mail-server.ts'
import { TYPING_MS } from '../harness/visitor.ts'

const skip = whyNoChromium() ?? false
let app: TestApp
let mail: Awaited<ReturnType<typeof mailServer>>
let browser: TestBrowser
let address: string
let form: string

const markup = '<img src=x onerror=document.title=1>'
const rightToLeft = 'ليلى \u202eevil'
const questions = [
  { id: 'town', label: `Where do you live? ${markup}`, kind: 'text', required: true },
  {
    id: 'why',
    label: 'Why would you like to adopt?',
    kind: 'longText',
    help: markup,
    required: true,
  },
  { id: 'home', label: 'Your home', kind: 'choice', options: ['House', 'Flat'], required: true },
  { id: 'pace', label: 'Your pace', kind: 'choice', options: ['Calm', 'Lively', rightToLeft] },
  {
    id: 'region',
    label: 'Your region',
    kind: 'choice',
    required: true,
    options: Array.from({ length: 16 }, (_, at) => `Region ${at} ${markup}`),
  },
  { id: 'days', label: 'Days at home', kind: 'choices', options: ['Monday', 'Friday', 'Sunday'] },
  { id: 'garden', label: 'Do you have a garden?', kind: 'yesNo', required: true },
  { id: 'hours', label: 'Hours alone', kind: 'number' },
  { id: 'from', label: 'From when?', kind: 'date' },
  { id: 'vet', label: 'Email address of your vet', kind: 'email' },
  { id: 'mobile', label: 'Mobile number', kind: 'phone' },
]

before(async () => {
  if (skip) return
  mail = await mailServer()
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const settings = { SMTP_URL: mail.url, PUBLIC_URL: address, PORTAL_PER_MINUTE: '100000' }
  ;[app, browser] = await Promise.all([testApp({ settings }), startChromium()])
  await app.service.app.listen({ host: '127.0.0.1', port })
  const store = applicationsOf(app)
  const name = `Biscuit ${markup}`
  const { id } = (await app.post('/v1/pets', { name, categoryId: 1 })).json()
  const photo = await jpeg(900, 700)
  await app.post(`/v1/pets/${id}/photos`, photo, { 'content-type': 'image/jpeg' })
  await store.put(`/v1/pets/${id}/profile`, { species: 'dog', published: true })
  await store.put(`/v1/accounts/${app.accountId}/organization`, {
    name: 'Paws and Whiskers',
    email: 'hello@paws.example',
    phone: '+49 30 5550142',
    address: { city: 'Berlin', postcode: '10247' },
  })
  await store.addForm(questions)
  form = `/adopt/${id}`
})

after(async () => {
  await browser?.close()
  await app?.close()
  await mail?.close()
})

const open = (path: string, options: Partial<PageOptions> = {}) =>
  browser.openPage({
    address,
    path,
    width: 375,
    height: 812,
    context: { javaScriptEnabled: false },
    ...options,
  })

type Page = TestPage['page']

const focused = (page: Page) => page.evaluate<string>(`document.activeElement?.id ?? ''`)

/** Presses Tab until an element has the focus. */
const tabTo = async (page: Page, id: string) => {
  for (let at = 0; at < 60 && (await focused(page)) !== id; at += 1) await page.keyboard.press('Tab')
  assert.equal(await focused(page), id)
}
const typeInto = async (page: Page, id: string, text: string) => {
  await tabTo(page, id)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

test('without JavaScript, by keyboard and on a phone, every error is shown at its field and typed text is kept', {
  skip,
}, async () => {
  await using opened = await open(form)
  const { page } = opened
  await page.getByRole('link', { name: 'Apply to adopt' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Apply to adopt Biscuit' }).waitFor()
  await typeInto(page, 'email', 'ada at example')
  await typeInto(page, 'answer.why', `${markup}\n\n  ${rightToLeft}`)
  await tabTo(page, 'answer.days')
  await page.keyboard.press('Space')
  await typeInto(page, 'answer.hours', 'many')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Please check 7 answers.' }).waitFor()
  const summary = page.locator('.faults:focus')
  assert.match(await summary.innerText(), /^Please check 7 answers\./)
  const links = await page.locator('.faults a').all()
  assert.equal(links.length, 7)
  for (const link of links) {
    const id = String(await link.getAttribute('href')).slice(1)
    await link.focus()
    await page.keyboard.press('Enter')
    const field = page.locator(`[id="${id}"]`)
    await eventually(`${id} is reached`, async () => {
      const { y = -1, height = 0 } = (await field.boundingBox()) ?? {}
      return y >= 0 && y + height <= 812
    })
    // The next key continues from the focused element.
    if ((await field.getAttribute('type')) !== 'radio') assert.equal(await focused(page), id)
    const described = await page.locator(`[id="${id}-fault"]`).innerText()
    assert.match(described, /^Error:\s\S/)
  }
  assert.equal(await page.locator('[id="answer.why"]').inputValue(), `${markup}\n\n  ${rightToLeft}`)
  assert.equal(await page.locator('[id="answer.hours"]').inputValue(), 'many')
  assert.ok(await page.locator('[id="answer.days"]').isChecked())
  assert.ok((await overflow(page)) <= 0)

  await typeInto(page, 'name', `Ada ${rightToLeft} ${markup}`)
  await typeInto(page, 'email', 'ada@example.org')
  await typeInto(page, 'answer.town', markup)
  await typeInto(page, 'answer.why', markup)
  await tabTo(page, 'answer.home')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, 'answer.region')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, 'answer.garden')
  await page.keyboard.press('Space')
  await typeInto(page, 'answer.hours', '2,5')
  await typeInto(page, 'answer.from', '11112026')
  app.clock.advance(TYPING_MS)
  // After the last field, Tab reaches the button.
  await tabTo(page, 'answer.mobile')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your application has been sent.' }).waitFor()
  // Going back shows what was typed, and does not ask to send it again.
  await page.goBack()
  await page.getByRole('heading', { name: 'Please check 7 answers.' }).waitFor()
  assert.equal(await page.locator('[id="answer.hours"]').inputValue(), '2,5')
  await page.goForward()
  await page.getByRole('heading', { name: /^Your application for/ }).waitFor()
  await page.reload()
  const applications = (await app.get('/v1/applications')).json()
  assert.equal(applications.length, 1)
  const { answers } = (await app.get(`/v1/applications/${applications[0].id}`)).json()
  assert.deepEqual(answers, {
    town: markup,
    why: markup,
    home: 'Flat',
    region: `Region 1 ${markup}`,
    garden: true,
    days: ['Monday'],
    hours: 2.5,
    from: '2026-11-11',
  })
  assert.notEqual(await page.title(), '1')

  await page.getByRole('link', { name: 'Withdraw the application' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Withdraw your application for/ }).waitFor()
  await tabTo(page, 'withdraw')
  await page.keyboard.press('Enter')
  await page.getByText('This application has been withdrawn.').waitFor()
  assert.deepEqual(opened.foreignRequests, [])
})

test('two clicks send one application, and its mail contains no typed markup and links to the status page', {
  skip,
}, async () => {
  const sentBefore = mail.received.length
  await using opened = await open(`${form}/apply`, { width: 1_440, height: 900 })
  const { page } = opened
  await page.getByLabel('Your name').fill(`Eve ${markup}`)
  await page.getByLabel('Email address', { exact: true }).fill('eve@example.org')
  await page.getByLabel('Where do you live?').fill('x'.repeat(1_000))
  await page.getByLabel('Why would you like to adopt?').fill('😀'.repeat(10_000))
  await page.getByRole('radio', { name: 'House' }).check()
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByLabel('Your region').selectOption({ index: 3 })
  app.clock.advance(TYPING_MS)
  await page.getByRole('button', { name: 'Send application' }).dblclick()
  await page.getByRole('heading', { name: 'Your application has been sent.' }).waitFor()
  const url = page.url().replace(/\?.*/, '')
  assert.match(await page.locator('.sent').innerText(), /to eve@example\.org/)
  const { length } = (await app.get('/v1/applications?q=eve')).json()
  assert.equal(length, 1)
  const toEve = () => mail.received.slice(sentBefore).filter(({ to }) => to[0] === 'eve@example.org')
  await eventually('the mail is queued', () => toEve().length > 0)
  const raw = (toEve()[0]?.raw ?? '').replaceAll('=\r\n', '')
  assert.ok(raw.includes(url), 'the link')
  const [, html = ''] = raw.split('text/html')
  // Names in mail cannot contain a message or markup.
  assert.ok(html.includes('Biscuit'))
  assert.doesNotMatch(html, /Biscuit[^<]{0,40}(?:&lt;|src=3D)/)
  // Nothing in a mail becomes a link in a mail program.
  assert.ok(html.includes('<p>Hello,</p>'))
  assert.ok(!html.includes('<img'))
  assert.equal(toEve().length, 1)
})

test('the form and the pages after it are complete and accessible, on a phone and a desktop, in light and dark', {
  skip,
}, async () => {
  for (const [width, colorScheme] of [
    [375, 'dark'],
    [1_024, 'light'],
    [1_440, 'light'],
  ] as const) {
    await using opened = await open('/robots.txt', { width, colorScheme, context: {} })
    const { page } = opened
    const looks = async (name: string) => {
      const about = `${name} ${width} ${colorScheme}`
      // Both colour schemes at the narrowest and the widest: widths between have no separate layout.
      if (width !== 1_024 || process.env.TORTURE) assert.deepEqual(await opened.axe(), [], about)
      assert.equal(await overflow(page), 0, about)
      await opened.screenshot(`apply-${name}-${width}-${colorScheme}`, { fullPage: true })
    }
    await page.goto(`${address}${form}/apply`)
    await looks('form')
    await page.getByRole('button', { name: 'Send application' }).click()
    await page.getByText('Please check').waitFor()
    await looks('faults')
    const applied = await applicationsOf(app).apply({ petId: Number(form.split('/')[2]) })
    const { pathname } = new URL(applied.json().statusUrl)
    for (const path of ['?sent', '/withdraw']) {
      await page.goto(address + pathname + path)
      await looks(path.slice(1))
    }
    const refused = opened.consoleErrors.filter((text) => !/status of 400/.test(text))
    assert.deepEqual([refused, opened.foreignRequests], [[], []])
  }
})

test('the form loads little data, also with many questions', { skip }, async () => {
  const html = await (await fetch(`${address}${form}/apply`, { redirect: 'follow' })).text()
  assert.match(html, /Your region/)
  for (const compressed of [gzipSync(html), brotliCompressSync(html)])
    assert.ok(compressed.length < 30_000, String(compressed.length))
})
