import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodies } from '../framings/bodies.ts'
import { connections } from '../framings/connections.ts'
import { heads } from '../framings/heads.ts'
import { unexpected } from '../framings/unexpected.ts'
import { type Framings, key, wholeOf } from '../framings/wire.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const LONGEST = 1_500
/** Requests without a key exceed the limit of one visitor. */
const settings = { BOOTSTRAP_KEY: key, PORTAL_PER_MINUTE: '100000000' }

test('splitting a request at any byte does not change its meaning', async (t) => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path, settings })
  const short: Framings = Object.fromEntries(
    Object.entries({ ...heads, ...bodies, ...connections }).filter(([, framing]) => wholeOf(framing).length < LONGEST),
  )
  let sent = 0
  for (let cut = 1; cut < LONGEST; cut += 1) {
    const longer = Object.entries(short).filter(([, framing]) => wholeOf(framing).length > cut)
    assert.deepEqual(await unexpected(server.port, Object.fromEntries(longer), () => [cut]), {})
    sent += longer.length
  }
  t.diagnostic(`${sent} connections`)
})

test('a request that arrives byte by byte has the same meaning', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path, settings })
  const eachByte = ({ length }: Buffer) => Array.from({ length: length - 1 }, (_, at) => at + 1)
  const short = Object.entries({ ...heads, ...bodies, ...connections }).filter(
    ([, framing]) => wholeOf(framing).length < LONGEST,
  )
  assert.deepEqual(await unexpected(server.port, Object.fromEntries(short), eachByte), {})
})
