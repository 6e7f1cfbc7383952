import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserTests } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { apiOf, assertClean, assertUsable, said } from '../harness/console.ts'
import { assertReadable } from '../harness/console-page.ts'
import { addPerson, signInAs } from '../harness/console-people.ts'
import { eventually } from '../harness/eventually.ts'

const store = browserTests()
const { skip, key, api } = store

const open = (path: string, as = key): Promise<TestPage> => store.open(`/console/settings${path}`, { key: as })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')

test('an organization can edit its details; errors are shown at their fields, and concurrent edits are not overwritten', {
  skip,
}, async () => {
  const made = await api.issueKey({ plan: 'enterprise' })
  await using opened = await open('/organization', made.key)
  const { page } = opened
  await page.getByLabel('Name').fill('Paws and Whiskers')
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Country').selectOption({ label: 'Germany' })
  await page.getByLabel('City').fill('berl')
  await page.getByRole('option', { name: 'Berlin, Germany', exact: true }).click()
  await said(page, 'Distances are measured from the center of Berlin.')
  await page.getByLabel('Website').fill('paws.example/dogs')
  await press(page, 'Enter coordinates')
  await page.getByLabel('Longitude').fill('')
  await page.getByLabel('Latitude').fill('52,485')
  await said(page, 'Enter both numbers or neither')
  await page.getByLabel('Longitude').fill('13.354')
  await press(page, 'Save')
  await page.locator('[data-error]').first().waitFor()
  await page.getByLabel('Email').fill('hello@paws.example')
  await press(page, 'Save')
  await said(page, 'Saved. Visitors see it immediately.')
  const path = `/v1/organizations/${made.accountId}`
  const { id, ...stored } = await api.call('GET', path)
  assert.equal(id, made.accountId)
  assert.deepEqual(stored, {
    name: 'Paws and Whiskers',
    email: 'hello@paws.example',
    website: 'https://paws.example/dogs',
    address: { city: 'Berlin', country: 'DE' },
    location: { lat: 52.485, lng: 13.354 },
  })

  await page.getByLabel('City').fill('Potsdam')
  const theirs = apiOf(store.server, made.key)
  await theirs.call('PUT', `/v1/accounts/${made.accountId}/organization`, { name: 'Paws' })
  await press(page, 'Save')
  await said(page, 'Somebody else changed this')
  assert.equal(await page.getByLabel('City').inputValue(), 'Potsdam')
  await press(page, 'Show the current version')
  await eventually('the current one is shown', async () => {
    return (await page.getByLabel('Name').inputValue()) === 'Paws'
  })
  assertClean(opened)
})

test('a colleague without admin rights works with the name, the units and the currency of the shelter', {
  skip,
}, async () => {
  await api.issueKey({ plan: 'free' })
  const { shelter } = await api.call('GET', '/v1/me')
  await api.call('PUT', `/v1/accounts/${shelter.id}/organization`, {
    name: 'Riverside Shelter',
    address: { city: 'Springfield', country: 'US' },
  })
  const { id } = await api.addPet('Biscuit')
  await api.call('PATCH', `/v1/pets/${id}/profile`, { species: 'dog', weightGrams: 20_000 })
  for (const role of ['counselor', 'admin']) {
    const kim = { email: `${role}@example.org`, name: `Kim ${role}`, role }
    await addPerson(store, kim)
    await using opened = await store.browser.openPage({
      address: store.server.address,
      path: `/console/animals/${id}?tab=profile`,
    })
    const { page } = opened
    await signInAs(page, kim)
    await page.locator('b', { hasText: 'Riverside Shelter' }).waitFor()
    await page.getByText('44.09 lb').waitFor()
    await page.getByLabel('Weight in lb').waitFor()
    assert.equal(await page.getByLabel('Currency').inputValue(), 'USD')
    assertClean(opened)
  }
})

test("the address fields follow the country, and the map position is set from a city or the browser's position", {
  skip,
}, async () => {
  const made = await api.issueKey({ plan: 'enterprise' })
  const context = {
    permissions: ['geolocation'],
    geolocation: { latitude: 48.20811, longitude: 16.37233 },
  }
  await using opened = await store.open('/console/settings/organization', {
    key: made.key,
    context,
  })
  const { page } = opened
  const labels = async () =>
    (await page.getByRole('region', { name: 'Place' }).locator('label').allInnerTexts()).map((text) => text.trim())
  await said(page, 'There is no map location yet.')
  assert.deepEqual(await labels(), ['Country', 'Street and number', 'Postcode', 'City', 'State or region'])
  await page.getByLabel('Country').selectOption({ label: 'United States' })
  assert.deepEqual(await labels(), ['Country', 'Street and number', 'City', 'State', 'ZIP code'])
  assert.equal(await page.getByLabel('Latitude').count(), 0)

  await page.getByLabel('Country').selectOption({ label: 'Not chosen' })
  await press(page, 'Use my position')
  await said(page, 'Distances are measured from the center of Wien.')
  assert.equal(await page.getByLabel('City').inputValue(), 'Wien')
  assert.equal(await page.getByLabel('Country').inputValue(), 'AT')

  // A city that is typed and saved at once is looked up as well.
  await page.getByLabel('Country').selectOption({ label: 'France' })
  await page.getByLabel('City').fill('Rennes')
  await page.getByLabel('City').press('Enter')
  await said(page, 'Saved. Visitors see it immediately.')
  await said(page, 'Distances are measured from the center of Rennes.')
  const { address } = await api.call('GET', `/v1/organizations/${made.accountId}`)
  assert.deepEqual(address, { city: 'Rennes', country: 'FR' })
  assertClean(opened)
})

test('a form can be created, reordered and changed as a new version, and an earlier version can be restored', {
  skip,
}, async () => {
  const made = await api.issueKey({ plan: 'enterprise' }, { scopes: writing })
  const theirs = apiOf(store.server, made.key)
  await using opened = await open('/forms', made.key)
  const { page } = opened
  await press(page, 'New form')
  await page.getByLabel('Name').fill('Dogs')
  await press(page, 'Add a question')
  // The new question has the focus.
  await page.keyboard.type('Where will the animal live?')
  await press(page, 'Add a question')
  await page.keyboard.type('Your home')
  const second = page.getByRole('listitem', { name: 'Question 2' })
  await second.getByRole('combobox', { name: 'Answer' }).click()
  await page.getByRole('option', { name: 'One of several' }).click()
  assert.ok(await page.getByRole('button', { name: 'Save as a draft' }).isDisabled())
  await second.getByLabel('Options').fill('House\n\nFlat')
  await second.getByLabel('Required').press('Space')
  await press(page, 'Move up question 2')
  await page.getByRole('link', { name: 'Preview' }).press('Enter')
  await page.getByRole('radiogroup', { name: 'Your home' }).getByLabel('Flat').waitFor()
  await press(page, 'Save as a draft')
  await page.getByRole('heading', { name: 'Dogs' }).waitFor()
  await page.getByText('Applicants don’t see these questions yet.').waitFor()
  const path = `/v1/forms/${page.url().match(/forms\/(\d+)/)?.[1]}`
  const home = { id: 'q2', label: 'Your home', kind: 'choice', required: true }
  const first = [
    { ...home, options: ['House', 'Flat'] },
    { id: 'q1', label: 'Where will the animal live?', kind: 'text', required: false },
  ]
  const asked = async () => (await theirs.call('GET', path)).questions
  assert.deepEqual(
    (await asked()).map(({ label }: { label: string }) => label),
    first.map(({ label }) => label),
  )

  await page.getByRole('textbox', { name: 'Question 1' }).fill('Home?')
  await press(page, 'Remove question 2')
  await press(page, 'Save')
  await said(page, 'Saved as version 2.')
  const [changed, ...others] = await asked()
  assert.equal(changed.label, 'Home?')
  assert.deepEqual(others, [])
  await page.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: '1', exact: true }).click()
  await page.waitForURL(/version=1/)
  await page.reload()
  await press(page, 'Use this version again')
  await said(page, 'Saved as version 3.')
  const labels = (await asked()).map(({ label }: { label: string }) => label)
  assert.deepEqual(labels, ['Your home', 'Where will the animal live?'])
  await page.getByRole('link', { name: 'All forms' }).press('Enter')
  await page.getByRole('link', { name: /Dogs.*version 3.*Draft/ }).press('Enter')
  await page.getByRole('combobox', { name: 'For these animals' }).fill('Dog')
  await page.getByRole('option', { name: 'Dog', exact: true }).click()
  assert.ok(await page.getByRole('button', { name: 'Put it in use' }).isDisabled())
  await press(page, 'Save')
  // A click waits until the button is enabled.
  await page.getByRole('button', { name: 'Put it in use' }).click()
  await said(page, 'Applicants now see these questions.')
  const { state, species, version } = await theirs.call('GET', path)
  assert.deepEqual([state, species, version], ['inUse', ['dog'], 3])
  await opened.screenshot('console-form-in-use')
  await assertUsable(opened, 'a form in use')
  await page.getByRole('link', { name: 'All forms' }).press('Enter')
  await page.getByRole('link', { name: /Dogs.*version 3.*only for: dog.*In use/ }).waitFor()
  await page.getByRole('link', { name: /every shelter.*In use/ }).waitFor()
  assertClean(opened)
})

test('leaving a page with unsaved text always asks for confirmation', {
  skip,
}, async () => {
  const made = await api.issueKey({ plan: 'enterprise' }, { scopes: [...writing, 'orders:read', 'orders:write'] })
  await using opened = await open('/forms', made.key)
  const { page } = opened
  const settings = page.getByRole('navigation', { name: 'Settings' })
  const goTo = (name: string) => settings.getByRole('link', { name }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  // A click, because a dialog that has just opened may still move the focus.
  const answer = async (name: string) => {
    await question.getByRole('button', { name }).click()
    await question.waitFor({ state: 'detached' })
  }
  const keep = () => answer('Keep editing')
  const isAt = (path: RegExp) => page.waitForURL(path)

  await goTo('Organization')
  await page.getByLabel('City').fill('Berlin')
  await goTo('Forms')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.goBack()
  await keep()
  await isAt(/settings\/organization$/)
  assert.equal(await page.getByLabel('City').inputValue(), 'Berlin')
  page.once('dialog', (dialog) => void dialog.dismiss())
  const closing = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  assert.equal((await closing).type(), 'beforeunload')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Sign out')
  await page.getByRole('option', { name: 'Sign out' }).click()
  await keep()
  assert.equal(await page.getByLabel('City').inputValue(), 'Berlin')
  // The page may render once more before the browser goes back.
  await page.evaluate(() => {
    window.history.back = () => {}
  })
  await page.goBack()
  await answer('Leave')
  await page.getByLabel('City').fill('Hamburg')
  await page.evaluate(() => History.prototype.back.call(window.history))
  await isAt(/settings\/forms$/)
  await page.evaluate(() => Reflect.deleteProperty(window.history, 'back'))

  await press(page, 'New form')
  await press(page, 'Add a question')
  await page.keyboard.type('Your home')
  await page.getByRole('link', { name: 'Preview' }).press('Enter')
  await goTo('Organization')
  await keep()
  await press(page, 'Save as a draft')
  await isAt(/settings\/forms\/\d+/)
  await page.getByRole('textbox', { name: 'Question 1' }).fill('Where?')
  await press(page, 'Save')
  await said(page, 'Saved as version 2.')
  await page.getByRole('textbox', { name: 'Question 1' }).fill('Where exactly?')
  await page.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: '1', exact: true }).click()
  await answer('Leave')
  await isAt(/version=1/)

  await goTo('Documents')
  await page.getByLabel('Title').fill('Our contract')
  await page.getByRole('link', { name: 'Return slip' }).press('Enter')
  await isAt(/of=returnSlip/)
  await goTo('Organization')
  await answer('Leave')
  await isAt(/settings\/organization$/)
  await page.getByLabel('City').waitFor()
  await goTo('Documents')
  await isAt(/settings\/documents$/)
  assert.equal(await question.count(), 0)
  assertClean(opened)
})

test('text typed while a page is being saved is not lost', { skip }, async () => {
  const made = await api.issueKey({ plan: 'enterprise' }, { scopes: [...writing, 'admin'] })
  const theirs = apiOf(store.server, made.key)
  const questions = [{ id: 'q1', label: 'Where?', kind: 'text', required: false }]
  const form = await theirs.call('POST', '/v1/forms', { name: 'Dogs', questions })
  await using opened = await open('/organization', made.key)
  const { page } = opened
  const whileSaved = async (button: string, type: () => Promise<void>, message: string) => {
    const typed = Promise.withResolvers<void>()
    await page.route('**/v1/**', async (route) => {
      if (route.request().method() === 'PUT') await typed.promise
      await route.continue()
    })
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await press(page, button)
    await sent
    await type()
    typed.resolve()
    await said(page, message)
    await page.unrouteAll({ behavior: 'wait' })
  }
  const city = page.getByLabel('City')
  await city.fill('Berlin')
  await whileSaved('Save', () => city.fill('Potsdam'), 'Saved. Visitors see it immediately.')
  await said(page, 'Not saved yet')
  assert.equal(await city.inputValue(), 'Potsdam')

  await page.goto(`${store.server.address}/console/settings/forms/${form.id}`)
  const question = page.getByRole('textbox', { name: 'Question 1' })
  await question.fill('Where exactly?')
  const more = () => question.fill('Where, exactly?')
  await whileSaved('Save', more, 'Saved as version 2.')
  assert.equal(await question.inputValue(), 'Where, exactly?')
  await press(page, 'Save')
  await said(page, 'Saved as version 3.')
  const [{ label }] = (await theirs.call('GET', `/v1/forms/${form.id}`)).questions
  assert.equal(label, 'Where, exactly?')
})

test('for staff, the shared form is the default once a shelter has its own for all animals', {
  skip,
}, async () => {
  await using opened = await open('/forms')
  const { page } = opened
  await page.getByRole('link', { name: /every shelter/ }).waitFor()
  const question = { id: 'why', label: 'Why?', kind: 'longText' }
  await api.call('POST', '/v1/forms', { name: 'Everybody', questions: [question] })
  await page.reload()
  await page.getByRole('link', { name: /Everybody.*In use/ }).waitFor()
  await page.getByRole('link', { name: /every shelter.*Default/ }).waitFor()
})

test('a shelter can read and copy the shared form, but not change it', { skip }, async () => {
  const made = await api.issueKey({ plan: 'enterprise' }, { scopes: writing })
  await using opened = await open('/forms/1', made.key)
  const { page } = opened
  await said(page, 'This form is used by every shelter without its own form.')
  assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0)
  await press(page, 'Make a copy')
  await page.getByRole('listitem', { name: 'Question 1' }).waitFor()
  await press(page, 'Save as a draft')
  await press(page, 'Put it in use')
  await page.getByRole('button', { name: 'Make it a draft' }).waitFor()
  await page.goto(`${store.server.address}/console/settings/forms`)
  await page.getByRole('link', { name: /version 1.*In use/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: /every shelter.*In use/ }).count(), 0)
})

test('the settings of a shelter are readable on a phone and a desktop, in light and dark', {
  skip,
}, async () => {
  await using opened = await open('/forms')
  await assertReadable(opened, [
    { path: '/console/settings/organization', text: 'Adoption policy' },
    { path: '/console/settings/forms', text: 'In use' },
    { path: '/console/settings/forms/1', text: 'Question 1' },
    { path: '/console/settings/forms/1?view=preview', text: 'A few questions' },
  ])
  assertClean(opened)
})

test('users who may not change a shelter see no controls to change it', { skip }, async () => {
  const reader = await api.issueOwnKey({ scopes: ['pets:read', 'applications:read'] })
  await using opened = await open('/forms', reader)
  const { page } = opened
  await said(page, 'Read only')
  assert.equal(await page.getByRole('button', { name: 'New form' }).count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Organization' }).count(), 0)
})

const writing = ['pets:read', 'pets:write', 'applications:read', 'applications:write']
