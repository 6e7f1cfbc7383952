import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, testApp } from '../../../test/harness/app.ts'
import { applicationsOf } from '../../../test/harness/applications.ts'
import { tester } from '../../../test/harness/author.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { AuditEntry } from '../../accounts/audit/audit-entry.ts'
import type { Mail } from '../../accounts/mail/mail.ts'
import { insertClosing } from './closings.repository.ts'

const MANY = 45

type Progress = { data: { status: string } }

const urlsOf = async (store: ReturnType<typeof applicationsOf>, petId: number, count: number) => {
  const sent = await Promise.all(Array.from({ length: count }, () => store.apply({ petId })))
  return sent.map(({ headers }) => String(headers.location))
}

onEachEngine(
  'an approval declines all earlier applications once, with one event and one mail each, and no later ones',
  async (open) => {
    const settings = { LOG_LEVEL: 'silent', DATABASE_DEADLINE_MS: '60000' }
    await using app = await open({ settings })
    const shared = { clock: app.clock, settings: { ...settings, DATABASE_URL: app.databaseUrl } }
    await using other = app.engine === 'postgres' ? await testApp(shared) : undefined
    const admin = await adminOf(app)
    const { key } = await app.createKey('enterprise')
    const store = applicationsOf(app, app.bearer(key))
    const petId = await store.addPet()
    const [chosen = '', ...rest] = await urlsOf(store, petId, MANY)
    const approved = await store.post(`${chosen}/approve`, { closeOthers: true })
    assert.equal(approved.statusCode, 201, approved.body)
    const { location: late } = (await store.apply({ petId })).headers
    // The order is no longer in the way, but the decision stands.
    await store.patch(String(approved.headers.location), { status: 'cancelled' })
    const last = rest.at(-1) ?? ''
    for (const refused of [
      await store.post(`${last}/approve`, {}),
      await store.patch(last, { status: 'inReview' }),
      await store.patch(last, { note: 'Wait!' }),
    ])
      assert.deepEqual([refused.statusCode, refused.json().code], [409, 'invalid_transition'])
    const replicas = [app, other].filter((each) => each !== undefined)
    await Promise.all(replicas.map(({ service }) => service.doDueWork()))
    const isOpen = async () => (await store.get('/v1/applications?status=submitted')).json()
    await eventually('all others are closed', async () => (await isOpen()).length === 1)
    assert.deepEqual(
      (await isOpen()).map(({ id }: { id: number }) => `/v1/applications/${id}`),
      [late],
    )

    const events = await store.get('/v1/events?limit=100&type=application.updated')
    const declined = events.json().filter(({ data }: Progress) => data.status === 'declined')
    const mails: Mail[] = (await app.get('/v1/mails?limit=100', admin.headers)).json()
    const statusMails = mails.filter(({ kind }) => kind === 'applicationChanged')
    const log = '/v1/audit-log?action=application.decline&limit=100'
    const entries: AuditEntry[] = (await app.get(log, admin.headers)).json()
    assert.deepEqual([declined.length, statusMails.length, entries.length], [MANY - 1, MANY, MANY - 1])
    const authors = entries.map(({ actor }) => JSON.stringify(actor))
    assert.equal(new Set(authors).size, 1, 'all recorded for the user who approved')
  },
)

onEachEngine(
  'applications that a stopped replica should have declined cannot be changed, and are declined by the others',
  async (open) => {
    await using app = await open()
    const store = applicationsOf(app)
    const petId = await store.addPet()
    const [chosen = '', one = '', ...rest] = await urlsOf(store, petId, 5)
    const apart = urlOf(await store.apply())
    await store.post(`${chosen}/approve`, {})
    const idOf = (url: string) => BigInt(url.split('/').at(-1) ?? 0)
    const database = await app.openDatabase()
    await database.write(({ query }) =>
      insertClosing(
        query,
        {
          applicationId: idOf(chosen),
          petId: BigInt(petId),
          author: tester,
          upToId: [one, ...rest].map(idOf).reduce((most, id) => (id > most ? id : most)),
        },
        app.clock.nowMs(),
      ),
    )
    await database.close()
    assert.equal((await store.patch(one, { status: 'inReview' })).json().code, 'invalid_transition')
    await app.service.runRoutine('dueWork.queueUnqueued')
    await app.service.doDueWork()
    for (const url of [one, ...rest]) assert.equal((await store.get(url)).json().status, 'declined')
    assert.equal((await store.get(apart)).json().status, 'submitted')
    assert.equal((await store.get(chosen)).json().status, 'approved')
  },
)

const urlOf = ({ headers }: { headers: object }) => String((headers as { location?: string }).location)
