import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserTests } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { apiOf, assertClean, said } from '../harness/console.ts'
import { assertReadable } from '../harness/console-page.ts'

const store = browserTests({ prepare: () => prepare() })
const { skip, key, api } = store
let formId: number

const prepare = async () => {
  const questions = [{ id: 'home', label: 'Your home?', kind: 'longText', required: false }]
  formId = (await api.call('POST', '/v1/forms', { name: 'Dogs', questions })).id
}

const open = (path: string, as = key): Promise<TestPage> => store.open(`/console${path}`, { key: as })

type Applicant = { name: string; email: string }

const apply = async (petId: number, applicant: Applicant): Promise<number> =>
  (await api.call('POST', '/v1/applications', { petId, formId, applicant, answers: {} })).id

const order = async (petId: number, customer: Applicant, note: string): Promise<number> =>
  (await api.call('POST', '/v1/store/orders', { petId, customer, note })).id

const people = (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('link')

test('a person is on one page across applications and adoptions, whatever the case of their email, and is found from each', {
  skip,
}, async () => {
  const [{ id: olive }, { id: hazel }] = [await api.addPet('Olive'), await api.addPet('Hazel')]
  const applied = await apply(olive, { name: 'Zoë Müller', email: 'zoe@example.org' })
  await api.call('PATCH', `/v1/applications/${applied}`, { note: 'Has a large garden.' })
  const ordered = await order(hazel, { name: 'Z. Müller', email: 'Zoe@Example.org' }, 'Calls first')
  await apply(olive, { name: 'Mara Klein', email: 'mara@example.org' })

  const opened = await store.at('/console/people')
  const { page } = opened
  await said(page, '2 people')
  await page.getByRole('searchbox').fill('mull zoe@')
  await said(page, '1 person')
  await page.waitForURL(/q=mull/)
  await page.reload()
  await said(page, '1 person')
  assert.equal(await page.getByRole('searchbox').inputValue(), 'mull zoe@')
  await people(page).press('Enter')
  await page.getByRole('heading', { name: 'Z. Müller' }).waitFor()
  const at = new URL(page.url()).pathname
  for (const text of ['Zoë Müller', 'Has a large garden.', 'Calls first']) await said(page, text)
  await opened.screenshot('person', { fullPage: true })

  await page.getByRole('link', { name: /^Olive New/ }).press('Enter')
  await page.waitForURL(new RegExp(`applications/${applied}$`))
  await page.getByRole('link', { name: '1 application · 1 adoption' }).press('Enter')
  await page.waitForURL(`**${at}`)
  await page.getByRole('link', { name: /^Hazel Awaiting/ }).press('Enter')
  await page.waitForURL(new RegExp(`adoptions/${ordered}$`))
  await page.getByRole('link', { name: '1 application · 1 adoption' }).press('Enter')
  await page.waitForURL(`**${at}`)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill('klein')
  await page.getByRole('option', { name: 'Mara Klein mara@example.org' }).waitFor()
  await page.getByRole('option', { name: /^Mara Klein New/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Mara Klein' }).waitFor()
  assertClean(opened)
})

test("a person's data can be downloaded and, once all cases are closed and after confirmation, erased everywhere", {
  skip,
}, async () => {
  const { id: petId } = await api.addPet('Nutmeg')
  const ada = { name: 'Ada Lovelace', email: 'ada@example.org' }
  const applied = await apply(petId, ada)
  const ordered = await order(petId, ada, 'By train')
  const opened = await store.at('/console/people?q=lovelace')
  const { page } = opened
  await people(page).click()
  await said(page, 'Their data can be erased once every application and adoption is closed.')
  assert.equal(await page.getByRole('button', { name: 'Erase data' }).count(), 0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download their data' }).press('Enter')
  const saved = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'))
  assert.match(JSON.stringify(saved), /By train/)

  await api.call('PATCH', `/v1/applications/${applied}`, { status: 'withdrawn' })
  await api.call('PATCH', `/v1/store/orders/${ordered}`, { status: 'cancelled' })
  const erase = page.getByRole('button', { name: 'Erase data' })
  await erase.press('Enter')
  const question = page.getByRole('dialog')
  const answer = async (name: string) => {
    // It takes the focus once it is open. An earlier key would reach another element.
    await question.locator(':focus').waitFor()
    await question.getByRole('button', { name }).press('Enter')
  }
  await answer('Cancel')
  // The next key must not reach this dialog.
  await question.waitFor({ state: 'detached' })
  await erase.press('Enter')
  await answer('Erase data')
  await page.waitForURL(/people$/)
  await said(page, 'Their data has been erased.')
  assert.equal((await api.call('GET', `/v1/store/orders/${ordered}`)).customer, undefined)
  assert.equal((await api.call('GET', `/v1/applications/${applied}`)).applicant, undefined)
  await page.goBack()
  await said(page, 'Nobody matches this search.')
  assertClean(opened)
})

test('the people pages are readable on a phone and a desktop, in light and dark, full and empty', {
  skip,
}, async () => {
  const empty = await api.issueKey({ plan: 'enterprise' }, { scopes: usual })
  await using none = await open('/people', empty.key)
  await said(none.page, 'Nobody yet')
  const theirs = apiOf(store.server, empty.key)
  const { id: petId } = await theirs.addPet('Pepper')
  for (let at = 0; at < 60; at += 1) {
    const name = at === 7 ? `Anna${' von'.repeat(40)} Ende` : `Person ${at}`
    const applicant = { name, email: `person-${at}@example.org` }
    await theirs.call('POST', '/v1/applications', { petId, formId: 1, applicant, answers: {} })
  }
  await said(none.page, '60 people')
  await none.page.getByText('Person 52').click()
  await said(none.page, 'person-52@example.org')
  const path = new URL(none.page.url()).pathname
  await assertReadable(none, [
    { path: '/console/people', text: '60 people' },
    { path, text: 'First seen on' },
  ])
})

test('users who may not read both applications and adoptions do not see people, and viewers may not erase', {
  skip,
}, async () => {
  const scopes = ['pets:read', 'applications:read']
  await using opened = await open('/animals', await api.issueOwnKey({ scopes }))
  const { page } = opened
  await page.getByRole('link', { name: 'Applications' }).first().waitFor()
  // All links are shown until the console knows who is signed in.
  await page.getByRole('link', { name: 'People' }).waitFor({ state: 'detached' })
  await page.goto(`${store.server.address}/console/people`)
  await said(page, 'Your key does not have the scope orders:read')

  const reader = await api.issueOwnKey({ scopes: [...scopes, 'orders:read'] })
  await using other = await open('/people', reader)
  await people(other.page).first().click()
  await other.page.getByRole('button', { name: 'Download their data' }).waitFor()
  assert.equal(await other.page.getByRole('button', { name: 'Erase data' }).count(), 0)
  assert.equal(await other.page.getByText('can be erased').count(), 0)
})

const usual = ['pets:read', 'pets:write', 'orders:read', 'applications:read', 'applications:create']
