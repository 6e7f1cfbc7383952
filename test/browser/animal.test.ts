import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { browserTests, onDesk } from '../harness/browser-tests.ts'
import { assertClean, assertFits, assertUsable, said } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'

const store = browserTests({ pages: onDesk })
const { skip, api } = store
const open = (id: number, key = store.key) => store.open(`/console/animals/${id}`, { key })
const at = (id: number, query = '') => store.at(`/console/animals/${id}${query}`)

const saved = (page: Page) => page.locator('[data-save="saved"]').first().waitFor()
const profileOf = (id: number) => api.call('GET', `/v1/pets/${id}/profile`)

test('a bare animal can be published by keyboard: photos, profile and the missing fields', {
  skip,
}, async () => {
  const { id } = await api.addPet('Biscuit')
  await using opened = await open(id)
  const { page } = opened
  const site = page.getByRole('region', { name: 'On the public site' })
  await site.getByText('required').waitFor()
  assert.ok(await site.getByRole('button', { name: 'Publish' }).isDisabled())
  await assertUsable(opened, 'an animal of which nothing is known')

  const files = await Promise.all([jpeg(640, 480), jpeg(480, 640)])
  await page
    .getByLabel('Add photos')
    .setInputFiles(files.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer })))
  await page.getByRole('button', { name: 'Photo 2 of 2' }).waitFor()
  await page.getByLabel('Story of Biscuit').fill('Follows her *nose*.')
  await page.getByLabel('Story of Biscuit').blur()
  await saved(page)

  await page.getByRole('link', { name: 'Profile' }).press('Enter')
  await page.getByRole('combobox', { name: 'Species' }).press('ArrowDown')
  const dog = page.getByRole('option', { name: 'Dog', exact: true })
  await dog.waitFor()
  await eventually('an arrow has reached the dog', async () => {
    if ((await dog.getAttribute('data-combobox-selected')) !== null) return true
    await page.keyboard.press('ArrowDown')
    return false
  })
  await page.keyboard.press('Enter')
  await dog.waitFor({ state: 'hidden' })
  const cats = page.getByRole('radiogroup', { name: 'Cats' })
  await cats.getByRole('radio', { name: 'No', exact: true }).focus()
  await page.keyboard.press('ArrowLeft')
  await cats.getByRole('radio', { name: 'Yes', exact: true, checked: true }).waitFor({ state: 'attached' })
  await page.getByLabel('Weight in kg').fill('14.2')
  await page.getByLabel('Adoption fee').fill('220')
  await page.getByRole('combobox', { name: 'Tags' }).fill('playful')
  await page.keyboard.press('Enter')
  await page.getByText('playful', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Tags' }).blur()
  await eventually('all of it is saved', async () => {
    const { species, weightGrams, fee, tags, goodWith, description } = await profileOf(id)
    return isDeepStrictEqual(
      { species, weightGrams, fee, tags, cats: goodWith.cats, description },
      {
        species: 'dog',
        weightGrams: 14_200,
        fee: { amount: 22_000, currency: 'EUR' },
        tags: ['playful'],
        cats: true,
        description: 'Follows her *nose*.',
      },
    )
  })
  await opened.screenshot('animal-profile', { fullPage: true })
  await assertUsable(opened, 'the profile of an animal')

  await page.goBack()
  await site.getByRole('button', { name: 'Publish' }).press('Enter')
  await site.getByText('Published', { exact: true }).waitFor()
  assert.equal((await store.server.fetch(`/adopt/${id}-biscuit`)).status, 200)
  await page.emulateMedia({ colorScheme: 'dark' })
  await opened.screenshot('animal-dark', { fullPage: true })
  await assertUsable(opened, 'an animal in the dark')
  await page.setViewportSize({ width: 375, height: 812 })
  await opened.screenshot('animal-phone', { fullPage: true })
  await assertFits(opened, 'an animal on a phone')
  assertClean(opened)
})

test('photos can be described, cropped, reordered and removed by keyboard, and a file that is not an image shows an error', {
  skip,
}, async () => {
  const { id } = await api.addPet('Olive')
  const opened = await at(id)
  const { page } = opened
  const image = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await jpeg(400, 300) }
  const text = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no image') }
  const other = { ...image, buffer: await jpeg(300, 400) }
  await page.getByLabel('Add photos').setInputFiles([image, text, other])
  await said(page, 'notes.jpg was not added')
  await page.getByRole('button', { name: 'Dismiss notes.jpg' }).press('Enter')

  await page.getByRole('button', { name: 'Photo 2 of 2' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Photo of Olive' })
  await dialog.getByLabel('Description').fill('Olive sleeps')
  await dialog.getByRole('button', { name: /Point to keep in view/ }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await opened.screenshot('animal-photo')
  assert.deepEqual(await opened.axe(), [], 'the dialog of a photo')
  // A click outside the dialog does not lose what was typed.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await dialog.getByRole('button', { name: 'Make main photo' }).press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Photo 1 of 2: Olive sleeps' }).waitFor()
  const [first, second] = await api.call('GET', `/v1/pets/${id}/photos`)
  assert.deepEqual([first.alt, first.focus], ['Olive sleeps', { x: 0.55, y: 0.45 }])

  await page.getByRole('button', { name: 'Photo 2 of 2' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete this photo?' })
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('button', { name: 'Photo 1 of 1: Olive sleeps' }).waitFor()
  assert.equal((await store.server.fetch(`/v1/photos/${second.id}`)).status, 401)
  assertClean(opened)
})

test('concurrent changes are never lost: different fields are merged, and the user chooses for the same field', {
  skip,
}, async () => {
  const { id } = await api.addPet('Hazel')
  const path = `/v1/pets/${id}/profile`
  await api.call('PATCH', path, { species: 'cat', description: 'First.' })
  const opened = await at(id)
  const { page } = opened
  const story = page.getByLabel('Story of Hazel')
  await eventually('the story is shown', async () => (await story.inputValue()) === 'First.')
  // A colleague's change arrives between typing and saving, however long typing takes.
  const meanwhile = async (typed: string, change: object) => {
    const changed = Promise.withResolvers<void>()
    await page.route(`**${path}`, async (route) => {
      await changed.promise
      await route.continue()
    })
    await story.press('Control+End')
    await story.pressSequentially(typed)
    await api.call('PATCH', path, change)
    await story.blur()
    changed.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
  await meanwhile(' Mine.', { sex: 'female' })
  await eventually('it is saved', async () => {
    const { description } = await profileOf(id)
    return description === 'First. Mine.'
  })
  await saved(page)
  const merged = await profileOf(id)
  assert.deepEqual([merged.sex, merged.description], ['female', 'First. Mine.'])

  await meanwhile(' More.', { description: 'Theirs.' })
  await said(page, 'Somebody else changed this too.')
  assert.equal((await profileOf(id)).description, 'Theirs.')
  assert.equal(await story.inputValue(), 'First. Mine. More.')
  await page.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await saved(page)
  assert.equal((await profileOf(id)).description, 'First. Mine. More.')
})

test('a page that reloads a profile while saving it keeps its state, and shows the saved values and the changes of others', {
  skip,
}, async () => {
  const { id } = await api.addPet('Clover')
  const path = `/v1/pets/${id}/profile`
  const opened = await at(id)
  const { page } = opened
  const reading = Promise.withResolvers<void>()
  const saving = Promise.withResolvers<void>()
  await page.getByLabel('Story of Clover').fill('Mine.')
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'GET') {
      reading.resolve()
      await saving.promise
      return route.continue().catch(() => {})
    }
    // The event makes the page read the saved data before the response to the save arrives.
    const response = await route.fetch()
    await reading.promise
    await api.call('PATCH', path, { sex: 'female' })
    await route.fulfill({ response })
  })
  await page.getByLabel('Story of Clover').blur()
  await saved(page)
  saving.resolve()
  await page.getByText('Female').first().waitFor()
  assert.equal(await page.getByLabel('Story of Clover').inputValue(), 'Mine.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  assertClean(opened)
})

test('a field that the server rejects is marked and kept, and the others are saved', {
  skip,
}, async () => {
  const { id } = await api.addPet('Juniper')
  const opened = await at(id, '?tab=profile')
  const { page } = opened
  await page.getByLabel('Microchip').fill('12')
  await page.getByLabel('ID in another system').fill('A-7')
  await page.getByLabel('ID in another system').blur()
  const field = page.getByLabel('Microchip')
  await eventually('it is marked', async () => (await field.getAttribute('aria-invalid')) === 'true')
  assert.equal(await field.inputValue(), '12')
  await eventually('the other is saved', async () => (await profileOf(id)).externalId === 'A-7')
  await page.getByText('Not saved: see the fields marked below').waitFor()
  await field.fill('276098102345678')
  await field.blur()
  await saved(page)
  assert.equal((await profileOf(id)).microchip, '276098102345678')
})

test('offline the page says that changes are not saved, and saves them when the connection is back', {
  skip,
}, async () => {
  const { id } = await api.addPet('Pepper')
  const opened = await at(id)
  const { page, context } = opened
  const story = page.getByLabel('Story of Pepper')
  await story.waitFor()
  await context.setOffline(true)
  await page.waitForFunction('!navigator.onLine')
  await story.fill('Written in the cellar.')
  await story.blur()
  await page.locator('[data-save="failed"]').waitFor()
  await context.setOffline(false)
  await saved(page)
  assert.equal((await profileOf(id)).description, 'Written in the cellar.')
})

test('users who may not change an animal can see it, without actions that would be rejected', {
  skip,
}, async () => {
  const { id } = await api.addPet('Bruno')
  const { key: other } = await api.issueKey()
  const { account } = await api.call('GET', '/v1/me')
  const scopes = ['pets:read', 'listings:read']
  const request = { name: 'reader', scopes }
  const { key: reader } = await api.call('POST', `/v1/accounts/${account.id}/keys`, request)
  for (const own of [other, reader]) {
    await using opened = await open(id, own)
    const { page } = opened
    await page.getByRole('heading', { name: 'Bruno' }).waitFor()
    await said(page, 'This animal has no story yet.')
    for (const name of ['Publish', 'Add photos', 'Actions for Bruno']) {
      assert.equal(await page.getByLabel(name).or(page.getByRole('button', { name })).count(), 0)
    }
    assert.equal(await page.getByRole('link', { name: 'Profile' }).count(), 0)
    if (own === reader) await assertUsable(opened, 'an animal for a reader')
  }
})

test('another animal with the same microchip is named, and found by that number with Ctrl K', {
  skip,
}, async () => {
  const [one, other] = [await api.addPet('Chippy'), await api.addPet('Copy')]
  await api.call('PATCH', `/v1/pets/${one.id}/profile`, { microchip: '276098102345671' })
  const opened = await at(other.id, '?tab=profile')
  const { page } = opened
  const field = page.getByLabel('Microchip')
  // As it is printed on paper.
  await field.fill('276 098 102-345 671')
  assert.equal(await field.inputValue(), '276098102345671')
  await field.blur()
  const link = page.getByRole('link', { name: `Chippy (#${one.id})` })
  await link.waitFor()
  await assertFits(opened, 'a profile with the microchip of another')
  await field.fill('276098102345672')
  await link.waitFor({ state: 'hidden' })
  await field.blur()
  await saved(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill('276 098 102 345 671')
  await page.getByRole('option', { name: /Chippy/ }).waitFor()
})
