import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const settings = { BOOTSTRAP_KEY: key }

const get = (server: Server, path: string, id = 'x') =>
  server.fetch(path, { headers: { ...bearer(key), 'x-request-id': id } })

const fileOf = (server: Server): string => `${server.environment.DATABASE_URL.slice('sqlite:'.length)}.requests`

test('after kill -9 during its writes, the request log works, and no request notices', async () => {
  using folder = temporaryFolder()
  for (let round = 0; round < 3; round += 1) {
    await using server = await startServer({ folder: folder.path, settings })
    const id = `round-${round}`
    assert.equal((await get(server, '/v1/pets/7', id)).status, 404)
    await eventually('it is in the log', async () => {
      await Promise.all(Array.from({ length: 50 }, () => get(server, '/v1/categories')))
      return (await get(server, `/v1/requests/${id}`)).status === 200
    })
    await Promise.all(Array.from({ length: 50 }, () => get(server, '/v1/categories')))
    await server.kill()
  }
})

test('a log that cannot be written is dropped and counted, and works again later', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path, settings })
  const dropped = async (): Promise<number> => {
    const text = (await server.fetch('/metrics')).body
    const [, count] = /entries_total\{result="dropped"\} (\d+)/.exec(text) ?? []
    return Number(count)
  }
  rmSync(fileOf(server), { force: true })
  // A folder cannot be written like a file.
  mkdirSync(fileOf(server))
  await eventually('requests are dropped from the log', async () => {
    assert.equal((await get(server, '/v1/pets/7')).status, 404)
    return (await dropped()) > 0
  })
  assert.equal((await get(server, '/v1/requests')).status, 503)
  const warnings = server.output.filter((line) => line.includes('the request log was not written'))
  assert.equal(warnings.length, 1)
  rmSync(fileOf(server), { recursive: true })
  // With another code than the requests before, of which only ten a second have an entry.
  assert.equal((await get(server, '/v1/orders/7', 'later')).status, 404)
  await eventually('it is in the log', async () => (await get(server, '/v1/requests/later')).status === 200)
})
