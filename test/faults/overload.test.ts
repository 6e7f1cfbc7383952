import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { readMetrics } from '../harness/metrics.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const CLIENTS = 40
const REQUESTS_EACH = 10

test('excess work is rejected at once with 503 without using up limits, and the service recovers by itself', async () => {
  using folder = temporaryFolder()
  // So low that a busy event loop exceeds it.
  await using server = await startServer({
    folder: folder.path,
    settings: { OVERLOAD_DELAY_MS: '4' },
  })
  const { stdout } = await server.cli('accounts', 'create', '--name', 'o', '--plan', 'enterprise', '--json')
  const made = await server.cli('keys', 'create', '--account', String(JSON.parse(stdout).id), '--name', 'o', '--json')
  const { key } = JSON.parse(made.stdout)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const pets = Array.from({ length: 100 }, () => ({ name: 'x'.repeat(200), categoryId: 1 }))
  const statuses: number[] = []
  const add = async () => {
    const init = { method: 'POST', headers, body: JSON.stringify({ pets }) }
    const answer = await server.fetch('/v1/pets:batch', init)
    statuses.push(answer.status)
    return answer
  }

  const client = async () => {
    const answers = []
    for (let count = 0; count < REQUESTS_EACH; count += 1) answers.push(await add())
    return answers
  }
  const answers = (await Promise.all(Array.from({ length: CLIENTS }, client))).flat()
  const refused = answers.filter(({ status }) => status === 503)
  const done = answers.filter(({ status }) => status === 200)
  assert.equal(refused.length + done.length, answers.length)
  assert.ok(refused.length > 0 && done.length > 0, `${refused.length} refused`)
  for (const answer of refused) {
    assert.equal(answer.json().code, 'service_unavailable')
    assert.equal(answer.headers.get('retry-after'), '1')
  }
  const lines = server.output.filter((line) => line.includes('overload'))
  assert.equal(lines.length, 1, 'one line for all that were refused')
  assert.ok(!server.output.some((line) => line.includes('request failed')))
  await eventually('it serves again', async () => (await add()).status === 200)
  const served = statuses.filter((status) => status === 200).length
  await eventually('it prints the limits', async () => {
    const { status, ...answer } = await server.fetch('/v1/rate-limit', { headers })
    if (status !== 200) return false
    const [, perDay] = answer.json().windows
    // A hundred animals count as ten requests.
    assert.equal(perDay.limit - perDay.remaining, 10 * served)
    return true
  })

  const metrics = readMetrics((await server.fetch('/metrics')).body)
  const counted = (status: number) =>
    metrics.get(`adoption_http_requests_total{operation="createPets",status="${status}"}`)
  assert.equal(counted(503), statuses.filter((status) => status === 503).length)
  assert.equal(counted(200), served)
})

test('while the server is overloaded, a key beyond its own limit gets 429 and not 503', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({
    folder: folder.path,
    settings: { OVERLOAD_DELAY_MS: '4' },
  })
  const headersOf = async (...limits: string[]) => {
    const account = ['accounts', 'create', '--name', 'o', '--plan', 'enterprise', '--json']
    const { id } = JSON.parse((await server.cli(...account, ...limits)).stdout)
    const key = ['keys', 'create', '--account', String(id), '--name', 'o', '--json']
    const authorization = `Bearer ${JSON.parse((await server.cli(...key)).stdout).key}`
    return { authorization, 'content-type': 'application/json' }
  }
  const greedy = await headersOf('--per-minute', '10', '--per-day', '10')
  const busy = await headersOf()
  const read = async () => (await server.fetch('/v1/pets', { headers: greedy })).status
  await eventually('its day is used up', async () => (await read()) === 429)

  const pets = Array.from({ length: 100 }, () => ({ name: 'x'.repeat(200), categoryId: 1 }))
  const statuses = { greedy: new Set<number>(), busy: new Set<number>() }
  let isBusy = true
  const repeat = async () => {
    while (isBusy) statuses.greedy.add(await read())
  }
  const others = Array.from({ length: 20 }, repeat)
  const add = async () => {
    const init = { method: 'POST', headers: busy, body: JSON.stringify({ pets }) }
    for (let count = 0; count < REQUESTS_EACH; count += 1)
      statuses.busy.add((await server.fetch('/v1/pets:batch', init)).status)
  }
  await Promise.all(Array.from({ length: CLIENTS }, add))
  isBusy = false
  await Promise.all(others)
  assert.ok(statuses.busy.has(503), 'it was overloaded')
  assert.deepEqual([...statuses.greedy], [429])
})
