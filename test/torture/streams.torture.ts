import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { openStream } from '../harness/streams.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** All that may be sent in a minute, in all rounds, are 1,000 requests. */
const ASKED = [400, 110, 110, 110, 110]
const WRITES = 200

/** The streams are followed by a process of their own, so that what is measured is the server. */
if (process.argv[2] === 'follow') {
  const [address = '', key = '', asked = ''] = process.argv.slice(3)
  const streams = await Promise.all(
    Array.from({ length: Number(asked) }, () => openStream(address, bearer(key))),
  )
  process.send?.(streams.filter(({ status }) => status === 200).length)
} else {
  test('400 streams asked for by one Business key: 100 are open, and others write about as fast', async (t) => {
    using folder = temporaryFolder()
    const operator = newKey()
    const settings = { BOOTSTRAP_KEY: operator }
    await using server = await startServer({ folder: folder.path, settings })
    const args = ['keys', 'create', '--plan', 'business', '--name', 's', '--json']
    const { key } = JSON.parse((await server.cli(...args)).stdout)
    const write = () => writeTimesMs(server, operator)
    await write()
    const [alone, beside]: [number[], number[]] = [[], []]
    // In turn, as the machine is not equally busy all the time.
    for (const asked of ASKED) {
      alone.push(...(await write()))
      const { open, stop } = await follow(server, key, asked)
      assert.equal(open, 100)
      beside.push(...(await write()))
      await stop()
    }
    const [aloneMs, besideMs] = [median(alone), median(beside)]
    t.diagnostic(
      `median of a write: ${aloneMs.toFixed(2)} ms alone, ${besideMs.toFixed(2)} ms beside`,
    )
    assert.ok(besideMs <= 1.5 * aloneMs, `${(besideMs / aloneMs).toFixed(2)} times as long`)
  })
}

async function follow(server: Server, key: string, asked: number) {
  const child = fork(new URL(import.meta.url).pathname, [
    'follow',
    server.address,
    key,
    String(asked),
  ])
  const [open] = await once(child, 'message')
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  return { open, stop }
}

async function writeTimesMs(server: Server, key: string): Promise<number[]> {
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Biscuit', categoryId: 1 })
  const times: number[] = []
  for (let sent = 0; sent < WRITES; sent += 1) {
    const startedAtMs = performance.now()
    const init = { method: 'POST', headers, body }
    await (await fetch(`${server.address}/v1/pets`, init)).arrayBuffer()
    times.push(performance.now() - startedAtMs)
  }
  return times
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
