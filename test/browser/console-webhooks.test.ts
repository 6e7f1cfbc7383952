import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '../../sdk/mod.ts'
import { browserTests, clipboard } from '../harness/browser-tests.ts'
import { assertClean, rowWith, takeSecret } from '../harness/console-page.ts'
import { eventually } from '../harness/eventually.ts'
import { startReceiver } from '../harness/receiver.ts'

const store = browserTests({
  settings: { WEBHOOK_ALLOW_PRIVATE: 'true' },
  pages: { context: clipboard },
})
const { skip, api, open } = store

const post = (path: string, body: object) => api.call('POST', path, body)

test('a category can be named, renamed and deleted, but not while it has animals, and the page says why', {
  skip,
}, async () => {
  await post('/v1/pets', { name: 'Unsorted', categoryId: 9 })
  await using opened = await open('/console/settings/categories')
  const { page } = opened
  const nine = rowWith(page, 'Unnamed')
  assert.match(await nine.innerText(), /^Unnamed, 9\t1\t0\t0\t/)
  await nine.getByRole('button', { name: 'Add name to category 9' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Lions')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await rowWith(page, 'Lions').getByRole('button', { name: 'Delete category 9' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete category' }).click()
  await page.getByText('This category still has animals').waitFor()

  await page.getByRole('button', { name: 'Add a category' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('lions')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Another category has this name.').waitFor()
  await page.getByRole('dialog').getByLabel('Name').fill('Dragons')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await rowWith(page, 'Dragons').waitFor()
  await api.call('PUT', '/v1/categories/9223372036854775807', { name: 'Great dragons' })
  await page.reload()
  const dragons = page.getByRole('row').filter({ has: page.getByLabel('Rename category 9223372036854775807') })
  await dragons.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Wyverns')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await dragons.getByText('Wyverns').waitFor()
  // The page also shows other clients' changes without a reload.
  await post('/v1/pets', { name: 'Smaug', categoryId: 9 })
  await eventually('the new one is counted', async () => /^Lions\t2\t/.test(await rowWith(page, 'Lions').innerText()))
  await dragons.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete category' }).click()
  await dragons.waitFor({ state: 'detached' })
  assertClean(opened, /status of 40[49]/)
})

test('a webhook can be created, tested, inspected, redelivered, disabled and deleted', {
  skip,
}, async () => {
  await using receiver = await startReceiver(500)
  await using opened = await open('/console/settings/webhooks')
  const { page } = opened
  await page.getByText('No webhooks yet').waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL').fill('ftp://nowhere')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByText('Must be an http or https address').waitFor()
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const secret = await takeSecret(page)
  assert.match(secret, /^whsec_/)
  await page.getByRole('link', { name: receiver.url }).click()

  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('The receiver responded with 500.').waitFor()
  receiver.behave(204)
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('The receiver responded with 204.').waitFor()
  const test1 = await receiver.gets(2)
  await verifyWebhook(test1.body, test1.headers, secret)

  receiver.behave((response) => response.writeHead(503).end('<b>not now</b>'))
  await page.getByText('No deliveries yet').waitFor()
  // An event may be announced before its deliveries exist.
  let early = 1
  await page.route('**/deliveries*', (route) => {
    early -= 1
    return early < 0 ? route.continue() : route.fulfill({ json: [] })
  })
  await post('/v1/pets', { name: 'Herald', categoryId: 1 })
  const row = rowWith(page, 'evt_').first()
  await row.getByText('503').waitFor()
  await row.getByText('Pending').waitFor()
  await row.getByText(/^in \d+/).waitFor()
  await row.getByText('Animal added').waitFor()
  await page.getByText('Failing', { exact: true }).waitFor()
  await page.getByText(/^No delivery has succeeded since/).waitFor()
  await opened.screenshot('console-webhook-failing')
  await row.getByRole('link', { name: /^Animal added evt_/ }).press('Enter')
  const details = page.getByRole('dialog', { name: 'Animal added' })
  await details.waitFor()
  // The URL shows a colleague the same delivery.
  await page.reload()
  await details.getByRole('region', { name: 'Payload' }).getByText('"name": "Herald"').waitFor()
  await details.getByRole('region', { name: 'Response' }).getByText('<b>not now</b>').waitFor()
  await details.getByText(/^503 in \d+/).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await opened.screenshot(`console-webhook-delivery-${colorScheme}`)
    assert.deepEqual(await opened.axe(), [], `a delivery, ${colorScheme}`)
  }
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  receiver.behave(204)
  await row.getByRole('button', { name: /^Resend evt_/ }).click()
  await row.getByText('Delivered').waitFor()
  await row.getByText(/^204 in \d+/).waitFor()
  await page.getByText('Working', { exact: true }).waitFor()
  await opened.screenshot('console-webhook')

  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click()
  assert.notEqual(await takeSecret(page), secret)
  await page.getByRole('button', { name: 'Edit' }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await opened.axe(), [], `the form of a webhook, ${colorScheme}`)
  }
  await page.getByLabel('pet.deleted').uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Events: pet\.created, pet\.updated, (?!.*pet\.deleted)/).waitFor()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await page.getByText('Disabled on request.').waitFor()
  await row.getByRole('button', { name: /^Resend evt_/ }).click()
  await page.getByText('The webhook is disabled: enable it first.').waitFor()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('Working', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
  await page.waitForURL('**/console/settings/webhooks')
  await page.getByText('No webhooks yet').waitFor()
  assertClean(opened, /status of (400|409)/)
})
