import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserTests, onDesk, onPhone } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { assertClean, assertUsable } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'

const store = browserTests({ pages: onDesk, prepare: () => prepare() })
const { skip, api, at } = store
let formId: number

const prepare = async () => {
  const questions = [
    { id: 'home', label: 'Where will the animal live?', kind: 'longText', required: true },
    { id: 'alone', label: 'Hours alone each day', kind: 'number', required: false },
    { id: 'garden', label: 'Is there a garden?', kind: 'yesNo', required: false },
  ]
  formId = (await api.call('POST', '/v1/forms', { name: 'Dogs', questions })).id
}

const open = (path: string, screen: object = {}): Promise<TestPage> => store.open(`/console${path}`, screen)

let applicants = 0
const apply = async (petId: number, name: string, answers: object = {}): Promise<number> => {
  applicants += 1
  const applicant = { name, email: `person-${applicants}@example.org`, phone: '+49 30 1234' }
  const body = { petId, formId, applicant, answers: { home: 'A house', ...answers } }
  return (await api.call('POST', '/v1/applications', body)).id
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('an application can be read, advanced, annotated and approved by keyboard, and another tab shows it at once', {
  skip,
}, async () => {
  const { id: petId } = await api.addPet('Biscuit')
  const id = await apply(petId, 'Jana <img src=x> Sommer', { alone: 5, garden: true })
  const other = await apply(petId, 'Tomás Alves')
  await using second = await open('/applications')
  await using opened = await open('/applications')
  const { page } = opened
  await page.getByRole('link', { name: /To review 2/ }).waitFor()
  // The count appears before the list has loaded.
  for (const name of [/Jana/, /Tomás/]) await page.getByRole('link', { name }).waitFor()
  await opened.screenshot('applications-inbox')
  await page.keyboard.press('j')
  await heading(page, 'Jana <img src=x> Sommer').waitFor()
  assert.ok(page.url().endsWith(`/applications/${id}`))
  for (const text of ['Where will the animal live?', 'A house', 'Hours alone each day', 'Yes'])
    await page.getByText(text, { exact: true }).waitFor()
  await page.keyboard.press('j')
  await heading(page, 'Tomás Alves').waitFor()
  await page.keyboard.press('k')
  await heading(page, 'Jana <img src=x> Sommer').waitFor()
  await opened.screenshot('applications-open', { fullPage: true })
  await assertUsable(opened, 'an application')
  await page.emulateMedia({ colorScheme: 'dark' })
  await opened.screenshot('applications-dark', { fullPage: true })
  await assertUsable(opened, 'an application in the dark')

  await page.getByRole('button', { name: 'Start review' }).press('Enter')
  await page.getByRole('button', { name: 'Home visit' }).waitFor()
  await second.page.getByRole('link', { name: /In progress 1/ }).waitFor()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Called her.')
  await page.getByRole('button', { name: 'Save note' }).press('Enter')
  await eventually('the note is kept', async () => {
    return (await api.call('GET', `/v1/applications/${id}`)).note === 'Called her.'
  })
  await page.getByRole('button', { name: 'Home visit' }).press('Enter')
  await page.getByRole('button', { name: 'Reference check' }).waitFor()
  await page.getByRole('button', { name: 'Approve…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /Approve Jana/ })
  await dialog.getByRole('checkbox').press('Space')
  assert.deepEqual(await opened.axe(), [], 'the dialog of an approval')
  await dialog.getByRole('button', { name: 'Approve' }).press('Enter')
  await page.waitForURL(/adoptions\/\d+$/)
  const [order] = await api.call('GET', `/v1/store/orders?petId=${petId}`)
  assert.equal(order.applicationId, id)
  assert.equal((await api.call('GET', `/v1/applications/${other}`)).status, 'declined')
  await second.page.getByRole('link', { name: 'Closed' }).click()
  await second.page.getByText('Tomás Alves').waitFor()
  assertClean(opened)
})

test('tab, search and the open application are in the URL, and survive reload and Back', {
  skip,
}, async () => {
  const { id: petId } = await api.addPet('Olive')
  const id = await apply(petId, 'Ruth Bergmann')
  await api.call('PATCH', `/v1/applications/${id}`, { status: 'inReview' })
  await apply(petId, 'Zoë Müller')
  const { page } = await at('/console/applications?tab=progress')
  await page.getByRole('searchbox').fill('berg')
  await page.waitForURL(/q=berg/)
  await page.getByRole('link', { name: /Ruth Bergmann/ }).click()
  await heading(page, 'Ruth Bergmann').waitFor()
  await page.reload()
  await heading(page, 'Ruth Bergmann').waitFor()
  assert.equal(await page.getByRole('searchbox').inputValue(), 'berg')
  await page.goBack()
  await page.getByText('Choose an application').waitFor()
  await page.getByRole('link', { name: /Ruth Bergmann/ }).waitFor()
  await page.getByRole('searchbox').fill('nobody at all')
  await page.getByText('No applications match these filters.').waitFor()
})

test('applications for one animal stand side by side; a phone shows the list or one of them', {
  skip,
}, async () => {
  const { id: petId } = await api.addPet('Hazel')
  await apply(petId, 'Ines Duarte', { alone: 3 })
  await apply(petId, 'Pavel Novák', { garden: false })
  const desk = await at(`/console/applications/compare/${petId}`)
  const row = desk.page.getByRole('row').filter({ hasText: 'Hours alone each day' })
  await row.waitFor()
  assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['3', '–'])
  await desk.screenshot('applications-compared')
  await assertUsable(desk, 'applications side by side')

  await using phone = await open('/applications', onPhone)
  const { page } = phone
  await page.getByRole('link', { name: /Ines Duarte/ }).click()
  await heading(page, 'Ines Duarte').waitFor()
  assert.equal(await page.getByRole('searchbox').count(), 0)
  const approve = page.getByRole('button', { name: 'Approve…' })
  assert.ok(await approve.isVisible())
  const box = await approve.boundingBox()
  assert.ok(box && box.y + box.height <= 812, 'the decision is on the first screen')
  await phone.screenshot('applications-phone')
  await assertUsable(phone, 'an application on a phone')
  await page.getByRole('link', { name: 'All applications' }).click()
  await page.getByRole('searchbox').waitFor()
  await assertUsable(phone, 'the inbox on a phone')
  await page.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  await sheet.getByRole('link', { name: 'People' }).waitFor()
  const { height = 812 } = (await sheet.boundingBox()) ?? {}
  assert.ok(height < 406, `as high as its content, and not ${height} px`)
})

test('Today shows pending tasks live, and each number links to its list', {
  skip,
}, async () => {
  const opened = await at('/console/today')
  const { page } = opened
  const figure = (label: string) => page.getByRole('link', { name: new RegExp(`^\\d+ ?${label}$`) })
  const shown = async (label: string) => Number.parseInt(await figure(label).innerText(), 10)
  await figure('Applications to review').waitFor()
  const before = await shown('Applications to review')
  const bare = await shown('Available without a photo')
  const { id: petId } = await api.addPet('Nutmeg')
  await apply(petId, 'Lea Hoffmann')
  await eventually('both are counted', async () => {
    const now = [await shown('Applications to review'), await shown('Available without a photo')]
    return now[0] === before + 1 && now[1] === bare + 1
  })
  await opened.screenshot('today', { fullPage: true })
  await assertUsable(opened, 'today')
  await figure('Available without a photo').press('Enter')
  await page.waitForURL(/animals\?.*photo=false/)
  await page.goBack()
  await figure('Applications to review').press('Enter')
  await page.getByRole('link', { name: /Lea Hoffmann/ }).waitFor()
  assertClean(opened)
})

test('users who may not read applications do not see the page', { skip }, async () => {
  const { account } = await api.call('GET', '/v1/me')
  const request = { name: 'reader', scopes: ['pets:read'] }
  const reader = (await api.call('POST', `/v1/accounts/${account.id}/keys`, request)).key
  await using opened = await store.open('/console/animals', { key: reader })
  const { page } = opened
  const [animals, applications] = ['Animals', 'Applications'].map((name) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }),
  )
  await animals?.waitFor()
  assert.equal(await applications?.count(), 0)
  // The same holds until the server has said who is signed in.
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/me', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await page.reload()
  await asked.promise
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
  assert.equal(await applications?.count(), 0)
  held.resolve()
  await animals?.waitFor()
  assert.equal(await applications?.count(), 0)
})
