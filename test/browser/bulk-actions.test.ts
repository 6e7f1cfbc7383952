import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserTests, onPhone } from '../harness/browser-tests.ts'
import { apiOf, assertClean, assertUsable, said } from '../harness/console.ts'
import { assertNothingCovered } from '../harness/covered.ts'
import { eventually } from '../harness/eventually.ts'

const store = browserTests()
const { skip, api: operator } = store
const BATCH = 100

/** The console of a new account with `count` animals, of which the first `known` are dogs. */
const shelterOf = async (
  { count, known = 0 }: { count: number; known?: number },
  options: Parameters<typeof store.open>[1] = {},
) => {
  const limits = { plan: 'enterprise', perMinute: 100_000, perDay: 10_000_000 }
  const { key } = await operator.issueKey(limits)
  const api = apiOf(store.server, key)
  for (let at = 0; at < count; at += BATCH) {
    const size = Math.min(BATCH, count - at)
    const pets = Array.from({ length: size }, (_, n) => ({ name: `Pet ${at + n}`, categoryId: 1 }))
    const { results } = await api.call('POST', '/v1/pets:batch', { pets })
    const dogs = results.slice(0, Math.max(0, known - at))
    const profiles = dogs.map((one: { pet: { id: number } }) => ({
      petId: one.pet.id,
      species: 'dog',
    }))
    if (profiles.length > 0) await api.call('POST', '/v1/profiles:batch', { profiles })
  }
  const opened = await store.open('/console/animals?sort=id', { key, ...options })
  await opened.page.getByRole('grid', { name: 'Animals' }).getByRole('link').first().waitFor()
  const found = async (query: string): Promise<number> => (await api.call('GET', `/v1/animals/counts?${query}`)).total
  return { api, opened, page: opened.page, found }
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected animals' })
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all' }).click()
const press = (page: Page, label: string) => bar(page).getByRole('button', { name: label, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const agree = (page: Page, label: string) => dialog(page).getByRole('button', { name: label }).click()

const choose = async (page: Page, species: string) => {
  await dialog(page).getByRole('combobox', { name: 'Species' }).fill(species)
  await page.getByRole('option', { name: species, exact: true }).click()
}

const requestsOf = (page: Page): string[] => {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) sent.push(`${request.method()} ${pathname}`)
  })
  return sent
}

test('a thousand animals get their species and are published in one go, with at most 25 requests', {
  skip,
}, async () => {
  const { opened, page, found } = await shelterOf({ count: 1_000 })
  await using _ = opened
  const sent = requestsOf(page)
  await selectAll(page)
  await said(page, '1,000 selected')
  await press(page, 'Publish')
  await dialog(page).getByText('Publish 1,000 animals?').waitFor()
  await dialog(page)
    .getByText(/^Their species is unknown/)
    .waitFor()
  await assertUsable(opened, 'the question')
  assert.equal(await found('published=true'), 0, 'nothing happens before the confirmation')
  await choose(page, 'Dog')
  await agree(page, 'Publish')
  await said(page, '1,000 animals published.')
  assert.ok(sent.length <= 25, sent.join('\n'))
  assert.equal(await found('published=true&species=dog'), 1_000)
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually('it is undone', async () => (await found('published=false')) === 1_000)
  assertClean(opened)
})

test('animals that could not be changed are grouped by reason and stay selected', {
  skip,
}, async () => {
  const { opened, page, found } = await shelterOf({ count: 150, known: 40 })
  await using _ = opened
  await selectAll(page)
  await said(page, '150 selected')
  await press(page, 'Publish')
  await dialog(page)
    .getByText(/^The species of 110 animals among them is unknown/)
    .waitFor()
  await agree(page, 'Publish')
  await dialog(page).getByText('Publish: 110 animals could not be changed').waitFor()
  const reasons = dialog(page).getByRole('listitem')
  assert.equal(await reasons.count(), 1)
  assert.match(await reasons.innerText(), /110 animals[\s\S]*Species[\s\S]*and 102 more/)
  await opened.screenshot('console-bulk-failures')
  await assertUsable(opened, 'the reasons')
  await page.keyboard.press('Escape')
  await said(page, '110 selected')
  assert.equal(await found('published=true'), 40)
  assertClean(opened)
})

test('species, breed, tags and fee of several animals can be changed at once, and tags can be removed', {
  skip,
}, async () => {
  const { opened, page, api } = await shelterOf({ count: 3 })
  await using _ = opened
  const [first] = await api.call('GET', '/v1/animals?sort=id&limit=1')
  await api.call('PATCH', `/v1/pets/${first.id}/profile`, { tags: ['calm', 'shy'] })
  await page.getByRole('grid').getByText('shy').first().waitFor()
  await selectAll(page)
  await press(page, 'Change details')
  await choose(page, 'Cat')
  await dialog(page).getByRole('combobox', { name: 'Breed' }).fill('Siamese')
  await dialog(page).getByRole('combobox', { name: 'Add tags' }).fill('quiet')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('combobox', { name: 'Remove tags' }).fill('shy')
  await page.keyboard.press('Enter')
  await opened.screenshot('console-bulk-details')
  await assertUsable(opened, 'the details')
  await agree(page, 'Change 3 animals')
  await said(page, '3 animals changed.')
  const profileOf = () => api.call('GET', `/v1/pets/${first.id}/profile`)
  const changed = await profileOf()
  assert.deepEqual(
    [changed.species, changed.breeds.primary, changed.tags, changed.published],
    ['cat', 'Siamese', ['calm', 'quiet'], false],
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually('it is undone', async () => {
    const { species, tags } = await profileOf()
    return species === null && tags.join() === 'calm,shy'
  })
  await selectAll(page)
  await press(page, 'Change details')
  await dialog(page).getByLabel('Adoption fee').fill('150')
  await agree(page, 'Change 3 animals')
  await said(page, '3 animals changed.')
  assert.deepEqual((await profileOf()).fee, { amount: 15_000, currency: 'EUR' })
  assertClean(opened)
})

test('it waits while the account has no requests left, says so, and can be stopped', {
  skip,
}, async () => {
  const { opened, page, found } = await shelterOf({ count: 300, known: 300 })
  await using _ = opened
  await page.clock.install()
  let answers = 0
  await page.route('**/v1/profiles:batch', async (route) => {
    const response = await route.fetch()
    answers += 1
    const limits = { ratelimit: '"minute";r=12;t=40, "day";r=900;t=4000' }
    const policy = { 'ratelimit-policy': '"minute";q=60;w=60, "day";q=1000;w=86400' }
    await route.fulfill({ response, headers: { ...response.headers(), ...limits, ...policy } })
  })
  await selectAll(page)
  await press(page, 'Publish')
  await agree(page, 'Publish')
  await dialog(page)
    .getByText(/limit for this minute is used up. Continuing in (40|39) s/)
    .waitFor()
  await dialog(page).getByText('100 of 300 animals done').waitFor()
  await opened.screenshot('console-bulk-waiting')
  await assertUsable(opened, 'waiting')
  assert.equal(answers, 1)
  await page.clock.fastForward(41_000)
  await dialog(page).getByText('200 of 300 animals done').waitFor()
  await agree(page, 'Stop')
  await said(page, '200 animals published.')
  await said(page, '100 selected')
  assert.equal(await found('published=true'), 200)
  await page.unrouteAll()
  assertClean(opened)
})

for (const [width, size] of [
  ['on a phone', onPhone],
  ['at 200 %', { width: 720, height: 450 }],
] as const) {
  test(`animals can be selected, published and filtered ${width}`, { skip }, async () => {
    const { opened, page, found } = await shelterOf({ count: 5, known: 5 }, size)
    await using _ = opened
    await page.getByRole('checkbox', { name: 'Select Pet 1' }).click()
    await said(page, '1 selected')
    await selectAll(page)
    await said(page, '5 selected')
    await opened.screenshot(`console-bulk-${size.width}`)
    await assertUsable(opened, 'selected animals')
    await assertNothingCovered(opened, 'selected animals')
    await press(page, 'Publish')
    await agree(page, 'Publish')
    await said(page, '5 animals published.')
    assert.equal(await found('published=true'), 5)
    await page.getByRole('button', { name: 'Species' }).click()
    await page.getByRole('option', { name: 'Cat', exact: true }).click()
    await said(page, 'No animals match these filters.')
    assertClean(opened)
  })
}

test('a message does not cover the actions for selected animals', { skip }, async () => {
  const { opened, page } = await shelterOf({ count: 3, known: 3 })
  await using _ = opened
  for (const width of [1440, 1024, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await selectAll(page)
    await press(page, 'Publish')
    await agree(page, 'Publish')
    await said(page, '3 animals published.')
    await selectAll(page)
    const [message, actions] = [page.locator('.mantine-Notification-root').first(), bar(page)]
    await eventually(`both are seen at ${width}`, async () => {
      const [above, below] = [await message.boundingBox(), await actions.boundingBox()]
      return above !== null && below !== null && above.y + above.height <= below.y
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await press(page, 'Clear')
  }
  assertClean(opened)
})
