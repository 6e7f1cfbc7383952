import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import type { Mail } from '../../accounts/mail/mail.ts'

// Nothing listens there, so mail to send stays `pending`.
const settings = {
  ...{ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://store.test', LOG_LEVEL: 'silent' },
  DATABASE_DEADLINE_MS: '60000',
}
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Starts as many replicas as the engine allows, with the same clock. */
const replicasOf = async (app: TestApp): Promise<TestApp[]> => {
  if (app.engine === 'sqlite') return [app]
  const shared = { clock: app.clock, settings: { ...settings, DATABASE_URL: app.databaseUrl } }
  return [app, await testApp(shared), await testApp(shared)]
}

/** An account whose key calls the deprecated read, and another whose key does not. */
const storeWith = async (app: TestApp) => {
  const admin = await adminOf(app)
  const people = peopleOf(app)
  const members = async (accountId: bigint) => ({
    manager: await people.add('manager', { accountId }),
    admin: await people.add('admin', { accountId }),
    counselor: await people.add('counselor', { accountId }),
  })
  // The first account is the store's own, to which staff belong.
  await people.add('admin')
  const caller = await app.createKey()
  const other = await app.createKey()
  const own = await members(caller.accountId)
  await members(other.accountId)
  const { id: disabled } = await people.add('manager', { accountId: caller.accountId })
  await admin.patch(`/v1/users/${disabled}`, { disabled: true })
  // A member may invite any address: nobody has confirmed this one.
  const invited = { email: 'unconfirmed@x.org', name: 'Unconfirmed', role: 'admin' }
  const response = await admin.post('/v1/users', invited, own.admin.headers)
  assert.equal(response.statusCode, 201, response.body)
  const mails = async (): Promise<Mail[]> => {
    const all: Mail[] = (await app.get('/v1/mails?limit=100', admin.headers)).json()
    return all.filter(({ kind }) => kind === 'deprecation').reverse()
  }
  const call = () => app.get('/v1/pets/1', app.bearer(caller.key))
  return { admin, caller, own, mails, call }
}

onEachEngine(
  'the managers of an account that calls a deprecated operation get five mails, once each',
  async (open) => {
    await using app = await open({ settings, clock: testClock(Date.UTC(2029, 11, 4)) })
    const { admin, own, mails, call } = await storeWith(app)
    const replicas = await replicasOf(app)
    const runAll = async () => {
      await app.service.runRoutine('deprecations.flush')
      for (let round = 0; round < 2; round += 1)
        await Promise.all(replicas.map(({ service }) => service.runRoutine('deprecations.notify')))
    }
    const people = [own.manager.email, own.admin.email]
    const days = ['2029-12-05', '2030-06-05', '2030-09-05', '2030-11-05', '2030-11-28']
    const sent: string[] = []
    for (const day of days) {
      // An hour before, at that time, and a day later.
      for (const afterMs of [-HOUR_MS, 0, DAY_MS]) {
        app.clock.advance(Date.parse(day) + afterMs - app.clock.nowMs())
        await call()
        await runAll()
        const all = await mails()
        if (afterMs !== 0) assert.equal(all.length, sent.length, `${day} ${afterMs}`)
        sent.push(...all.slice(sent.length).map(({ to }) => `${day} ${to.address}`))
      }
    }
    assert.deepEqual(
      sent,
      days.flatMap((day) => people.map((email) => `${day} ${email}`)),
    )
    const [first] = await mails()
    const { subject, text } = (await app.get(`/v1/mails/${first?.id}`, admin.headers)).json()
    assert.equal(subject, 'GET /v1/pets/{petId} will be removed on 5 December 2030')
    assert.match(text, /^Your account called GET \/v1\/pets.*2 times in the last 30 days/m)
    assert.match(text, /http:\/\/store\.test\/docs\/guides\/deprecated-read/)
    assert.match(text, /One API key of your account made these calls/)
    for (const replica of replicas.slice(1)) await replica.service.close()
  },
)

onEachEngine('if several reminders are due, only the latest is sent', async (open) => {
  await using app = await open({ settings, clock: testClock(Date.UTC(2030, 9, 1)) })
  const { mails, call } = await storeWith(app)
  const run = async () => {
    await app.service.runRoutine('deprecations.flush')
    await app.service.runRoutine('deprecations.notify')
    return (await mails()).length
  }
  assert.equal(await run(), 0, 'nobody has called it')
  await call()
  assert.equal(await run(), 2)
  assert.equal(await run(), 2)
  const database = await app.openDatabase()
  const notices = await database.read
    .selectFrom('deprecation_notices')
    .select(['notice', 'recipients'])
    .orderBy('recipients')
    .orderBy('notice')
    .execute()
  assert.deepEqual(
    notices.map(({ notice, recipients }) => [notice, Number(recipients)]),
    [
      ['12 months', 0],
      ['6 months', 0],
      ['3 months', 2],
    ],
  )
  await database.close()
  // An account that has stopped calling it in time gets no more mail.
  app.clock.advance(40 * DAY_MS)
  assert.equal(await run(), 2)
  await call()
  assert.equal(await run(), 4)
  app.clock.advance(25 * DAY_MS)
  await call()
  assert.equal(new Date(app.clock.nowMs()).toISOString().slice(0, 10), '2030-12-05')
  assert.equal(await run(), 4, 'it has been removed')
})
