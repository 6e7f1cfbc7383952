import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { engines, freshDatabase } from '../harness/engines.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { bearer } from '../harness/keys.ts'
import { cli, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

for (const engine of engines) {
  test(`animals are imported for an account and transferred while a server runs, and only their account can change them (${engine})`, async () => {
    using folder = temporaryFolder()
    const store = await freshDatabase(engine)
    const environment = { ...basicEnvironment, DATABASE_URL: store.url }
    const run = (...args: string[]) => cli(environment, ...args)
    const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
    const codeOf = (...args: string[]): Promise<number> =>
      run(...args).then(
        () => 0,
        (error) => error.code,
      )
    const file = (name: string, text: string): string => {
      const path = join(folder.path, name)
      writeFileSync(path, text)
      return path
    }
    const first = await json('keys', 'create', '--plan', 'pro', '--name', 'first')
    const second = await json('keys', 'create', '--plan', 'pro', '--name', 'second')
    const rows = 'name,categoryId\nRex,1\nTom,2\n'
    await run('import', file('a.csv', rows))
    await run('import', file('b.csv', rows), '--account', second.accountId.toString())
    const change = 'id,name,categoryId\n1,Max,1\n3,Max,1\n'
    assert.equal(await codeOf('import', file('c.csv', change)), 1)
    await using server = await startServer({
      folder: folder.path,
      settings: { DATABASE_URL: store.url },
    })
    const names = async () => {
      const response = await fetch(`${server.address}/v1/pets`, { headers: bearer(first.key) })
      return ((await response.json()) as { name: string }[]).map(({ name }) => name)
    }
    assert.deepEqual(await names(), ['Max', 'Tom', 'Rex', 'Tom'])
    const rename = async (key: string, id: number) => {
      const headers = { ...bearer(key), 'content-type': 'application/json' }
      const options = { method: 'PATCH', headers, body: '{"name":"Bo"}' }
      return (await fetch(`${server.address}/v1/pets/${id}`, options)).status
    }
    assert.deepEqual([await rename(first.key, 2), await rename(second.key, 2)], [200, 403])
    const [from, to] = [String(first.accountId), String(second.accountId)]
    const moved = await json('accounts', 'transfer', '--from', from, '--to', to, '--category', '2')
    assert.deepEqual(moved, {
      from: 1,
      to: 2,
      categoryId: 2,
      animals: 1,
      applications: 0,
      orders: 0,
    })
    assert.deepEqual([await rename(first.key, 2), await rename(second.key, 2)], [403, 200])
    assert.equal(await rename(first.key, 1), 200)
    assert.equal(await codeOf('accounts', 'transfer', '--from', from, '--to', '99'), 1)
    assert.equal(await codeOf('accounts', 'transfer', '--from', from, '--to', from), 2)
    assert.equal(await codeOf('import', file('d.csv', rows), '--account', '99'), 1)
    await store.remove()
  })
}
