import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DAY_MS } from '../../server/platform/durations.ts'
import { browserTests } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { apiOf, assertClean, said } from '../harness/console.ts'
import { assertReadable } from '../harness/console-page.ts'

const store = browserTests()
const { skip, api } = store

const open = (path: string, options: object = {}): Promise<TestPage> => store.open(`/console${path}`, options)

type Adoption = {
  species: string | null
  monthsAgo: number
  stayDays: number
  isReturned?: boolean
}

/** Stores adoptions with dates over several months, because no test can wait for them. */
const remember = (accountId: number, adoptions: readonly Adoption[]): void => {
  const connection = new DatabaseSync(join(store.folder, 'store.db'), { timeout: 60_000 })
  const add = connection.prepare(
    `insert into adoptions (pet_id, account_id, species, came_on, adopted_at, returned_at)
     values (?, ?, ?, ?, ?, ?)`,
  )
  for (const [at, { species, monthsAgo, stayDays, isReturned }] of adoptions.entries()) {
    const adoptedMs = monthStart(monthsAgo)
    const cameOn = Math.floor(adoptedMs / DAY_MS) - stayDays
    const returnedMs = isReturned ? adoptedMs + DAY_MS / 2 : null
    add.run(1_000 + at, accountId, species, cameOn, adoptedMs, returnedMs)
  }
  connection.close()
}

const monthStart = (monthsAgo: number): number => {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo)
}

const monthName = (monthsAgo: number): string =>
  new Date(monthStart(monthsAgo)).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

const rowOf = async (page: Page, name: string): Promise<string[]> => {
  const row = page.getByRole('row').filter({
    has: page.getByRole('rowheader', { name, exact: true }),
  })
  return row.getByRole('cell').allInnerTexts()
}

test('adoptions, returns and stays are shown by month and species, as charts and tables, with the filters in the URL', {
  skip,
}, async () => {
  const { account } = await api.call('GET', '/v1/me')
  const dogs = { species: 'dog', monthsAgo: 1 }
  remember(account.id, [
    { ...dogs, stayDays: 10 },
    { ...dogs, stayDays: 30, isReturned: true },
    { species: 'cat', monthsAgo: 1, stayDays: 50 },
    { species: null, monthsAgo: 3, stayDays: 1 },
    { species: 'rabbit', monthsAgo: 20, stayDays: 4 },
  ])
  await using opened = await open('/reports', { context: { locale: 'en-GB' } })
  const { page } = opened
  await said(page, monthName(1))
  assert.deepEqual(await rowOf(page, monthName(1)), ['3', '1', '30', '30'])
  assert.deepEqual(await rowOf(page, monthName(2)), ['0', '0', '–', '–'])
  assert.deepEqual(await rowOf(page, 'Dog'), ['2', '1', '20', '20'])
  assert.deepEqual(await rowOf(page, 'Total'), ['4', '1', '20', '23'])
  await page.getByRole('img', { name: /4 adoptions and 1 return in total/ }).waitFor()
  assert.doesNotMatch(await page.getByRole('main').innerText(), /\d{4}-\d{2}/)

  await page.getByRole('button', { name: 'Species' }).press('Enter')
  await page.getByRole('textbox', { name: 'Search species' }).fill('dog')
  await page.keyboard.press('Enter')
  await page.waitForURL(/species=dog/)
  await page.getByRole('img', { name: /2 adoptions and 1 return in total/ }).waitFor()
  await page.reload()
  await page.getByRole('img', { name: /2 adoptions and 1 return in total/ }).waitFor()
  await page.goBack()
  await page.getByRole('img', { name: /4 adoptions and 1 return in total/ }).waitFor()

  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Last 24 months' }).click()
  await page.getByRole('img', { name: /5 adoptions/ }).waitFor()
  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'From … to …' }).click()
  const day = (monthsAgo: number) => new Date(monthStart(monthsAgo)).toISOString().slice(0, 10)
  await page.getByLabel('From', { exact: true }).fill(day(4))
  await page.getByLabel('To', { exact: true }).fill(day(2))
  await page.getByRole('img', { name: /1 adoption and 0 returns/ }).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).press('Enter')
  const saved = await downloading
  assert.equal(saved.suggestedFilename(), `adoptions-${day(4)}-${day(2)}.csv`)
  const lines = readFileSync(await saved.path(), 'utf8').split('\r\n')
  assert.match(lines[0] ?? '', /^\uFEFFmonth,species,adoptions/)
  assert.equal(lines.filter((line) => line.startsWith(day(3).slice(0, 7))).length, 1)
  assertClean(opened)
})

test('an adoption is in the report and on the first page as soon as it is made', {
  skip,
}, async () => {
  const made = await api.issueKey({ plan: 'enterprise' })
  const { key: own } = made
  const theirs = apiOf(store.server, own)
  const { id } = await theirs.addPet('Biscuit')
  await using today = await open('/today', { key: own })
  await using opened = await open('/reports', { key: own })
  await said(opened.page, 'No adoptions in this period')
  await theirs.call('PATCH', `/v1/pets/${id}`, { status: 'sold' })
  await opened.page.getByRole('img', { name: /1 adoption and 0 returns/ }).waitFor()
  await today.page.getByRole('img', { name: 'Adoptions per month: 1 in the last 12' }).waitFor()
  await today.page.getByRole('link', { name: 'All reports' }).press('Enter')
  await today.page.getByRole('heading', { name: 'Reports' }).waitFor()
})

test('reports are readable on a phone and a desktop, in light and dark', { skip }, async () => {
  const made = await api.issueKey({ plan: 'enterprise' }, { scopes: ['pets:read'] })
  const kinds = ['dog', 'dog', 'dog', 'cat', 'cat', 'rabbit', 'smallFurry', 'bird', null]
  const many = Array.from({ length: 2_000 }, (_, at) => ({
    species: kinds[at % kinds.length] ?? null,
    monthsAgo: (at * 7) % 24,
    stayDays: 5 + ((at * 37) % 90),
    isReturned: at % 11 === 0,
  }))
  remember(made.accountId, many)
  await using opened = await open('/reports', { key: made.key })
  await assertReadable(opened, [
    { path: '/console/reports', text: 'By month' },
    { path: '/console/today', text: 'Adoptions per month' },
  ])
  assertClean(opened)
})
