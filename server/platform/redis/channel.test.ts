import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../test/harness/eventually.ts'
import { privateRedis, skipWithoutRedis } from '../../../test/harness/redis.ts'
import { createLogger } from '../log.ts'
import { openChannel, publish } from './channel.ts'
import { connectRedis } from './client.ts'

const redis = await privateRedis()

describe('the channel', { skip: redis ? false : skipWithoutRedis }, () => {
  if (!redis) return
  const log = createLogger('silent')

  const join = async (deadlineMs = 500) => {
    const address = { url: redis.url }
    const client = connectRedis({ address, prefix: redis.prefix, log, deadlineMs })
    const channel = openChannel({ address, redis: client })
    let [heard, connected] = [0, 0]
    channel.listen('keys', () => {
      heard += 1
    })
    // Nobody publishes it: it is heard with each connection, of which a busy machine may need several.
    channel.listen('nothing', () => {
      connected += 1
    })
    await eventually('it is connected', () => channel.isConnected() && client.isUp())
    heard = 0
    connected = 0
    return {
      client,
      channel,
      heard: () => heard,
      connected: () => connected,
      async [Symbol.asyncDispose]() {
        await channel.close()
        await client.close()
      },
    }
  }

  test('what one process publishes, every process hears that listens to it', async () => {
    await using one = await join(60_000)
    await using other = await join(60_000)
    assert.equal(await one.channel.publish('keys'), true)
    await eventually('both hear it', () => one.heard() > 0 && other.heard() > 0)
    assert.equal(await one.channel.publish('bans'), true)
    assert.equal(await publish(one.client, 'keys'), true)
    await eventually('the second too', () => other.heard() > 1)
    assert.equal(other.heard() - other.connected(), 2, 'only the topic')
  })

  test('what could not be published is published when Redis is back, and who may have missed it is notified too', async () => {
    await using one = await join()
    await using other = await join()
    redis.faults.freeze()
    assert.equal(await one.channel.publish('keys'), false)
    await eventually('it is noticed', () => !other.channel.isConnected())
    assert.equal(other.heard(), 0)
    redis.faults.thaw()
    await eventually('it is heard', () => other.heard() > 0)

    await redis.faults.kill()
    await eventually('it is noticed', () => !other.channel.isConnected())
    const before = other.heard()
    await redis.faults.restart()
    await eventually('they may have missed something', () => other.heard() > before)
    await redis.close()
  })
})
