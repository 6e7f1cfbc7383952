import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeIntake } from '../../examples/make-intake.ts'
import { browserTests } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { apiOf, assertClean, said } from '../harness/console.ts'
import { assertReadable } from '../harness/console-page.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer } from '../harness/keys.ts'
import { rounds } from '../harness/rounds.ts'

const store = browserTests()
const { skip, key, api } = store

const limits = { plan: 'enterprise', perMinute: 1_000_000, perDay: 100_000_000 }
const path = '/console/settings/transfer'
const examples = new URL('../../examples/', import.meta.url)
const spreadsheet = readFileSync(new URL('moving-in/spreadsheet.csv', examples))

const open = (as: string, at = path): Promise<TestPage> => store.open(at, { key: as })

const choose = async (page: Page, name: string, text: string | Buffer): Promise<void> => {
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
}

/** Presses a button with the keyboard. */
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).press('Enter')

/** A click, because a dialog takes the focus a moment after it opens, and a key might reach another button. */
const confirmWith = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

const field = (page: Page, column: string) =>
  page.getByRole('combobox', { name: `What ${column} becomes`, exact: true })

const csvOf = async (page: Page, name: string): Promise<string> => {
  const downloading = page.waitForEvent('download')
  await press(page, name)
  return readFileSync(await (await downloading).path(), 'utf8')
}

/** Returns the number of rows that the page shows for an outcome. */
const countOf = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
    .locator('strong')
    .first()
    .innerText()

const bodyOf = async (own: string, at: string): Promise<string> =>
  (await store.server.fetch(at, { headers: bearer(own) })).body

test('a spreadsheet is matched, checked, imported and undone by keyboard, and the choices survive a reload and a revoked key', {
  skip,
}, async () => {
  const { key: own, accountId } = await api.issueKey(limits)
  const theirs = apiOf(store.server, own)
  await theirs.addPet('Olive')
  const before = await bodyOf(own, '/v1/pets')
  const first = await api.call('POST', `/v1/accounts/${accountId}/keys`, { name: 'desk' })
  await using opened = await open(first.key)
  const { page } = opened
  await choose(page, 'our animals.csv', spreadsheet)
  await field(page, 'Animal Name').waitFor()
  assert.equal(await field(page, 'Animal Name').inputValue(), 'name')
  assert.equal(await field(page, 'How old?').inputValue(), 'age')
  assert.deepEqual(await page.getByRole('list', { name: 'First values of Breed' }).locator('li').allInnerTexts(), [
    'Husky',
    'Siamese mix',
    'Lop mix',
  ])
  await field(page, 'Tag No').selectOption('Animal ID')
  await field(page, 'Kids ok').selectOption('Good with children')
  await field(page, 'Where').selectOption('Status')
  await field(page, 'Notes').selectOption('Leave out')
  await page.reload()
  await field(page, 'Notes').waitFor()
  assert.equal(await field(page, 'Notes').inputValue(), '')
  await api.call('DELETE', `/v1/keys/${first.id}`)
  await said(page, 'This key has been revoked')
  await page.getByLabel('API key').fill(own)
  await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
  await field(page, 'Notes').waitFor()
  assert.equal(await field(page, 'Notes').inputValue(), '')
  assert.equal(await field(page, 'Tag No').inputValue(), 'externalId')

  await press(page, 'Start dry run')
  await said(page, 'In dates, what comes first?')
  assert.equal(await countOf(page, 'Added'), '24')
  assert.equal(await bodyOf(own, '/v1/pets'), before)
  // The file does not say whether the public may see its animals.
  const drafts = page.getByLabel('Import all animals as drafts')
  assert.equal(await drafts.isChecked(), true)
  await drafts.press('Space')
  // Two were adopted.
  await said(page, '22 of these will appear on your site at once.')
  await press(page, 'The month: 4 March')
  await page.getByText('In dates, what comes first?').waitFor({ state: 'detached' })
  await said(page, 'Column left out')
  await press(page, 'Import 24 animals')
  await said(page, '24 animals imported')
  const animals = await theirs.call('GET', '/v1/animals?sort=id&limit=100')
  assert.deepEqual(
    animals.slice(1, 4).map(({ name }: { name: string }) => name),
    ['Nala', 'Milo, junior', 'Mr. "Socks"'],
  )
  const profile = await theirs.call('GET', `/v1/pets/${animals[5].id}/profile`)
  assert.deepEqual(
    [profile.externalId, profile.birthDate, profile.breeds.primary, profile.description],
    ['W-5', '2024-03-04', 'Netherland Dwarf', null],
  )
  const report = await csvOf(page, 'Download report')
  const [head, line] = report.split(/\r?\n/)
  assert.equal(head, '\uFEFFline,field,code,message,value')
  assert.match(line ?? '', /^2,Adoption fee,not_imported,"has no currency.*",\$125$/)

  await page.reload()
  await said(page, '24 animals imported')
  await page.getByRole('link', { name: 'Import and export', exact: true }).first().press('Enter')
  await page.getByRole('link', { name: /our animals\.csv/ }).press('Enter')
  await press(page, 'Undo this import')
  await said(page, 'This removes the 24 new animals.')
  await confirmWith(page, 'Undo the import')
  await said(page, '24 animals removed, 0 restored.')
  await eventually('the animals are as before', async () => (await bodyOf(own, '/v1/pets')) === before)
  await page.reload()
  await said(page, '24 animals removed, 0 restored.')
  assertClean(opened)
})

test('an export of an old system with an invalid UTF-8 line keeps its ids and names, and the console and the command line import it alike', {
  skip,
}, async () => {
  const { file: intake } = makeIntake({ rows: rounds({ usual: 600, torture: 12_000 }) })
  // Only callers who act for the store may choose the ids of animals.
  const { account: own } = await api.call('GET', '/v1/me')
  const file = join(store.folder, 'intake.csv')
  writeFileSync(file, intake)
  const account = ['--account', String(own.id), '--ignore-columns', 'notes', '--json']
  // It exits with 1, because a row is rejected.
  const checking = store.server.cli('import', file, '--dry-run', ...account)
  const { stdout } = await checking.catch((error: { stdout: string }) => error)
  const onCommandLine = JSON.parse(stdout)

  await using opened = await open(key)
  const { page } = opened
  await page.evaluate('window.ticks = 0; setInterval(() => { window.ticks += 1 })')
  await choose(page, 'intake.csv', intake)
  await said(page, 'Export of this store')
  await page.getByRole('button', { name: /^Import [\d,]+ animals$/ }).waitFor()
  const counts = async () =>
    Promise.all(
      ['Added', 'Updated', 'Unchanged', 'Refused'].map(async (title) =>
        Number((await countOf(page, title)).replaceAll(',', '')),
      ),
    )
  const { added, updated, unchanged, refused } = onCommandLine
  assert.deepEqual(await counts(), [added, updated, unchanged, refused])
  await said(page, 'Column left out')
  await press(page, /^Import [\d,]+ animals$/)
  // The user visits other pages meanwhile.
  await page.getByRole('link', { name: 'Animals', exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Animals', exact: true }).waitFor()
  await page.goBack()
  await said(page, `${added.toLocaleString('en-GB')} animals imported`)
  assert.ok(Number(await page.evaluate('window.ticks')) > 0)
  assert.deepEqual(await counts(), [added, updated, unchanged, refused])
  const pets = await api.call('GET', '/v1/pets?id=1001,1030,1036&limit=100')
  assert.deepEqual(
    pets.map(({ id, name }: { id: number; name: string }) => [id, name]),
    [
      [1001, 'Ginger'],
      [1030, 'Zoë'],
      [1036, 'Grüße'],
    ],
  )
  assertClean(opened)
})

test("while the server does not respond, the page keeps the user's choices and then shows the import to its end", {
  skip,
}, async () => {
  const { key: own } = await api.issueKey(limits)
  await using opened = await open(own)
  const { page } = opened
  await choose(page, 'our animals.csv', spreadsheet)
  await field(page, 'Tag No').selectOption('Animal ID')
  await page.route('**/v1/**', (route) => route.abort())
  await press(page, 'Start dry run')
  await said(page, 'Cannot reach the server')
  assert.equal(await field(page, 'Tag No').inputValue(), 'externalId')
  await page.unroute('**/v1/**')
  await press(page, 'Start dry run')
  await press(page, 'Import 24 animals')
  // The page polls on when responses about the import are lost.
  await page.route('**/v1/**', (route) => route.abort())
  await page.unroute('**/v1/**')
  await said(page, '24 animals imported')
})

test('for an unreadable file, the page says what to do', { skip }, async () => {
  await using opened = await open(key)
  const { page } = opened
  await choose(page, 'animals.xlsx', 'PK\u0003\u0004 …')
  await said(page, 'animals.xlsx cannot be imported')
  await said(page, 'save it as CSV')
  await choose(page, 'animals.csv', '')
  await said(page, 'This file is empty.')
  // Choosing another file replaces it.
  await choose(page, 'columns.csv', 'Colour,Sound\nblack,loud\n')
  await field(page, 'Sound').waitFor()
  await said(page, 'Choose the column that has the animals’ names.')
  assert.ok(await page.getByRole('button', { name: 'Start dry run' }).isDisabled())
  await press(page, 'Cancel')
  await confirmWith(page, 'Cancel the import')
  await said(page, 'Drop your file here')
  assertClean(opened)
})

test('each step of an import is readable on a phone and a desktop, in light and dark, and offered only to permitted users', {
  skip,
}, async () => {
  const { key: own } = await api.issueKey(limits)
  await using opened = await open(own)
  const { page } = opened
  await assertReadable(opened, [{ path, text: 'Export animals' }])
  await choose(page, 'our animals.csv', spreadsheet)
  await field(page, 'Tag No').selectOption('Animal ID')
  const { pathname } = new URL(page.url())
  await assertReadable(opened, [{ path: pathname, text: 'Start dry run' }], 1)
  await press(page, 'Start dry run')
  await page.getByText('Added', { exact: true }).waitFor()
  await assertReadable(opened, [{ path: pathname, text: 'Added' }])
  await press(page, 'Import 24 animals')
  await said(page, '24 animals imported')
  await assertReadable(opened, [
    { path: pathname, text: '24 animals imported' },
    { path, text: 'Earlier imports' },
  ])
  const reader = await api.issueOwnKey({ scopes: ['pets:read'] })
  await using other = await open(reader)
  await said(other.page, 'Read only')
  await other.page.getByRole('button', { name: 'Export animals' }).waitFor()
  assert.equal(await other.page.getByText('Import animals').count(), 0)
})

test('importing an export of the console changes nothing, whatever a name starts with', {
  skip,
}, async () => {
  const { key: own } = await api.issueKey(limits)
  const theirs = apiOf(store.server, own)
  const { id } = await theirs.addPet('=SUM(1)')
  await theirs.addPet("'007")
  await theirs.call('PATCH', `/v1/pets/${id}/profile`, { description: 'Shy.', tags: ['a', '1/2'] })
  const before = await bodyOf(own, '/v1/animals?sort=id')
  await using opened = await open(own)
  const { page } = opened
  const exported = await csvOf(page, 'Export animals')
  await choose(page, 'animals.csv', exported)
  await said(page, 'Export of this store')
  await page.getByRole('button', { name: 'Nothing to import' }).waitFor()
  assert.equal(await countOf(page, 'Unchanged'), '2')
  assert.equal(await bodyOf(own, '/v1/animals?sort=id'), before)
})

test('for a file of an older program, the page asks which column has the ids, and whether the letters are right', {
  skip,
}, async () => {
  const { key: own } = await api.issueKey(limits)
  await using opened = await open(own)
  const { page } = opened
  // Windows-1250.
  const rows = 'Numer;Imi\xea;Rasa\r\nP1;\xa3apka;Beagle\r\nP2;\xafuczek;Beagle\r\n'
  await choose(page, 'psy.csv', Buffer.from(rows, 'latin1'))
  await field(page, 'Imię').selectOption('Name')
  await said(page, 'Which column has the animals’ IDs?')
  const { pathname: columns } = new URL(page.url())
  await assertReadable(opened, [{ path: columns, text: 'Which column' }])
  await press(page, 'Numer: P1, P2')
  await page.getByText('Which column').waitFor({ state: 'detached' })
  assert.ok(await field(page, 'Numer').evaluate((select) => select.matches(':focus')))
  assert.equal(await field(page, 'Numer').inputValue(), 'externalId')
  await press(page, 'Start dry run')
  await said(page, 'Are these right? Imię, Łapka, Żuczek')
  const { pathname } = new URL(page.url())
  await assertReadable(opened, [{ path: pathname, text: 'Are these right?' }])
  await press(page, 'No, these: Imiê, £apka, ¯uczek')
  await page.getByText('Are these right?').waitFor({ state: 'detached' })
  await said(page, 'Windows-1252')
  await press(page, 'Change')
  await page.getByLabel('Letters such as é and ü are').selectOption('windows-1250')
  await said(page, 'Windows-1250')
  await press(page, 'Import 2 animals')
  await said(page, '2 animals imported')
  const names = (await apiOf(store.server, own).call('GET', '/v1/animals?sort=id')).map(
    ({ name }: { name: string }) => name,
  )
  assert.deepEqual(names, ['Łapka', 'Żuczek'])
  assertClean(opened)
})

test('a later file that says that an animal has died shows it, and undo brings the animal back', {
  skip,
}, async () => {
  const { key: own } = await api.issueKey(limits)
  const feed = (status: string) =>
    JSON.stringify({
      animals: [{ ID: 'SL-9001', 'Internal-ID': '9001', Name: 'Quill', Type: 'Dog', Status: status }],
    })
  await using opened = await open(own)
  const { page } = opened
  await choose(page, 'first.json', feed('Available For Adoption'))
  await said(page, '1 of these will appear on your site at once.')
  await press(page, 'Import 1 animal')
  await said(page, 'On your site now: 1')
  const before = await bodyOf(own, '/v1/pets')
  await page.getByRole('link', { name: 'Import and export', exact: true }).first().press('Enter')
  await choose(page, 'later.json', feed('Euthanized'))
  await said(page, 'Left since')
  assert.equal(await countOf(page, 'Left since'), '1')
  assert.equal(await countOf(page, 'Updated'), '1')
  await press(page, 'Import 1 animal')
  await said(page, '0 added, 1 updated')
  assert.match(await bodyOf(own, '/v1/pets'), /"sold"/)
  await press(page, 'Undo this import')
  await confirmWith(page, 'Undo the import')
  await said(page, '0 animals removed, 1 restored.')
  await eventually('the animal is as before', async () => (await bodyOf(own, '/v1/pets')) === before)
  assertClean(opened)
})
