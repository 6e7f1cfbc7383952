import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { openStream } from '../harness/streams.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const ASKED = 400
const WRITES = 600

/** A separate process follows the streams, so that only the server is measured. */
if (process.argv[2] === 'follow') {
  const [address = '', key = ''] = process.argv.slice(3)
  const streams = await Promise.all(Array.from({ length: ASKED }, () => openStream(address, bearer(key))))
  process.send?.(streams.filter(({ status }) => status === 200).length)
} else {
  test('when one Business key requests 400 streams, 100 open, and writes of other accounts stay about as fast', async (t) => {
    using folder = temporaryFolder()
    using otherFolder = temporaryFolder()
    const operator = newKey()
    const settings = { BOOTSTRAP_KEY: operator }
    await using server = await startServer({ folder: folder.path, settings })
    await using without = await startServer({ folder: otherFolder.path, settings })
    const args = ['keys', 'create', '--plan', 'business', '--name', 's', '--json']
    const { key } = JSON.parse((await server.cli(...args)).stdout)
    // Alternates after each write, because the load of the machine varies.
    const compare = async () => {
      const [beside, alone]: [number[], number[]] = [[], []]
      for (let sent = 0; sent < WRITES; sent += 1) {
        beside.push(await writeMs(server, operator))
        alone.push(await writeMs(without, operator))
      }
      return [median(beside), median(alone)] as const
    }
    await compare()
    const follower = fork(new URL(import.meta.url).pathname, ['follow', server.address, key])
    t.after(() => follower.kill())
    const [open] = await once(follower, 'message')
    assert.equal(open, 100)
    const [besideMs, aloneMs] = await compare()
    t.diagnostic(`median of a write: ${aloneMs.toFixed(2)} ms, ${besideMs.toFixed(2)} ms beside`)
    assert.ok(besideMs <= 1.5 * aloneMs, `${(besideMs / aloneMs).toFixed(2)} times as long`)
  })
}

async function writeMs(server: Server, key: string): Promise<number> {
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Biscuit', categoryId: 1 })
  const startedAtMs = performance.now()
  const response = await fetch(`${server.address}/v1/pets`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return performance.now() - startedAtMs
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
