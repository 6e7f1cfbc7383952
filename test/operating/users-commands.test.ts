import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { password } from '../harness/people.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const main = new URL('../../server/main.ts', import.meta.url).pathname

test('commands create, list, disable and enable users, and send them links, while the server runs', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path })
  /** Runs a command with standard input; never rejects. */
  const run = async (input: string, ...args: string[]) => {
    if (input === '') return server.cli('users', ...args).catch((error) => error)
    const child = spawn(process.execPath, [main, 'users', ...args], { env: server.environment })
    child.stdin.end(input)
    const ended = once(child, 'close')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = await ended
    return { code, stdout, stderr }
  }
  const json = async (...args: string[]) => {
    const { stdout, stderr } = await run('', ...args, '--json')
    assert.equal(stderr, '')
    return JSON.parse(stdout)
  }
  const signIn = (email: string) =>
    server.fetch('/auth/sign-in', {
      method: 'POST',
      headers: { origin: server.address, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  const create = (email: string, role: string) => ['create', '--email', email, '--name', 'Ada', '--role', role]

  const weak = await run('password1234', ...create('ada@x.org', 'admin'), '--password-stdin')
  assert.deepEqual([weak.code, weak.stdout], [2, ''], weak.stderr)
  assert.doesNotMatch(weak.stderr, /password1234/)
  const made = await run(`${password}\n`, ...create('ada@x.org', 'admin'), '--password-stdin')
  assert.deepEqual([made.code, made.stdout], [0, 'User 1 (ada@x.org, admin) was made.\n'])
  const { json: signedIn, status } = await signIn('ada@x.org')
  assert.equal(status, 200)

  const invited = await json(...create('Bo@x.org', 'viewer'))
  assert.deepEqual([invited.id, invited.email, invited.role], [2, 'bo@x.org', 'viewer'])
  assert.match(invited.link, /\/console\/password#aas_link_\w+$/)
  const again = await run('', ...create('BO@x.org', 'viewer'))
  assert.equal(again.code, 1)
  assert.match(again.stderr, /email address/)
  const wrong = await run('', ...create('c@x.org', 'owner'))
  assert.equal(wrong.code, 2)

  const listed = await json('list')
  assert.deepEqual(
    listed.map(({ id, role }: { id: number; role: string }) => [id, role]),
    [
      [1, 'admin'],
      [2, 'viewer'],
    ],
  )
  const last = await run('', 'disable', '1')
  assert.equal(last.code, 1)
  assert.match(last.stderr, /last admin/)
  await json(...create('admin2@x.org', 'admin'))
  assert.ok((await json('disable', '1')).disabledAt)
  // The running server notices the change by another process.
  const { accessToken } = signedIn()
  const me = await server.fetch('/v1/me', { headers: { authorization: `Bearer ${accessToken}` } })
  assert.equal(me.status, 401)
  assert.equal((await signIn('ada@x.org')).status, 401)
  assert.equal((await json('enable', '1')).disabledAt, undefined)
  assert.equal((await signIn('ada@x.org')).status, 200)

  const { link } = await json('reset-password', '2')
  assert.notEqual(link, invited.link)
  for (const [url, expected] of [
    [invited.link, 401],
    [link, 200],
  ] as const) {
    const [, token] = url.split('#')
    const set = await server.fetch('/auth/password', {
      method: 'POST',
      headers: { origin: server.address, 'content-type': 'application/json' },
      body: JSON.stringify({ token, password }),
    })
    assert.equal(set.status, expected)
  }
})
