import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'

const json = { 'content-type': 'application/json' }

/**
 * The day this many calendar months earlier, or the last day of that month. Written independently of the code under
 * test.
 */
const monthsEarlier = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const index = year * 12 + month - 1 - months
  const [then, of] = [Math.floor(index / 12), (index % 12) + 1]
  const isLeap = then % 4 === 0 && (then % 100 !== 0 || then % 400 === 0)
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][of - 1] ?? 0
  const shown = [of, Math.min(date, days)].map((part) => String(part).padStart(2, '0'))
  return [then, ...shown].join('-')
}

test('on every day of two years, ages are the same in the API, on the site and in filters', async () => {
  // 2027 has 365 days, and 2028 has 366.
  const clock = testClock(Date.UTC(2027, 0, 1, 12))
  await using app = await testApp({ clock })
  const add = async (name: string): Promise<number> => {
    const { id } = (await app.post('/v1/pets', { name, categoryId: 1 })).json()
    return id
  }
  const put = async (id: number, birthDate: string): Promise<void> => {
    const payload = JSON.stringify({ species: 'dog', published: true, birthDate })
    const url = `/v1/pets/${id}/profile`
    const put = { method: 'PUT', url, headers: { ...app.key, ...json }, payload } as const
    assert.equal((await app.send(put)).statusCode, 200)
  }
  const [three, twelve] = [await add('Three'), await add('Twelve')]
  // Not checked against the API document, because there are thousands of requests.
  const get = async (url: string) => (await app.send({ method: 'GET', url, headers: app.key })).json()
  const ofAge = async (age: string): Promise<string> => {
    const found: { name: string }[] = await get(`/v1/listings?age=${age}`)
    return String(found.map(({ name }) => name))
  }
  await put(three, '2026-10-01')
  const moved = await app.send({ method: 'GET', url: `/adopt/${three}` })
  const address = String(moved.headers.location ?? `/adopt/${three}`)
  for (let days = 0; days < 365 + 366; days += 1) {
    const today = new Date(clock.nowMs()).toISOString().slice(0, 10)
    await put(three, monthsEarlier(today, 3))
    await put(twelve, monthsEarlier(today, 12))
    const { age } = await get(`/v1/listings/${three}`)
    assert.deepEqual(age, { months: 3, band: 'baby' }, today)
    const { age: grown } = await get(`/v1/listings/${twelve}`)
    assert.deepEqual(grown, { months: 12, band: 'young' }, today)
    assert.deepEqual([await ofAge('baby'), await ofAge('young')], ['Three', 'Twelve'], today)
    const page = await app.send({ method: 'GET', url: address })
    assert.match(page.body, /content="Three: Dog, 3 months\."/, today)
    assert.match(page.body, /<bdi>Dog, 3 months[,<]/, today)
    clock.advance(DAY_MS)
  }
})
