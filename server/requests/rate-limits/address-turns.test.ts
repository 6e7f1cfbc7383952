import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HttpError } from '../../platform/http/http-error.ts'
import { addressTurns } from './address-turns.ts'

test('an address with many tasks takes turns with others, and cannot fill the queue', async () => {
  const inTurn = addressTurns({ atOnce: 1, maxWaiting: 20, maxOfAddress: 5 })
  const done: string[] = []
  const ask = async (address: string, task: string): Promise<string> => {
    try {
      return await inTurn(address, async () => {
        await new Promise(setImmediate)
        done.push(task)
        return task
      })
    } catch (error) {
      assert.ok(error instanceof HttpError)
      return error.code
    }
  }
  const greedy = Array.from({ length: 8 }, (_, at) => ask('203.0.113.7', `greedy ${at}`))
  const other = [ask('203.0.113.8', 'other 0'), ask('203.0.113.8', 'other 1')]
  assert.deepEqual(await Promise.all(other), ['other 0', 'other 1'])
  assert.deepEqual((await Promise.all(greedy)).slice(5), Array(3).fill('service_unavailable'))
  assert.deepEqual(done, ['greedy 0', 'greedy 1', 'other 0', 'greedy 2', 'other 1', 'greedy 3', 'greedy 4'])
  assert.equal(await ask('203.0.113.7', 'greedy 5'), 'greedy 5')
})

test('concurrency is limited, and a full queue rejects every task', async () => {
  const inTurn = addressTurns({ atOnce: 2, maxWaiting: 3, maxOfAddress: 9, message: 'Busy.' })
  const finish = Promise.withResolvers<void>()
  let running = 0
  const tasks = Array.from({ length: 5 }, (_, at) =>
    inTurn(`203.0.113.${at}`, async () => {
      running += 1
      await finish.promise
    }),
  )
  await new Promise(setImmediate)
  assert.equal(running, 2)
  await assert.rejects(
    inTurn('203.0.113.9', () => finish.promise),
    { code: 'service_unavailable', message: 'Busy.' },
  )
  finish.resolve()
  await Promise.all(tasks)
  assert.equal(running, 5)
})
