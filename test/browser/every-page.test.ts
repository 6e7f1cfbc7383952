import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { browserTests } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { signedIn } from '../harness/console.ts'
import { assertClean, assertReadable, type Place } from '../harness/console-page.ts'
import { jpeg } from '../harness/images.ts'
import { bearer } from '../harness/keys.ts'

const store = browserTests({ prepare: () => prepare() })
const { skip, key, api } = store
/** Part of each name: one word that is longer than any line. */
const endless = 'W'.repeat(90)
const PASSWORD = 'velvet-otter-harbour-71'

/** The values of the path parameters. */
const addresses: Record<string, string> = {}
/** The links with which they set their passwords. */
const links: Record<'staff' | 'member', string> = { staff: '', member: '' }

/** Creates one of everything, so that no page is empty. */
const prepare = async () => {
  const { account } = await api.call('GET', '/v1/me')
  await api.call('PUT', `/v1/accounts/${account.id}/organization`, { name: 'Tierheim Süd' })
  await api.call('PUT', '/v1/categories/1', { name: 'Dogs' })
  const questions = [{ id: 'home', label: 'Where will she live?', kind: 'text', required: true }]
  const form = await api.call('POST', '/v1/forms', { name: 'Dogs', questions })
  const webhook = await api.call('POST', '/v1/webhooks', { url: 'http://shelter.example/hook' })
  const user = await invite('staff', {})
  await invite('member', { accountId: account.id })
  const petId = await addAnimal()
  const application = await apply(petId, form.id)
  const orderId = await adopt((await api.addPet(`Olive ${endless}`, 'available')).id)
  const [person] = await api.call('GET', '/v1/people')
  Object.assign(addresses, {
    '/animals/cards': `/animals/cards?ids=${petId}`,
    '/animals/:id': `/animals/${petId}`,
    '/applications/:id': `/applications/${application.id}`,
    '/applications/compare/:petId': `/applications/compare/${petId}`,
    '/adoptions/:id': `/adoptions/${orderId}`,
    '/adoptions/:id/contract': `/adoptions/${orderId}/contract`,
    '/adoptions/:id/return-slip': `/adoptions/${orderId}/return-slip`,
    '/people/:id': `/people/${person.id}`,
    '/settings/accounts/:id': `/settings/accounts/${account.id}`,
    '/settings/forms/:id': `/settings/forms/${form.id}`,
    '/settings/transfer/imports/:id': `/settings/transfer/imports/${await sendFile()}`,
    '/settings/users/:id': `/settings/users/${user}`,
    '/settings/webhooks/:id': `/settings/webhooks/${webhook.id}`,
  })
}

const invite = async (who: keyof typeof links, more: object): Promise<number> => {
  const user = { email: `${who}@example.org`, name: `Mara ${who}`, role: 'admin', ...more }
  const { id, link } = await api.call('POST', '/v1/users', user)
  links[who] = link
  return id
}

const addAnimal = async (): Promise<number> => {
  const { id } = await api.addPet(`Biscuit ${endless}`)
  const body = new Uint8Array(await jpeg(640, 480))
  const headers = { ...bearer(key), 'content-type': 'image/jpeg' }
  await store.server.fetch(`/v1/pets/${id}/photos`, { method: 'POST', headers, body })
  const profile = { species: 'dog', sex: 'female', description: 'She **greets** everyone.' }
  await api.call('PATCH', `/v1/pets/${id}/profile`, { ...profile, published: true })
  return id
}

/** Sends a spreadsheet whose columns have to be matched. */
const sendFile = async (): Promise<number> => {
  const body = `Name,${endless},Sound\n${endless},${endless},loud\n`
  const headers = { ...bearer(key), 'content-type': 'text/csv' }
  const path = `/v1/imports?fileName=${endless}.csv`
  return (await store.server.fetch(path, { method: 'POST', headers, body })).json().id
}

const ada = { name: `Ada ${endless}`, email: 'ada@example.org' }

const apply = (petId: number, formId: number): Promise<{ id: number }> => {
  const answers = { home: 'A house with a garden' }
  return api.call('POST', '/v1/applications', { petId, formId, applicant: ada, answers })
}

const adopt = async (petId: number): Promise<number> => {
  const { id } = await api.call('POST', '/v1/store/orders', { petId, customer: ada })
  for (const status of ['approved', 'delivered', 'returned'])
    await api.call('PATCH', `/v1/store/orders/${id}`, { status })
  return id
}

/** Lists every path for which the console declares a page. */
const declared = (): string[] => {
  const root = new URL('../../console/', import.meta.url).pathname
  const exclude = ['dist*/**', 'node_modules/**']
  const files = globSync('**/*.tsx', { cwd: root, exclude })
  const paths = files.flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(/<Route path="(\/[^"]*)"|\bpath: '(\/[^']*)'/g)].map(
      ([, route, page]) => String(route ?? page),
    ),
  )
  return [...new Set(paths)]
}

const forGuests = ['/setup', '/password', '/sign-up', '/forgotten']
const forMembers = ['/settings/account']
/** The page to which a provider sends people who were invited: sign-in-methods.test.ts opens it. */
const fromProvider = ['/join']

const placeOf = (path: string): Place => {
  const address = addresses[path] ?? (path.includes(':') ? undefined : path)
  assert.ok(address, `no address for ${path}: say in this test where there is such a page`)
  return { path: `/console${address}` }
}

const signedInAs = async (who: keyof typeof links): Promise<TestPage> => {
  const { pathname, hash } = new URL(links[who])
  const { address } = store.server
  const opened = await store.browser.openPage({ address, path: pathname + hash, isMobile: true })
  await opened.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await opened.page.keyboard.press('Enter')
  await signedIn(opened.page, `Mara ${who}`).waitFor()
  return opened
}

const assertPages = async (opened: TestPage, paths: readonly string[]) => {
  for (const [at, path] of paths.entries()) {
    await assertReadable(opened, [placeOf(path)], at)
    const title = await opened.page.getByRole('heading', { level: 1 }).first().innerText()
    assert.doesNotMatch(title, /not found/i, path)
    assert.equal(await opened.page.getByRole('alert').count(), 0, `${path} shows no error`)
    const text = await opened.page.locator('body').innerText()
    assert.doesNotMatch(text, /\d{4}-\d\d/, `${path} has dates as people write them`)
  }
  // The page sent no request to another host and did nothing that the content security policy forbids.
  assertClean(opened)
}

test('every page that the console declares is accessible, fits each screen, and contacts no other host', {
  skip,
}, async () => {
  const paths = declared()
  assert.ok(paths.length > 30, `${paths.length} are too few to be all`)
  await using guest = await store.browser.openPage({
    address: store.server.address,
    path: '/console',
    isMobile: true,
  })
  await assertPages(guest, forGuests)
  await using member = await signedInAs('member')
  await assertPages(member, forMembers)
  await using staff = await signedInAs('staff')
  const others = paths.filter((path) => ![...forGuests, ...forMembers, ...fromProvider].includes(path))
  await assertPages(staff, others)
})
