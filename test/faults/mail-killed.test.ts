import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines, freshDatabase } from '../harness/engines.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { mailServer } from '../harness/mail-server.ts'
import { openPostgres, openSqlite } from '../harness/open-store.ts'
import { rounds } from '../harness/rounds.ts'
import { chooseSeed, seeded } from '../harness/seeded.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const kills = { sqlite: 4, postgres: 2 }
const APPLICANTS = 12
/** How many messages one process sends at a time. */
const UNDER_WAY = 4
const LEASE_MS = 600_000n

const key = newKey()
/** A busy database responds slowly. */
const patience = { DATABASE_DEADLINE_MS: '60000' }
/** How far the mail server has got with a message when the process that sends it is killed. */
const stages = ['taken', 'recipient', 'content', 'greeting'] as const
type Stage = (typeof stages)[number]

const apply = async (server: Server, email: string): Promise<boolean> => {
  const applicant = { name: 'Ada', email }
  const body = JSON.stringify({ formId: 1, applicant, answers: {} })
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const sent = server.fetch('/v1/applications', { method: 'POST', headers, body })
  const response = await sent.catch(() => undefined)
  assert.equal(response?.status ?? 201, 201, String(response?.body))
  return response !== undefined
}

/** The statuses in the store while no process serves it. Leases of dead processes end before the next one starts. */
const statuses = async (engine: Engine, url: string): Promise<Map<string, string>> => {
  const database =
    engine === 'postgres' ? await openPostgres({ url }) : await openSqlite({ path: url.replace(/^sqlite:/, '') })
  const rows = await database.read.selectFrom('mails').select(['to_address', 'status']).execute()
  await database.write(({ query }) =>
    query
      .updateTable('mails')
      .set(({ eb }) => ({ next_attempt_at: eb('next_attempt_at', '-', LEASE_MS) }))
      .where('leased_until', 'is not', null)
      .execute(),
  )
  await database.close()
  return new Map(rows.map(({ to_address, status }) => [String(to_address), status]))
}

for (const engine of engines) {
  const count = rounds({ usual: kills[engine], torture: 60 })
  test(`over ${count} kills while mail is sent none is lost, and none that was recorded as sent is sent again (${engine})`, async (t) => {
    const seed = chooseSeed()
    t.diagnostic(`SEED=${seed}`)
    const random = seeded(seed)
    using folder = temporaryFolder()
    const store = await freshDatabase(engine, folder.path)
    t.after(store.remove)

    /** The Message-IDs that the mail server has accepted, by recipient. */
    const taken = new Map<string, string[]>()
    let running: Server | undefined
    t.after(() => running?.kill())
    let killAt: Stage | undefined
    let left = 0
    const reach = (stage: Stage) => {
      if (stage !== killAt) return
      left -= 1
      if (left === 0) running?.child.kill('SIGKILL')
    }
    await using mail = await mailServer({
      onConnect(_session, done) {
        reach('greeting')
        done()
      },
      onRcptTo(_address, _session, done) {
        reach('recipient')
        done()
      },
      onData(stream, { envelope }, done) {
        let raw = ''
        stream.on('data', (chunk) => {
          raw += chunk
        })
        stream.on('end', () => {
          const id = /^message-id: (.*)$/im.exec(raw)?.[1] ?? ''
          const to = envelope.rcptTo[0]?.address ?? ''
          taken.set(to, [...(taken.get(to) ?? []), id])
          reach('content')
          done()
          reach('taken')
        })
      },
    })
    const start = () => {
      const settings = {
        BOOTSTRAP_KEY: key,
        SMTP_URL: mail.url,
        MAIL_FROM: 'a@b.example',
        ...patience,
      }
      return startServer({
        folder: folder.path,
        settings: { ...settings, DATABASE_URL: store.url },
      })
    }

    const acknowledged: string[] = []
    const noted = new Map<string, number>()
    for (let kill = 0; kill < count; kill += 1) {
      killAt = stages[kill % stages.length]
      left = 1 + Math.floor(random() * APPLICANTS)
      running = await start()
      const emails = Array.from({ length: APPLICANTS }, (_, at) => `${kill}.${at}@x.org`)
      const server = running
      for (const email of emails) void apply(server, email).then((is) => is && acknowledged.push(email))
      await eventually('the process is killed', () => server.child.signalCode === 'SIGKILL')
      await server.kill()
      for (const [email, status] of await statuses(engine, store.url)) {
        if (status !== 'sent' || noted.has(email)) continue
        noted.set(email, taken.get(email)?.length ?? 0)
      }
    }

    killAt = undefined
    running = await start()
    await eventually('all is sent', () => acknowledged.every((email) => taken.has(email)))
    // One that was sent before a kill may still have to be sent again.
    await eventually('all is recorded as sent', async () => {
      const found = await statuses(engine, store.url)
      return acknowledged.every((email) => found.get(email) === 'sent')
    })
    assert.equal(await running.stop(), 0)
    for (const [email, before] of noted) {
      assert.ok(before > 0, `${email} was noted as sent, and never taken`)
      assert.equal(taken.get(email)?.length, before, `${email} was sent again`)
    }
    const again = [...taken.values()].filter(({ length }) => length > 1)
    for (const ids of again) assert.equal(new Set(ids).size, 1, 'both have the same Message-ID')
    const repeats = [...taken.values()].reduce((sum, { length }) => sum + length - 1, 0)
    assert.ok(repeats <= count * UNDER_WAY, `${repeats} were sent again`)
    t.diagnostic(`${acknowledged.length} acknowledged, ${repeats} sent twice`)
    assert.ok(acknowledged.length > 0)
  })
}
