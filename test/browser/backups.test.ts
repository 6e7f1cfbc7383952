import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { HOUR_MS } from '../../server/platform/durations.ts'
import { adminOf } from '../harness/admin.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { onPhone } from '../harness/browser-tests.ts'
import { startChromium, type TestBrowser, whyNoChromium } from '../harness/chromium.ts'
import { assertFits, assertUsable, buildConsole, openConsole } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const skip = whyNoChromium() ?? false
const folder = temporaryFolder()
const place = join(folder.path, 'backups')
let app: TestApp
let browser: TestBrowser
let address: string
let key: string

before(async () => {
  if (skip) return
  buildConsole()
  // A file is where the folder should be.
  writeFileSync(place, '')
  const settings = { BACKUP_URL: place, BACKUP_SCHEDULE: 'every 1h' }
  ;[app, browser] = await Promise.all([testApp({ settings }), startChromium()])
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  await app.service.app.listen({ host: '127.0.0.1', port })
  key = (await adminOf(app)).key
  await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })
})

after(async () => {
  await browser?.close()
  await app?.close()
  folder.remove()
})

const panel = (page: Page) => page.getByRole('region', { name: 'Backups' })

const comeBack = async (page: Page) => {
  await page.reload()
  await panel(page).waitFor()
}

test('Today turns red after two missed backups, and shows the last backup if there is one', {
  skip,
}, async () => {
  const operator = await adminOf(app)
  const status = async () => (await operator.get('/v1/backup-status')).json()
  await eventually('the first attempt fails', async () => 'lastFailure' in (await status()))
  await using opened = await openConsole(browser, { address, key, path: '/console/today' })
  const { page } = opened
  await panel(page).getByText('Failed', { exact: true }).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  app.clock.advance(HOUR_MS)
  await comeBack(page)
  assert.equal(await page.getByRole('alert').count(), 0, 'one may be in progress')
  app.clock.advance(HOUR_MS)
  await comeBack(page)
  await page.getByRole('alert').getByText('2 backups were missed').waitFor()
  await panel(page).getByText('Overdue').waitFor()
  await assertUsable(opened, 'overdue')
  await page.setViewportSize({ width: onPhone.width, height: onPhone.height })
  await assertFits(opened, 'overdue on a phone')
  rmSync(place)
  app.clock.advance(HOUR_MS)
  await eventually('a backup', async () => 'lastBackup' in (await status()))
  await comeBack(page)
  await panel(page).getByText('Up to date').waitFor()
  await panel(page)
    .getByText(/^Last backup/)
    .waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
})
