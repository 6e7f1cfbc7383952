import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { browserTests } from '../harness/browser-tests.ts'
import { assertFits, said } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'
import { bearer } from '../harness/keys.ts'

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
      offline: false,
      latency: 0,
      downloadThroughput: -1,
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
    if (request.method() === 'POST' && request.url().endsWith('/photos')) keys.add(request.headers()['idempotency-key'])
  })
  await page.route('**/photos', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
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

test('a photo is rotated in its dialog by keyboard: several clicks are one change, saved with its description', {
  skip,
}, async () => {
  const { id } = await api.addPet('Olive')
  const headers = { ...bearer(store.key), 'content-type': 'image/jpeg' }
  const body = new Uint8Array(await jpeg(800, 400))
  await store.server.fetch(`/v1/pets/${id}/photos`, { method: 'POST', headers, body })
  await using opened = await open(`/console/animals/${id}`, {
    width: 375,
    height: 812,
    colorScheme: 'dark',
  })
  const { page } = opened
  const rotations: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rotate')) rotations.push(String(request.postData()))
  })
  const dialog = page.getByRole('dialog', { name: 'Photo of Olive' })
  const openDialog = () => page.getByRole('button', { name: 'Photo 1 of 1' }).press('Enter')
  const press = (name: string) => dialog.getByRole('button', { name }).press('Enter')
  await openDialog()
  await dialog.getByLabel('Description').fill('Olive sleeps')
  const picture = dialog.getByRole('button', { name: /Point to keep in view/ })
  await picture.focus()
  await page.keyboard.press('ArrowLeft')
  await press('Rotate right')
  await dialog.getByText('Rotated right. Not saved yet.').waitFor()
  // Left of the middle is above the middle now.
  await dialog.getByRole('button', { name: '50% from the left, 45% from the top' }).waitFor()
  const box = await picture.boundingBox()
  assert.ok(box && box.height > box.width * 1.9, JSON.stringify(box))
  await opened.screenshot('photo-rotated-dark')
  assert.deepEqual(await opened.axe(), [])
  await assertFits(opened, 'the dialog of a rotated photo')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await press('Save')
  await dialog.waitFor({ state: 'detached' })
  const [photo] = await api.call('GET', `/v1/pets/${id}/photos`)
  assert.deepEqual([photo.width, photo.height, photo.alt], [400, 800, 'Olive sleeps'])
  assert.deepEqual(photo.focus, { x: 0.5, y: 0.45 })
  await openDialog()
  await press('Rotate left')
  await press('Rotate left')
  await dialog.getByText('Upside down. Not saved yet.').waitFor()
  // The first attempt fails, and what was chosen is still there.
  await page.route('**/rotate', (route) => route.abort())
  await press('Save')
  await dialog.getByText('Cannot reach the server').waitFor()
  await page.unrouteAll()
  await press('Save')
  await dialog.waitFor({ state: 'detached' })
  const [after] = await api.call('GET', `/v1/pets/${id}/photos`)
  assert.deepEqual([after.width, after.focus], [400, { x: 0.5, y: 0.55 }])
  assert.deepEqual(new Set(rotations), new Set(['{"degrees":90}', '{"degrees":180}']))
  // Turned all the way round, there is nothing to save.
  await openDialog()
  for (let at = 0; at < 4; at += 1) await press('Rotate right')
  assert.equal(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true)
})
