import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { browserTests } from '../harness/browser-tests.ts'
import { assertFits, said } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'

const store = browserTests()
const { skip, api, open } = store

const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

/** It does not compress, so that sending it takes a while. */
const largeJpeg = (): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 1_200, height: 900, channels: 3, background: '#888', noise } as const
  return sharp({ create }).jpeg({ quality: 95 }).toBuffer()
}

test('each file has a progress bar while it is sent, and can be cancelled', { skip }, async () => {
  const { id } = await api.addPet('Olive')
  await using opened = await open(`/console/animals/${id}`, { width: 375, height: 812 })
  const { page } = opened
  await page.getByLabel('Add photos').waitFor()
  const network = await page.context().newCDPSession(page)
  const limit = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput: bytesPerSecond,
    })
  await network.send('Network.enable')
  await limit(30_000)
  const large = await largeJpeg()
  await page
    .getByLabel('Add photos')
    .setInputFiles([fileOf('slow.jpg', large), fileOf('small.jpg', await jpeg(400, 300))])
  const bar = page.getByRole('progressbar', { name: 'Sending slow.jpg' })
  await eventually('part of the file is sent', async () => {
    const sent = Number(await bar.getAttribute('aria-valuenow'))
    return sent > 0 && sent < 100
  })
  const rows = page.getByRole('list', { name: 'Uploads' })
  assert.match(await rows.innerText(), /slow\.jpg\s+\d+ %\s+small\.jpg\s+Waiting/)
  await opened.screenshot('photos-uploading', { fullPage: true })
  assert.deepEqual(await opened.axe(), [])
  await assertFits(opened, 'uploads on a phone')
  await page.getByRole('button', { name: 'Cancel slow.jpg' }).press('Enter')
  await limit(-1)
  await page.getByRole('button', { name: 'Photo 1 of 1' }).waitFor()
  await rows.waitFor({ state: 'detached' })
  await page.getByRole('status').filter({ hasText: 'small.jpg was added.' }).waitFor()
  const photos = await api.call('GET', `/v1/pets/${id}/photos`)
  assert.deepEqual(
    photos.map(({ width }: { width: number }) => width),
    [400],
  )
})

test('a file that failed is sent again, as the same request', { skip }, async () => {
  const { id } = await api.addPet('Waffle')
  await using opened = await open(`/console/animals/${id}`)
  const { page } = opened
  const keys = new Set<string | undefined>()
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/photos'))
      keys.add(request.headers()['idempotency-key'])
  })
  await page.route('**/photos', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByLabel('Add photos').setInputFiles(fileOf('a.jpg', await jpeg(400, 300)))
  await said(page, 'a.jpg was not added')
  await opened.screenshot('photos-failed')
  assert.deepEqual(await opened.axe(), [])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again to add a.jpg' }).press('Enter')
  await page.getByRole('button', { name: 'Photo 1 of 1' }).waitFor()
  assert.equal(keys.size, 1)
  assert.equal((await api.call('GET', `/v1/pets/${id}/photos`)).length, 1)
  // A file that can never be added is not sent again.
  await page.getByLabel('Add photos').setInputFiles(fileOf('notes.jpg', Buffer.from('no image')))
  await said(page, 'notes.jpg was not added')
  assert.equal(await page.getByRole('button', { name: /^Try again/ }).count(), 0)
  await page.getByRole('button', { name: 'Dismiss notes.jpg' }).press('Enter')
  await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' })
})
