import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { after, before, suite, test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { newKey } from '../harness/keys.ts'
import { checkPayload, type Received, startReceiver } from '../harness/receiver.ts'
import { cli, type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const main = new URL('../../scripts/cli.ts', import.meta.url).pathname

/** The payload, if both libraries accept the signature. */
const verified = ({ body, headers }: Received, secret: string) => {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
  for (const library of [StandardWebhook, SvixWebhook]) new library(secret).verify(body, signed)
  checkPayload({ body, headers })
  const event = JSON.parse(body)
  assert.equal(event.id, headers['webhook-id'])
  return event
}

suite('webhooks on your own machine', () => {
  const folder = temporaryFolder()
  const key = newKey()
  let server: Server
  let environment: Record<string, string>

  before(async () => {
    server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
    environment = {
      ...basicEnvironment,
      XDG_CONFIG_HOME: folder.path,
      ADOPTION_URL: server.address,
      ADOPTION_KEY: key,
    }
  })
  after(async () => {
    await server.kill()
    folder.remove()
  })

  const addPets = async (from: number, to: number) => {
    const pets = []
    for (let at = from; at < to; at += 1) pets.push({ name: `Pet ${at}`, categoryId: 7 })
    const { status } = await server.fetch('/v1/pets:batch', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pets }),
    })
    assert.equal(status, 200)
  }

  const listen = (...args: string[]) => {
    const child = spawn(process.execPath, [main, 'webhooks', 'listen', ...args], {
      env: environment,
    })
    if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
    const lines: string[] = []
    let errors = ''
    createInterface(child.stdout).on('line', (line) => lines.push(line))
    child.stderr.on('data', (text) => {
      errors += text
    })
    const secret = async (): Promise<string> => {
      await eventually('it prints its secret', () => /whsec_\S+\n/.test(errors))
      return /whsec_\S+/.exec(errors)?.[0] ?? ''
    }
    return { lines, secret, [Symbol.dispose]: () => void child.kill('SIGKILL') }
  }

  test('listen forwards 100 events in order, once each, through a restart of the server', async () => {
    await using receiver = await startReceiver()
    using listening = listen('--forward-to', receiver.url, '--types', 'pet.created', '--json')
    const secret = await listening.secret()
    await addPets(0, 50)
    await receiver.gets(20)
    await server.stop()
    const settings = { ...server.environment, PORT: String(server.port) }
    server = await startServer({ folder: folder.path, settings })
    await addPets(50, 100)
    await receiver.gets(100)
    await addPets(100, 101)
    await receiver.gets(101)
    const events = receiver.received.map((received) => verified(received, secret))
    assert.deepEqual(
      events.map(({ type, data }) => `${type} ${data.name}`),
      events.map((_, at) => `pet.created Pet ${at}`),
    )
    assert.ok(!listening.lines.join('').includes(key))
    const [{ id }] = events
    assert.deepEqual(JSON.parse(listening.lines[0] ?? ''), { id, type: 'pet.created', status: 204 })
  })

  test('listen has the same secret on each run, and shows a status or why there was no response', async () => {
    await using receiver = await startReceiver(500)
    using listening = listen('--forward-to', receiver.url)
    const secret = await listening.secret()
    await addPets(0, 1)
    await eventually('it shows the status', () => /pet\.created +500$/.test(listening.lines[0] ?? ''))
    receiver.behave('reset')
    await addPets(1, 2)
    await eventually('it shows the failure', () => /pet\.created +not delivered: \S/.test(listening.lines[1] ?? ''))
    using again = listen('--forward-to', receiver.url)
    assert.equal(await again.secret(), secret)
  })

  test('an invalid receiver URL or an unknown type is a usage error', async () => {
    const wrong = async (command: string[], message: RegExp) =>
      assert.rejects(cli(environment, 'webhooks', ...command), { code: 2, message })
    const to = ['--forward-to', 'http://localhost:4000']
    await wrong(['listen', '--forward-to', 'localhost:4000'], /must be an http or https URL/)
    await wrong(['listen', ...to, '--types', 'pet.created,pet.eaten'], /one of pet\.created, /)
    await wrong(['trigger', 'pet.eaten', ...to], /one of pet\.created, .*webhook\.test/)
  })

  test('trigger sends the documented example of every type, signed with the secret of listen', async () => {
    await using receiver = await startReceiver()
    using listening = listen('--forward-to', receiver.url)
    const secret = await listening.secret()
    const document = JSON.parse((await server.fetch('/openapi.json')).body)
    // It needs no server.
    const offline = { ...environment, ADOPTION_URL: 'http://127.0.0.1:1' }
    const trigger = (type: string, ...args: string[]) =>
      cli(offline, 'webhooks', 'trigger', type, '--forward-to', receiver.url, ...args)
    const types = Object.keys(document.webhooks)
    assert.equal(types.length, 15)
    for (const [at, type] of types.entries()) {
      const { stdout } = await trigger(type)
      assert.match(stdout, /^\S+ {2}\S+ {2}204\n$/)
      const received = await receiver.gets(at + 1)
      const { example } = document.webhooks[type].post.requestBody.content['application/json']
      assert.deepEqual(verified(received, secret), example)
    }
    await trigger('pet.created', '--id', 'evt_again')
    const { headers } = await receiver.gets(types.length + 1)
    assert.equal(headers['webhook-id'], 'evt_again')
    receiver.behave(500)
    await assert.rejects(trigger('pet.created'), { code: 1, message: /pet\.created: 500/ })
  })
})
