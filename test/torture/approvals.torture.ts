import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { mailServer } from '../harness/mail-server.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { countStatuses, startReplicas } from '../harness/replicas.ts'

const APPLICATIONS = 400
const RACERS = 200

const redis = await privateRedis()
const skip = (redis ? whyNoPostgres() : skipWithoutRedis) ?? false

test('200 approvals race through three replicas, the one that wins is killed, and every other application is declined once', {
  skip,
}, async () => {
  if (!redis) return
  await using mail = await mailServer()
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'a@b.example', PUBLIC_URL: 'http://x.test' }
  const replicas = await startReplicas({
    count: 3,
    postgres: await sharedPostgres(),
    redis,
    settings,
  })
  try {
    const { at, post, read } = replicas
    const petId = (await replicas.addPet(at(0), 'Biscuit')).json().id
    const urls: string[] = []
    for (let from = 0; from < APPLICATIONS; from += 40) {
      const sent = await Promise.all(
        Array.from({ length: 40 }, (_, count) =>
          post(at(count), '/v1/applications', {
            petId,
            formId: 1,
            answers: {},
            applicant: { name: 'Ada', email: `ada-${from + count}@x.org` },
          }),
        ),
      )
      urls.push(...sent.map(({ headers }) => String(headers.get('location'))))
    }
    // The winner is not known in advance; the replica that approves an application is killed.
    const winners: number[] = []
    const raced = await Promise.all(
      Array.from({ length: RACERS }, async (_, count) => {
        const url = urls[(count * 7) % urls.length]
        const response = await post(at(count), `${url}/approve`, { closeOthers: true }).catch(() => undefined)
        if (response?.status === 201) {
          winners.push(count % 3)
          at(count).child.kill('SIGKILL')
        }
        return response
      }),
    )
    const statuses = countStatuses(raced.filter((response) => response !== undefined))
    assert.deepEqual([statuses[201], Object.keys(statuses)], [1, ['201', '409']])
    const [winner = 0] = winners
    const left = at(winner + 1)
    const countOf = async (query: string) => {
      const headers = { ...replicas.admin, prefer: 'return=total-count' }
      const { headers: got } = await read(left, headers, `/v1/applications?limit=1&${query}`)
      return Number(got.get('x-total-count'))
    }
    assert.equal((await read(left, replicas.admin, `/v1/store/orders?petId=${petId}`)).json().length, 1)
    // No replica works on the remaining applications any more.
    const last = await post(left, `${urls.at(-1)}/approve`, {})
    assert.equal(last.status, 409)
    await eventually('all others are declined', async () => (await countOf('status=declined')) === APPLICATIONS - 1)
    assert.equal(await countOf('status=submitted'), 0)
    const declineMails = () =>
      mail.received.filter(({ raw }) => /cannot go ahead with/.test(raw.replaceAll('=\r\n', '')))
    await eventually(
      'all are written to',
      () => new Set(declineMails().map(({ to }) => to[0])).size === APPLICATIONS - 1,
    )
    const events: number[] = []
    for (let after = ''; ; ) {
      const page = (await read(left, replicas.admin, `/v1/events?limit=100&type=application.updated${after}`)).json()
      if (page.length === 0) break
      for (const { data } of page) if (data.status === 'declined') events.push(data.id)
      after = `&after=${page.at(-1).id}`
    }
    assert.deepEqual([events.length, new Set(events).size], [APPLICATIONS - 1, APPLICATIONS - 1])
  } finally {
    await replicas.stop()
    await redis.close()
  }
})
