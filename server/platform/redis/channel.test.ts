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
    let [received, connected] = [0, 0]
    channel.listen('keys', () => {
      received += 1
    })
    // Nobody publishes this topic; its listener runs once per connection, and a busy machine may need several
    // attempts.
    channel.listen('nothing', () => {
      connected += 1
    })
    await eventually('the channel is connected', () => channel.isConnected() && client.isUp())
    received = 0
    connected = 0
    return {
      client,
      channel,
      received: () => received,
      connected: () => connected,
      async [Symbol.asyncDispose]() {
        await channel.close()
        await client.close()
      },
    }
  }

  test('a message reaches every process that listens to its topic', async () => {
    await using one = await join(60_000)
    await using other = await join(60_000)
    assert.equal(await one.channel.publish('keys'), true)
    await eventually('both processes receive it', () => one.received() > 0 && other.received() > 0)
    assert.equal(await one.channel.publish('bans'), true)
    assert.equal(await publish(one.client, 'keys'), true)
    await eventually('the other process receives the second one', () => other.received() > 1)
    assert.equal(other.received() - other.connected(), 2, 'only messages of the topic')
  })

  test('messages are published when Redis is back, and listeners that may have missed some are notified', async () => {
    await using one = await join()
    await using other = await join()
    redis.faults.freeze()
    assert.equal(await one.channel.publish('keys'), false)
    await eventually('the loss is detected', () => !other.channel.isConnected())
    assert.equal(other.received(), 0)
    redis.faults.thaw()
    await eventually('the message arrives', () => other.received() > 0)

    await redis.faults.kill()
    await eventually('the loss is detected', () => !other.channel.isConnected())
    const before = other.received()
    await redis.faults.restart()
    await eventually('the listener is called after a possible loss', () => other.received() > before)
    await redis.close()
  })
})
