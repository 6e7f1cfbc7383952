import assert from 'node:assert/strict'
import { test } from 'node:test'
import { telephoneLink } from '../console/platform/telephone-link.ts'
import { telephone } from '../server/catalogue/site/organization.html.ts'
import { textCheck } from '../server/platform/http/checked-schema.ts'
import { phoneRule } from '../server/platform/http/contact.ts'
import { phonePattern } from '../server/platform/http/patterns.ts'
import { onEachEngine } from './harness/app.ts'
import { applicationsOf } from './harness/applications.ts'
import { visitorOf } from './harness/visitor.ts'

const links: Readonly<Record<string, string>> = {
  '(417) 555-0134': 'tel:4175550134',
  '(030) 12345678': 'tel:03012345678',
  '+44 20 7946 0000': 'tel:+442079460000',
  '(+49) 30/123 456-0': 'tel:+49301234560',
  '+49 (0)30 1234567': 'tel:+49301234567',
  '417-555-0134 ext. 12': 'tel:4175550134;ext=12',
  '417.555.0134x12': 'tel:4175550134;ext=12',
  '030 1234 (Durchwahl 56)': 'tel:0301234;ext=56',
  '[417] 555 – 0134': 'tel:4175550134',
  '417\u00a0555\u20110134': 'tel:4175550134',
  '112': 'tel:112',
}
const numbers = Object.keys(links)
const refused = ['call me', 'ext. 12', '12', '+ () -', '417 bit.ly/12', '417 example.com/12', '417 é 12']

type Listed = { id: number; applicant?: { email: string } }

const isPhone = textCheck(phonePattern)

test('a telephone number may have each character that its error message names, in every position', () => {
  const [, named = ''] = /have spaces, (.+) and, at the end/.exec(phoneRule) ?? []
  const signs = [' ', ...named.split(' ')]
  assert.ok(signs.includes('(') && signs.includes('+'))
  const digits = '03012345678'
  for (const sign of signs)
    for (let at = 0; at <= digits.length; at++) {
      const number = digits.slice(0, at) + sign + digits.slice(at)
      assert.ok(isPhone(number), number)
    }
  assert.ok(isPhone(`0301234 ${/such as (.+)$/.exec(phoneRule)?.[1]}`))
  for (const number of Object.keys(links)) assert.ok(isPhone(number), number)
  for (const text of refused) assert.ok(!isPhone(text), text)
})

test('the link of a telephone number is the same in the console and on the public site', () => {
  for (const [number, link] of Object.entries(links))
    assert.deepEqual([telephone(number), telephoneLink(number)], [link, link], number)
})

onEachEngine('every door takes the same telephone numbers, and stores what was typed', async (open) => {
  await using app = await open({ settings: { PORTAL_PER_MINUTE: '100000' } })
  const store = applicationsOf(app)
  const visitor = visitorOf(app)
  const { id: accountId } = (await app.get('/v1/me')).json().account
  const petId = await store.addPet()
  await store.put(`/v1/pets/${petId}/profile`, { species: 'dog', published: true })
  const formId = await store.addForm([{ id: 'vet', label: 'Vet?', kind: 'phone' }])
  const contact = (phone: string, at: number) => ({
    name: 'Ada Lovelace',
    email: `ada${at}@example.org`,
    phone,
  })
  /** Sends the number through each door, and returns it as stored; undefined where it is refused. */
  const sent = async (phone: string, at: number): Promise<unknown[]> => {
    const customer = contact(phone, at)
    const organization = await store.put(`/v1/accounts/${accountId}/organization`, {
      name: 'Paws',
      phone,
      address: {},
    })
    const order = await store.post('/v1/store/orders', { petId: await store.addPet(), customer })
    const application = await store.post('/v1/applications', {
      formId,
      applicant: customer,
      answers: { vet: phone },
    })
    await visitor.apply(`/adopt/${petId}-biscuit/apply`, {
      ...contact(phone, 1_000 + at),
      'answer.vet': phone,
    })
    const listed: Listed[] = (await app.get('/v1/applications?limit=100')).json()
    const byForm = listed.find(({ applicant }) => applicant?.email === `ada${1_000 + at}@example.org`)
    return [
      organization.json().phone,
      order.json().customer?.phone,
      ...(await storedIn(application.json().id)),
      ...(await storedIn(byForm?.id)),
    ]
  }
  const storedIn = async (id: number | undefined): Promise<unknown[]> => {
    if (id === undefined) return [undefined, undefined]
    const { applicant, answers } = (await app.get(`/v1/applications/${id}`)).json()
    return [applicant.phone, answers.vet]
  }
  for (const [at, number] of numbers.entries()) assert.deepEqual(await sent(number, at), new Array(6).fill(number))
  for (const [at, text] of refused.entries())
    assert.deepEqual(await sent(text, 500 + at), new Array(6).fill(undefined), text)
})
