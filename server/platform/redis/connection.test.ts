import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/eventually.ts'
import { freePort } from '../../../test/harness/free-port.ts'
import { privateRedis, skipWithoutRedis } from '../../../test/harness/redis.ts'
import { startSentinels } from '../../../test/harness/sentinel.ts'
import { openConnection } from './connection.ts'

const done = new Error('done')

/**
 * Returns the message of the error. Tries again if a busy machine does not respond within the second that connecting
 * may take.
 */
const refusal = async (options: { url: string }, reason: RegExp): Promise<string> => {
  let message = ''
  await eventually(`the reason is ${reason}`, async () => {
    message = await openConnection(options).then(
      () => assert.fail('connected'),
      (error: Error) => error.message,
    )
    return reason.test(message)
  })
  return message
}

test('a node of a cluster, a Sentinel and a replica are rejected, each with its reason', async (t) => {
  const busPort = String(await freePort())
  await using node = await privateRedis(['--cluster-enabled', 'yes', '--cluster-port', busPort])
  await using sentinel = await startSentinels()
  if (!node || !sentinel) return t.skip(skipWithoutRedis)
  await refusal(node, /node of a Redis Cluster, which is not supported/)
  const [host] = sentinel.hosts
  await refusal({ url: `redis://${host}` }, /it is a Sentinel: use redis\+/)
  const { master, other } = await sentinel.roles()
  await refusal(other, /it is a replica, which only reads/)
  const connection = await openConnection(master)
  assert.equal(connection.server, new URL(master.url).host)
  connection.destroy(done)
})

test('the master is found through any Sentinel that responds, by its name, with the password', async (t) => {
  const password = 'p@ss'
  await using sentinel = await startSentinels({ password })
  if (!sentinel) return t.skip(skipWithoutRedis)
  const { master } = await sentinel.roles()
  const dead = `127.0.0.1:${await freePort()}`
  const encoded = encodeURIComponent(password)
  const [one = '', two = ''] = sentinel.hosts
  for (const attempt of [0, 1, 2, 3]) {
    const url = `redis+sentinel://:${encoded}@${dead},${one},${two}/mymaster`
    const connection = await openConnection({ url }, attempt)
    assert.equal(connection.server, new URL(master.url).host)
    assert.equal(await connection.send(['PING']), 'PONG')
    connection.destroy(done)
  }
  const fails = async (url: string, reason: RegExp) => {
    const message = await refusal({ url }, reason)
    assert.ok(!message.includes(password) && !message.includes(encoded))
  }
  await fails(`redis+sentinel://:${encoded}@${one}/other`, /it knows no master named other/)
  await fails(`redis+sentinel://${one}/mymaster`, /NOAUTH/)
  await fails(`redis+sentinel://:wrong@${one},${dead}/mymaster`, /WRONGPASS.*ECONNREFUSED/)
})
