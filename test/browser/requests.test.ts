import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTests, clipboard, onDesk, onPhone } from '../harness/browser-tests.ts'
import { assertClean, assertUsable } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer } from '../harness/keys.ts'

const store = browserTests({ prepare: () => prepare(), pages: { context: clipboard } })
const { skip, api, key } = store

const send = (path: string, id: string, init: RequestInit = {}) =>
  store.server.fetch(path, {
    ...init,
    headers: { ...bearer(key), 'content-type': 'application/json', 'x-request-id': id },
  })

const wrong = JSON.stringify({ name: 7, status: 'lost' })

const prepare = async () => {
  const { id } = await api.addPet('Biscuit')
  for (let count = 0; count < 3; count += 1) await send(`/v1/pets/${id}`, `read-${count}`)
  await send('/v1/pets/999', 'missing')
  await send('/v1/pets', 'wrong', { method: 'POST', body: wrong })
  await eventually('they are in the log', async () => (await send('/v1/requests/wrong', 'x')).status === 200)
}

test('a failed request is found, its faults are explained, and its id and command are copied', {
  skip,
}, async () => {
  await using opened = await store.open('/console/settings/requests')
  const { page } = opened
  const rows = page.getByRole('table', { name: 'Requests' }).getByRole('row')
  await page.getByRole('link', { name: '/v1/pets/999' }).waitFor()
  await assertUsable(opened, 'requests')
  await page.getByRole('button', { name: /^4xx/ }).click()
  await eventually('only the failures are shown', async () => (await rows.count()) === 3)
  await page.getByRole('link', { name: '/v1/pets', exact: true }).press('Enter')
  const details = page.getByRole('complementary', { name: 'Request' })
  await details.getByText('validation_failed').waitFor()
  for (const text of ['categoryId', 'is required', 'has the wrong type'])
    await details.getByText(text).first().waitFor()
  assert.equal(
    await details.getByRole('link', { name: 'Explanation' }).getAttribute('href'),
    '/docs/guides/errors#validation_failed',
  )
  await opened.screenshot('requests')
  await assertUsable(opened, 'a request')
  for (const [width, colorScheme] of [
    [1_440, 'dark'],
    [1_024, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await opened.screenshot(`requests-${width}-${colorScheme}`)
    await assertUsable(opened, `a request at ${width}`)
  }
  await page.setViewportSize(onDesk)
  await page.emulateMedia({ colorScheme: 'light' })
  await details.getByRole('button', { name: 'Copy the request ID' }).click()
  await details.getByText('Copied').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'wrong')
  await details.getByRole('button', { name: 'Close' }).click()
  await details.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'All' }).click()
  await page.getByRole('button', { name: 'Operation' }).click()
  await page.getByRole('option', { name: 'getPet' }).click()
  await eventually('only reads of an animal are shown', async () => (await rows.count()) === 5)
  assertClean(opened)
})

test('a request is found by its id, on a phone and from a link', { skip }, async () => {
  await using opened = await store.open('/console/settings/requests', onPhone)
  const { page } = opened
  await page.getByRole('link', { name: '/v1/pets/999' }).waitFor()
  await opened.screenshot('requests-phone')
  await assertUsable(opened, 'requests on a phone')
  await page.getByLabel('Find a request ID').fill('missing')
  await page.getByRole('link', { name: '/v1/pets/999' }).click()
  const details = page.getByRole('dialog', { name: 'Request' })
  await details.getByText('pet_not_found').waitFor()
  await opened.screenshot('requests-phone-details')
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  await page.getByLabel('Find a request ID').fill('nothing')
  await page.getByText('No requests match these filters').waitFor()
  assertClean(opened)
})

test('new requests appear by themselves', { skip }, async () => {
  await using opened = await store.open('/console/settings/requests')
  const { page } = opened
  await page.locator('#main').getByText('Live', { exact: true }).waitFor()
  await page.getByRole('link', { name: '/v1/pets/999' }).waitFor()
  await send('/v1/pets/998', 'later')
  await page.getByRole('link', { name: '/v1/pets/998' }).waitFor({ timeout: 120_000 })
})

test('the page says until when successful requests are missing', { skip }, async () => {
  await eventually('the log knows', async () => {
    await Promise.all(Array.from({ length: 40 }, () => send('/v1/categories', 'busy')))
    const { headers } = await send('/v1/requests', 'x')
    return headers.has('x-unlogged-until')
  })
  await using opened = await store.open('/console/settings/requests')
  await opened.page.getByText(/^Some successful requests before/).waitFor()
})
