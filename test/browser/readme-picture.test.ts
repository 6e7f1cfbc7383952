import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { writtenOrigin } from '../../server/reference/docs/guides.ts'
import { browserTests } from '../harness/browser-tests.ts'
import { signedIn } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { password } from '../harness/people.ts'

const picture = new URL('../../docs/store.webp', import.meta.url).pathname

const WIDTH = 2_400
const HEIGHT = 1_160
const MAX_BYTES = 300_000

type Frame = { left: number; top: number; width: number; height: number }

/** The positions of the pages: the site is large on the left, the console is above the docs on the right. */
const frames = {
  site: { left: 60, top: 60, width: 1_290, height: 1_040 },
  console: { left: 1_400, top: 60, width: 940, height: 500 },
  docs: { left: 1_400, top: 600, width: 940, height: 500 },
} satisfies Record<string, Frame>

const BACKGROUND = '#dfe5db'
const RADIUS = 18

suite('the picture of the README', { skip: !process.env.PICTURE && 'see npm run picture' }, () => {
  const store = browserTests()

  test('it shows the site, the console and the docs with the sample shelter', {
    skip: store.skip,
  }, async () => {
    const { address, cli } = store.server
    await cli('sample')
    const ada = ['--email', 'ada@example.org', '--name', 'Ada Lovelace', '--role', 'manager']
    const { link } = JSON.parse((await cli('users', 'create', ...ada, '--json')).stdout)
    const [, token = ''] = String(link).split('#')
    await using opened = await store.browser.openPage({
      address,
      path: `/console/password#${token}`,
      context: { deviceScaleFactor: 2 },
    })
    const { page } = opened
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await signedIn(page, 'Ada Lovelace').waitFor()
    await showWrittenOrigin(page, address)
    await page.goto(`${address}/console/animals`)
    const console = await shotOf(page, frames.console, 1_200)
    await page.goto(`${address}/`)
    const site = await shotOf(page, frames.site, 1_192)
    await page.goto(`${address}/docs/reference/animals`)
    await page.evaluate(`document.querySelector('main h2').scrollIntoView()`)
    const docs = await shotOf(page, frames.docs, 1_200)
    await sharp(backdrop()).composite([site, console, docs]).webp({ quality: 82, smartSubsample: true }).toFile(picture)
  })
})

test('the README has one wide picture of at most 300 KB', async () => {
  const file = readFileSync(picture)
  const { format, width, height } = await sharp(file).metadata()
  assert.deepEqual({ format, width, height }, { format: 'webp', width: WIDTH, height: HEIGHT })
  assert.ok(file.length <= MAX_BYTES, `${file.length} bytes`)
})

/** The docs show the address that the README names, and not a free port. */
const showWrittenOrigin = (page: Page, address: string) =>
  page.route(`${address}/docs/reference/*`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(address, writtenOrigin)
    await route.fulfill({ response, body })
  })

/** A page as wide as `pageWidth`, scaled to its frame. */
const shotOf = async (page: Page, frame: Frame, pageWidth: number) => {
  const { left, top, width, height } = frame
  await page.setViewportSize({ width: pageWidth, height: Math.round((height * pageWidth) / width) })
  await eventually('all that is shown is loaded', () => page.evaluate(isLoaded))
  const shot = await page.screenshot({ animations: 'disabled' })
  const corners = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${RADIUS}"/></svg>`
  const input = await sharp(shot)
    .resize(width, height)
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer()
  return { input, left, top }
}

/** Whether the heading, the fonts and every visible image have loaded. */
const isLoaded = `document.querySelector('h1, h2') !== null
  && document.fonts.status === 'loaded'
  && document.querySelector('.mantine-Loader-root, .mantine-Skeleton-root, [role=status][data-loading]') === null
  && [...document.images].every((image) => image.naturalWidth > 0 || image.getBoundingClientRect().top > innerHeight)`

/** The background, with a shadow under each page. */
const backdrop = (): Buffer => {
  const shadows = Object.values(frames).map(
    ({ left, top, width, height }) =>
      `<rect x="${left}" y="${top + 14}" width="${width}" height="${height}" rx="${RADIUS}"/>`,
  )
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <filter id="blur" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="22"/></filter>
    <rect width="100%" height="100%" fill="${BACKGROUND}"/>
    <g filter="url(#blur)" fill="#1f2a20" fill-opacity="0.28">${shadows.join('')}</g>
  </svg>`)
}
