import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTests, onPhone } from '../harness/browser-tests.ts'
import { assertClean, said } from '../harness/console.ts'

const store = browserTests()
const { skip, open, api } = store
const BUSY_MS = 600_000
// The tests share one new store. Each continues where the previous one left it.

test('Today offers the sample shelter to a store without animals, and says why it cannot be added', {
  skip,
}, async () => {
  await using opened = await open('/console/today')
  const { page } = opened
  await page.route('**/v1/sample', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { code: 'read_only', message: 'Read-only.' } })
      : route.continue(),
  )
  const add = page.getByRole('button', { name: 'Add the sample shelter' })
  await add.click()
  await page.getByRole('alert').first().waitFor()
  await add.waitFor()
  await opened.screenshot('console-today-sample-offer')
})

test('the sample shelter shows its progress, and can be deleted before it is complete', {
  skip,
}, async () => {
  await using opened = await open('/console/today')
  const { page } = opened
  await page.getByRole('button', { name: 'Add the sample shelter' }).click()
  await page.getByText(/Adding the first animals|of 60 animals added/).waitFor()
  await page.getByRole('progressbar', { name: 'Sample animals added' }).waitFor()
  await opened.screenshot('console-today-sample-adding')
  assert.deepEqual(await opened.axe(), [])
  await api.call('DELETE', '/v1/sample')
  // Pictures are rendered at a low priority, which takes long on a busy machine.
  await page.getByRole('button', { name: 'Add the sample shelter' }).waitFor({ timeout: BUSY_MS })
  assertClean(opened)
})

test('the sample shelter does none of the first steps, and is deleted again', {
  skip,
}, async () => {
  await store.server.cli('sample', '--no-photos')
  await using opened = await open('/console/today')
  const { page } = opened
  await said(page, '60 made-up animals to try things on.')
  const steps = page.getByRole('region', { name: 'Your first day' })
  await steps.getByRole('link', { name: 'Add an animal' }).waitFor()
  await steps.getByText('Publish it').waitFor()
  await said(page, 'Waiting longest')
  await opened.screenshot('console-today-sample')
  assert.deepEqual(await opened.axe(), [])

  const [{ id }] = await api.call('GET', '/v1/animals?status=available&limit=1')
  await api.call('POST', `/v1/pets/${id}/notes`, { text: 'Remember the vet.' })
  await page.getByRole('button', { name: 'Delete sample animals' }).click()
  await said(page, 'Animals that you added stay')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await said(page, 'The sample animals are deleted. 1 animal that you changed or used stays.')
  await api.call('DELETE', `/v1/pets/${id}`)
  await page.getByRole('button', { name: 'Add the sample shelter' }).waitFor({ timeout: BUSY_MS })
  assertClean(opened)
})

test('the offer fits a phone', { skip }, async () => {
  await using opened = await open('/console/today', onPhone)
  const { page } = opened
  await page.getByRole('button', { name: 'Add the sample shelter' }).scrollIntoViewIfNeeded()
  await opened.screenshot('console-today-sample-phone')
  assert.ok(
    await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
    'nothing is wider than the phone',
  )
})

test('an addition that failed says why, and can be continued or deleted', { skip }, async () => {
  await using opened = await open('/console/today', onPhone)
  const { page } = opened
  const problem = 'The pictures could not be stored. The disk may be full, or the store may be busy.'
  const sample = {
    status: 'additionFailed',
    animals: 12,
    published: 12,
    total: 60,
    kept: 0,
    problem,
  }
  await page.route('**/v1/sample', (route) => route.fulfill({ json: sample }))
  await page.reload()
  await said(page, `12 of 60 animals were added. ${problem}`)
  await page.getByRole('button', { name: 'Add the rest' }).waitFor()
  await page.getByRole('button', { name: 'Delete sample animals' }).scrollIntoViewIfNeeded()
  await opened.screenshot('console-today-sample-failed')
  assert.deepEqual(await opened.axe(), [])
})
