import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../sdk/verify-webhook.ts'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { checkPayload, startReceiver } from '../harness/receiver.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const main = new URL('../../scripts/cli.ts', import.meta.url).pathname

/** `webhooks listen` as a separate program, with what it has printed. */
const listen = (server: Server, key: string, ...args: string[]) => {
  const env = { PATH: process.env.PATH, ADOPTION_URL: server.address, ADOPTION_KEY: key }
  const child = spawn(process.execPath, [main, 'webhooks', 'listen', ...args], { env })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (text) => {
      printed[name] += text
    })
  }
  const secret = async (): Promise<string> => {
    await eventually('it prints its secret', () => /whsec_\S+/.test(printed.stderr))
    return /whsec_\S+/.exec(printed.stderr)?.[0] ?? ''
  }
  return { printed, secret, [Symbol.dispose]: () => void child.kill('SIGKILL') }
}

test('webhooks listen sends every event once, in order and signed, through a restart of the server', async () => {
  using folder = temporaryFolder()
  const key = newKey()
  const settings = { BOOTSTRAP_KEY: key }
  let server = await startServer({ folder: folder.path, settings })
  const add = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const { status } = await server.fetch('/v1/pets', {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Biscuit', categoryId: 7 }),
      })
      assert.equal(status, 201)
    }
  }
  try {
    await add(1)
    await using receiver = await startReceiver()
    using listening = listen(server, key, '--forward-to', receiver.url, '--types', 'pet.created')
    const secret = await listening.secret()
    await add(20)
    await receiver.gets(20)
    await server.stop()
    server = await startServer({
      folder: folder.path,
      settings: { ...settings, PORT: String(server.port) },
    })
    await add(20)
    await receiver.gets(40)
    const animals = receiver.received.map(async (request) => {
      checkPayload(request)
      const headers = request.headers as Record<string, string>
      new Webhook(secret).verify(request.body, headers)
      const { id } = (await verifyWebhook(request.body, headers, secret)).data as { id: number }
      return id
    })
    // It begins with the first event after its start.
    assert.deepEqual(
      await Promise.all(animals),
      Array.from({ length: 40 }, (_, at) => at + 2),
    )
    await eventually('all are printed', () => /(.*204\n){40}/.test(listening.printed.stdout))

    // A receiver that fails or is not there is reported, and the next event is sent all the same.
    receiver.behave(500)
    await add(1)
    await eventually('the status is printed', () => /500\n$/.test(listening.printed.stdout))
    receiver.behave('reset')
    await add(1)
    await eventually('the reason is printed', () => /not delivered/.test(listening.printed.stdout))
    using again = listen(server, key, '--forward-to', receiver.url)
    assert.equal(await again.secret(), secret)
    assert.ok(!Object.values(listening.printed).join('').includes(key))
  } finally {
    await server.kill()
  }
})

test('webhooks listen rejects an address that is none', async () => {
  using folder = temporaryFolder()
  const key = newKey()
  await using server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  using wrong = listen(server, key, '--forward-to', 'localhost:4000')
  await eventually('it says so', () => wrong.printed.stderr.includes('must be an http or https'))
})
