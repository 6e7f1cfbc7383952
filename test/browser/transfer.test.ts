import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { browserTests } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { apiOf, assertClean, said } from '../harness/console.ts'
import { assertReadable } from '../harness/console-page.ts'

const store = browserTests()
const { skip, key, api } = store

const limits = { plan: 'enterprise', perMinute: 1_000_000, perDay: 100_000_000 }
const path = '/console/settings/transfer'

const open = (as: string): Promise<TestPage> => store.open(path, { key: as })

const choose = async (page: Page, name: string, text: string | Buffer): Promise<void> => {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).press('Enter')

const csvOf = async (page: Page, name: string): Promise<string> => {
  const downloading = page.waitForEvent('download')
  await press(page, name)
  return readFileSync(await (await downloading).path(), 'utf8')
}

test('a file of animals is imported row by row: added, changed and rejected with the reason; its export changes nothing', {
  skip,
}, async () => {
  const { key: own } = await api.issueKey(limits)
  const theirs = apiOf(store.server, own)
  const { id } = await theirs.addPet('Olive')
  await theirs.call('PATCH', `/v1/pets/${id}/profile`, { description: 'Shy.' })
  await using opened = await open(own)
  const { page } = opened
  await choose(page, 'wrong.csv', 'name,species\nRex,dog\n')
  await said(page, 'The header has no column categoryId. It has: name, species.')
  const rows = [
    'ID;Name;categoryId;status;species;goodWith.dogs;tags;Kennel;photos',
    `;Rex;3;available;dog;true;"playful\nyoung";A1;`,
    `${id};Olive the cat;1;;cat;;;A2;`,
    ';Blank;x;;;;;;',
    ';Unknown species;3;;dragon;;;;',
    '999999;Nobody;3;;;;;;',
    ';Short;3',
    `;"Not closed;3;;;;;;`,
    `${id};Again;1;;;;;;`,
  ]
  await choose(page, 'animals.csv', rows.join('\n'))
  await said(page, 'Left out, as nothing here has this name: Kennel')
  await said(page, 'Taken by the command line alone: photos')
  await press(page, 'Import 8 rows')
  await said(page, '8 of 8 rows: 2 added, 1 updated, 6 rejected')

  const report = await csvOf(page, 'Download the error report')
  const found = report.split('\r\n').slice(1, -1)
  assert.equal(report.split('\r\n')[0], '\uFEFFline,field,code,message,value')
  const starts = found.map((line) => line.split(',').slice(0, 3).join())
  assert.deepEqual(starts, [
    '5,categoryId,invalid_type',
    '6,species,invalid_value',
    '7,id,pet_not_found',
    '8,,wrong_column_count',
    '9,,unclosed_quote',
    '10,id,duplicate',
  ])
  assert.match(found[1] ?? '', /added without its profile/)
  await page.getByRole('row', { name: /no animal has this id/ }).waitFor()
  const animals = await theirs.call('GET', '/v1/animals?sort=id')
  assert.deepEqual(
    animals.map(({ name, species }: { name: string; species: string }) => [name, species]),
    [
      ['Olive the cat', 'cat'],
      ['Rex', 'dog'],
      ['Unknown species', null],
    ],
  )
  assert.deepEqual(animals[1].tags, ['playful', 'young'])
  const profile = await theirs.call('GET', `/v1/pets/${id}/profile`)
  assert.equal(profile.description, 'Shy.')

  await press(page, 'Import another file')
  const exported = await csvOf(page, 'Export animals')
  await said(page, '3 animals exported.')
  await choose(page, 'animals.csv', exported)
  await press(page, 'Import 3 rows')
  await said(page, '3 of 3 rows')
  await said(page, '0 rejected')
  const after = await theirs.call('GET', '/v1/animals?sort=id')
  const told = (list: { updatedAt?: string }[]) => list.map(({ updatedAt: _, ...rest }) => rest)
  assert.deepEqual(told(after), told(animals))
  assert.equal((await theirs.call('GET', `/v1/pets/${id}/profile`)).description, 'Shy.')
  assertClean(opened)
})

test('12,000 rows do not hold up the page: other pages are used meanwhile, it pauses, and goes on where it was without doing anything twice', {
  skip,
}, async () => {
  const { key: own } = await api.issueKey(limits)
  await using opened = await open(own)
  const { page } = opened
  let isOpen = false
  let isBroken = true
  const waiting: (() => void)[] = []
  const keys = new Set<string>()
  // The server is known to be able to: what is looked at is the page.
  await page.route('**/v1/pets:batch', async (route: Route) => {
    if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve))
    const request = route.request()
    keys.add(request.headers()['idempotency-key'] ?? '')
    if (isBroken && keys.size === 3) {
      const body = { code: 'not_owner', message: 'Not any more.', status: 403 }
      return route.fulfill({ status: 403, json: body })
    }
    const { pets } = request.postDataJSON()
    const results = pets.map((pet: object, at: number) => ({
      ...{ status: 201, pet: { id: at + 1, status: 'available', ...pet } },
    }))
    return route.fulfill({ json: { results } })
  })
  await page.evaluate('window.ticks = 0; setInterval(() => { window.ticks += 1 })')
  const rows = Array.from({ length: 12_000 }, (_, at) => `Animal ${at},1`)
  await choose(page, 'many.csv', ['name,categoryId', ...rows].join('\n'))
  await press(page, 'Import 12,000 rows')
  await said(page, '0 of 12,000 rows')
  await page.getByRole('link', { name: 'Animals', exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Animals', exact: true }).waitFor()
  await page.goBack()
  await press(page, 'Pause')
  isOpen = true
  for (const go of waiting) go()
  await said(page, '100 of 12,000 rows')
  await press(page, 'Continue')
  await page.getByText('Interrupted').waitFor()
  await said(page, '200 of 12,000 rows')
  isBroken = false
  await press(page, 'Continue')
  await said(page, '12,000 of 12,000 rows: 12,000 added, 0 updated, 0 rejected')
  assert.equal(keys.size, 120)
  // The page had its turn between any two parts.
  assert.ok(Number(await page.evaluate('window.ticks')) > 120)
})

test('import and export are readable on a phone and on a desk, in light and dark, and offered to who may', {
  skip,
}, async () => {
  await using opened = await open(key)
  const { page } = opened
  await assertReadable(opened, [{ path, text: 'Export animals' }])
  const wrong = Array.from({ length: 150 }, (_, at) => `Animal ${at},1,nowhere`)
  await choose(page, 'wrong.csv', ['name,categoryId,status', ...wrong].join('\n'))
  await press(page, 'Import 150 rows')
  await said(page, 'The first 100 of 150.')
  await opened.screenshot('import-rejected', { fullPage: true })
  assert.deepEqual(await opened.axe(), [])
  const reader = await api.issueOwnKey({ scopes: ['pets:read'] })
  await using other = await open(reader)
  await said(other.page, 'Read only')
  await other.page.getByRole('button', { name: 'Export animals' }).waitFor()
  assert.equal(await other.page.getByText('Import animals').count(), 0)
})
