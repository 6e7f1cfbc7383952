import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { chooseSeed, seeded } from '../../../test/harness/seeded.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { prefersType } from '../../requests/api/media-type.ts'

type Headers = Record<string, string>
type Figures = {
  adoptions: number
  returns: number
  stayDays: { median: number | null; mean: number | null; known: number }
}
type Animal = {
  id: number
  status: string
  species: string | null
  added: number
  intake: string | null
  back: number
  /** The species known at the current adoption. */
  knownThen?: string | null
}
/**
 * An adoption or a return and its day. The species is that of the animal, or the one known when it
 * was adopted.
 */
type Happened = {
  kind: 'adopted' | 'returned'
  day: number
  stay: number
  animal: Animal
  knownThen: string | null
}

const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / DAY_MS
const textOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** A shelter with random changes, and a record of them. */
const shelterOf = (app: TestApp, headers: Headers, random: () => number) => {
  const among = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const animals: Animal[] = []
  const happened: Happened[] = []
  const today = () => Math.floor(app.clock.nowMs() / DAY_MS)
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
    assert.ok(response.statusCode < 500 && response.statusCode !== 400, response.body)
    return response
  }
  const settle = async (animal: Animal) => {
    const [found] = (await app.get(`/v1/pets?id=${animal.id}`, headers)).json()
    const [was, is] = [animal.status === 'sold', found.status === 'sold']
    const came = Math.max(animal.intake === null ? animal.added : dayOf(animal.intake), animal.back)
    if (!was && is) {
      animal.knownThen = animal.species
      happened.push({
        kind: 'adopted',
        day: today(),
        stay: today() - came,
        animal,
        knownThen: animal.knownThen,
      })
    }
    if (was && !is) {
      const { knownThen = animal.species } = animal
      happened.push({ kind: 'returned', day: today(), stay: 0, animal, knownThen })
      delete animal.knownThen
      animal.back = today()
    }
    animal.status = found.status
  }
  const place = async ({ id: petId }: Animal) => {
    const customer = { name: 'Ada', email: 'ada@example.org' }
    const { statusCode, body } = await send('POST', '/v1/store/orders', { petId, customer })
    return statusCode === 201 ? JSON.parse(body).id : undefined
  }
  const steps: ((animal: Animal) => Promise<unknown>)[] = [
    (animal) => send('PATCH', `/v1/pets/${animal.id}`, { status: among(['available', 'pending', 'sold']) }),
    (animal) => send('PATCH', `/v1/pets/${animal.id}`, { status: 'available' }),
    async (animal) => {
      const id = await place(animal)
      if (id === undefined) return
      for (const status of ['approved', 'delivered', 'returned'].slice(0, among([1, 2, 2, 3]))) {
        await send('PATCH', `/v1/store/orders/${id}`, { status })
        await settle(animal)
      }
      if (animal.status === 'pending') await send('PATCH', `/v1/store/orders/${id}`, { status: 'cancelled' })
    },
    async (animal) => {
      animal.species = among(['dog', 'cat', null])
      animal.intake = among([textOf(today() - Math.floor(random() * 90)), null])
      const { species, intake: intakeDate } = animal
      await send('PATCH', `/v1/pets/${animal.id}/profile`, {
        species,
        intakeDate,
        description: 'Long. '.repeat(20),
      })
    },
    async (animal) => {
      if ((await send('DELETE', `/v1/pets/${animal.id}`)).statusCode !== 204) return
      animals.splice(animals.indexOf(animal), 1)
      // Only the species known at the adoption is left.
      for (const one of happened) if (one.animal === animal) one.animal = { ...animal, species: null }
    },
  ]
  const step = async () => {
    if (animals.length < 6) {
      const status = among(['available', 'available', 'pending', 'sold'])
      const { id } = (await send('POST', '/v1/pets', { name: 'a', categoryId: 1, status })).json()
      animals.push({ id, status, species: null, added: today(), intake: null, back: -Infinity })
      return
    }
    const animal = among(animals)
    await among(steps)(animal)
    if (animals.includes(animal)) await settle(animal)
  }
  return { step, happened }
}

const figuresOf = (happened: readonly Happened[]): Figures => {
  const stays = happened.flatMap(({ kind, stay }) => (kind === 'adopted' ? [stay] : [])).sort((a, b) => a - b)
  const [low, high] = [stays[Math.ceil(stays.length / 2) - 1], stays[Math.floor(stays.length / 2)]]
  return {
    adoptions: stays.length,
    returns: happened.length - stays.length,
    stayDays: {
      median: low === undefined || high === undefined ? null : (low + high) / 2,
      mean: stays.length === 0 ? null : stays.reduce((sum, stay) => sum + stay, 0) / stays.length,
      known: stays.length,
    },
  }
}

/** Computes the report from the record of changes. */
const naiveReport = (all: readonly Happened[], from: string, to: string) => {
  const happened = all.filter(({ day }) => day >= dayOf(from) && day <= dayOf(to))
  const months: string[] = []
  for (let day = dayOf(from); day <= dayOf(to); day += 1) {
    const month = textOf(day).slice(0, 7)
    if (months.at(-1) !== month) months.push(month)
  }
  const kinds = ['dog', 'cat', null]
  const of = (month?: string, kind?: string | null) =>
    figuresOf(
      happened.filter(
        ({ day, animal, knownThen }) =>
          (month === undefined || textOf(day).startsWith(month)) &&
          (kind === undefined || (animal.species ?? knownThen) === kind),
      ),
    )
  const hasAny = ({ adoptions, returns }: Figures) => adoptions + returns > 0
  return {
    from,
    to,
    total: of(),
    months: months.map((month) => ({ month, ...of(month) })),
    species: kinds.map((species) => ({ species, ...of(undefined, species) })).filter(hasAny),
    rows: months.flatMap((month) => kinds.map((species) => ({ month, species, ...of(month, species) }))).filter(hasAny),
  }
}

onEachEngine('a report equals a count of all recorded changes', async (open, t) => {
  const seed = chooseSeed()
  t.diagnostic(`SEED=${seed}`)
  const random = seeded(seed)
  await using app = await open({ settings: { LOG_LEVEL: 'silent' } })
  const other = await app.createKey('enterprise')
  const { key } = await app.createKey('enterprise')
  const ours = shelterOf(app, app.bearer(key), random)
  const theirs = shelterOf(app, app.bearer(other.key), random)
  const firstDay = Math.floor(app.clock.nowMs() / DAY_MS)
  for (let at = 0; at < rounds({ usual: 80, torture: 2_000 }); at += 1) {
    await ours.step()
    if (random() < 0.3) await theirs.step()
    if (random() < 0.5) app.clock.advance(Math.floor(random() * 9 * DAY_MS))
  }
  const lastDay = Math.floor(app.clock.nowMs() / DAY_MS)
  assert.ok(
    ours.happened.some(({ kind }) => kind === 'returned'),
    'nothing came back',
  )
  const staff = (await peopleOf(app).add('viewer')).headers
  const periods = [[firstDay - 40, lastDay] as const]
  for (let at = 0; at < 6; at += 1) {
    const from = firstDay + Math.floor(random() * (lastDay - firstDay))
    periods.push([from, from + Math.floor(random() * 120)])
  }
  for (const [from, to] of periods.map((days) => days.map(textOf))) {
    for (const [headers, happened, rest] of [
      [app.bearer(key), ours.happened, ''],
      [staff, [...ours.happened, ...theirs.happened], ''],
      [staff, theirs.happened, `&accountId=${other.accountId}`],
    ] as const) {
      const response = await app.get(`/v1/reports/adoptions?from=${from}&to=${to}${rest}`, headers)
      assert.deepEqual(response.json(), naiveReport(happened, from ?? '', to ?? ''), `${from} ${to}`)
    }
  }
})

test('a report is CSV if requested, and covers the last twelve months if no days are given', async () => {
  await using app = await testApp()
  const { id: petId } = (await app.post('/v1/pets', { name: 'Rex', categoryId: 1 })).json()
  app.clock.advance(3 * DAY_MS)
  const payload = { status: 'sold' }
  await app.inject({ method: 'PATCH', url: `/v1/pets/${petId}`, headers: app.key, payload })
  const accept = (type: string) => app.get('/v1/reports/adoptions', { ...app.key, accept: type })
  const report = (await accept('*/*')).json()
  const today = textOf(Math.floor(app.clock.nowMs() / DAY_MS))
  assert.deepEqual([report.to, report.months.length], [today, 12])
  assert.equal(report.from, report.months[0].month.concat('-01'))
  assert.deepEqual(report.total.stayDays, { median: 3, mean: 3, known: 1 })
  const csv = await accept('text/csv')
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(String(csv.headers['content-disposition']), /filename="adoptions-[0-9-]+\.csv"/)
  assert.equal(
    csv.body,
    'month,species,adoptions,returns,stay_days_median,stay_days_mean,stay_days_known\r\n' +
      `${today.slice(0, 7)},unknown,1,0,3,3,1\r\n`,
  )
  const etag = String(csv.headers.etag)
  const again = await app.get('/v1/reports/adoptions', {
    ...app.key,
    accept: 'text/csv',
    'if-none-match': etag,
  })
  assert.equal(again.statusCode, 304)
  for (const [header, isCsv] of [
    ['text/csv, application/json;q=0.5', true],
    ['TEXT/CSV', true],
    ['application/json, text/csv;q=0.9', false],
    ['text/csv;q=0', false],
    ['text/csv;q=x', false],
    ['text/html', false],
    [undefined, false],
  ] as const) {
    assert.equal(prefersType(header, 'text/csv'), isCsv, String(header))
  }
})

test('invalid days, too long or reversed periods, and accounts of others are rejected', async () => {
  await using app = await testApp()
  for (const query of [
    'from=2026-02-30',
    'to=tomorrow',
    'from=2026-1-1',
    'from=2026-01-02&to=2026-01-01',
    'from=',
    'from=2016-01-01&to=2026-12-31',
    'from=9999-01-01',
    'month=1',
    'from=2026-01-01&from=2026-01-02',
  ]) {
    const response = await app.get(`/v1/reports/adoptions?${query}`)
    assert.equal(response.statusCode, 400, `${query} ${response.body}`)
  }
  const { statusCode } = await app.get('/v1/reports/adoptions?from=2017-01-01&to=2026-12-31')
  assert.equal(statusCode, 200)
  const stranger = app.bearer((await app.createKey('free')).key)
  const url = `/v1/reports/adoptions?accountId=${app.accountId}`
  assert.equal((await app.get(url, stranger)).json().code, 'not_owner')
  const withoutScope = await app.siblingKey(['listings:read'])
  assert.equal((await app.get('/v1/reports/adoptions', withoutScope)).statusCode, 403)
})
