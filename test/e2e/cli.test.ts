import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { cli, cliProgram, type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const root = new URL('../..', import.meta.url).pathname
const run = promisify(execFile)
/** The server looks up unused keys again after a minute. A key that stops well before that was reported to it. */
const UNASKED_MS = 30_000
type IssuedKey = {
  id: number
  key: string
  accountId: number
  plan: string
  kind: string
  scopes: string[]
  allowedOrigins?: string[]
  perMinute?: number
  perDay?: number
}
type Failure = { code: number; stdout: string; stderr: string }

/** The single JSON document that a command prints. Fails if there is anything else. */
const json = ({ stdout, stderr }: { stdout: string; stderr: string }) => {
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

const failureOf = (command: Promise<{ stdout: string }>): Promise<Failure> =>
  command.then(
    ({ stdout }) => assert.fail(`it succeeded: ${stdout}`),
    (error) => error,
  )

suite('the command line beside a running server', () => {
  const folder = temporaryFolder()
  let server: Server

  before(async () => {
    server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: newKey() } })
  })
  after(async () => {
    await server.kill()
    folder.remove()
  })

  const createKey = async (...options: string[]): Promise<IssuedKey> =>
    json(await server.cli('keys', 'create', '--name', 'tests', ...options, '--json'))
  const list = (key: string) => server.fetch('/v1/pets', { headers: bearer(key) })
  const answerOf = async (key: string): Promise<[number, string | undefined]> => {
    const { status, json } = await list(key)
    return [status, json().code]
  }
  const endsAtOnce = async (key: string, code: string) => {
    await eventually(`it is ${code}`, async () => (await list(key)).status === 401, UNASKED_MS)
    assert.deepEqual(await answerOf(key), [401, code])
  }

  test('accounts create and accounts list show the account and its limits', async () => {
    const create = ['accounts', 'create', '--name', 'Shelter', '--plan', 'enterprise']
    const own = ['--per-minute', '12', '--per-day', '3456', '--json']
    const account = json(await server.cli(...create, ...own))
    const { id, createdAt, reviewedAt, ...rest } = account
    assert.equal(reviewedAt, createdAt, 'operators need no review')
    const limits = { perMinute: 12, perDay: 3456 }
    assert.deepEqual(rest, { name: 'Shelter', plan: 'enterprise', ...limits, suspended: false })
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
    const all = json(await server.cli('accounts', 'list', '--json'))
    assert.deepEqual(
      all.find((one: { id: number }) => one.id === id),
      account,
    )
    const { stdout } = await server.cli('accounts', 'list')
    assert.match(stdout, /Shelter +enterprise +active +12 +3456/)
  })

  test('accounts list and keys list apply their filters', async () => {
    const { id } = json(await server.cli('accounts', 'create', '--name', 'Pfötchen', '--plan', 'pro', '--json'))
    const idsOf = async (...args: string[]) =>
      json(await server.cli(...args, '--json')).map((one: { id: number }) => one.id)
    const accounts = (...args: string[]) => idsOf('accounts', 'list', ...args)
    assert.deepEqual(await accounts('--q', 'PFOTCHEN'), [id])
    assert.deepEqual(await accounts('--q', 'pfotchen', '--status', 'suspended'), [])
    await server.cli('accounts', 'suspend', String(id))
    assert.deepEqual(await accounts('--q', String(id), '--status', 'suspended'), [id])
    assert.deepEqual(await accounts('--status', 'unreviewed'), [])
    await assert.rejects(server.cli('accounts', 'list', '--status', 'gone'), { code: 2 })

    const { id: keyId, accountId } = await createKey('--plan', 'free', '--name', 'Mañana')
    const keys = (...args: string[]) => idsOf('keys', 'list', ...args)
    assert.deepEqual(await keys('--q', 'manana'), [keyId])
    await server.cli('keys', 'revoke', String(keyId))
    assert.deepEqual(await keys('--account', String(accountId), '--state', 'revoked'), [keyId])
    assert.deepEqual(await keys('--q', 'manana', '--state', 'active'), [])
    assert.deepEqual(await keys('--q', 'manana', '--kind', 'publishable'), [])
  })

  test('accounts suspend stops the keys of an account at once, and accounts resume enables them again', async () => {
    const { key, accountId } = await createKey('--plan', 'pro')
    const statusOf = async () => (await list(key)).status
    assert.equal(await statusOf(), 200)
    const id = String(accountId)
    assert.equal(json(await server.cli('accounts', 'suspend', id, '--json')).suspended, true)
    await eventually('it is refused', async () => (await statusOf()) === 403)
    assert.match((await server.cli('accounts', 'resume', id)).stdout, /is resumed\.$/m)
    await eventually('it goes on', async () => (await statusOf()) === 200)
    await assert.rejects(server.cli('accounts', 'suspend', '99999'), { code: 1 })
    await assert.rejects(server.cli('accounts', 'suspend', 'x'), { code: 2 })
  })

  test('the limits of an account apply to its keys', async () => {
    const create = ['accounts', 'create', '--name', 'Shelter', '--plan', 'enterprise']
    const own = ['--per-minute', '3', '--per-day', '100', '--json']
    const { id } = json(await server.cli(...create, ...own))
    const { key, plan, accountId } = await createKey('--account', String(id))
    assert.deepEqual([plan, accountId], ['enterprise', id])
    const answers = await Promise.all(Array.from({ length: 5 }, () => list(key)))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 200, 200, 429, 429])
  })

  test('a key can be created with limits of its own', async () => {
    const own = ['--per-minute', '2', '--per-day', '50']
    const { key, perMinute, perDay } = await createKey('--plan', 'free', ...own)
    assert.deepEqual([perMinute, perDay], [2, 50])
    const answers = await Promise.all(Array.from({ length: 4 }, () => list(key)))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 200, 429, 429])
    assert.match((await server.cli('keys', 'list')).stdout, / 2 +50 /)
  })

  test('a publishable key is created for the origins of pages, and listed with them', async () => {
    const origins = 'https://a.example, HTTPS://b.example:443/'
    const page = ['--kind', 'publishable', '--origins', origins]
    const { key, ...shown } = await createKey('--plan', 'free', ...page)
    assert.match(key, /^aas_pub_live_[0-9A-Za-z]{38}$/)
    assert.deepEqual(
      [shown.kind, shown.scopes, shown.allowedOrigins],
      ['publishable', ['listings:read', 'applications:create'], ['https://a.example', 'https://b.example']],
    )
    const listed = (await server.cli('keys', 'list')).stdout
    assert.match(listed, / publishable .* https:\/\/a\.example https:\/\/b\.example/)
    const from = async (origin: string) =>
      (await server.fetch('/v1/me', { headers: { ...bearer(key), origin } })).status
    assert.equal(await from('https://b.example'), 200)
    assert.equal(await from('https://c.example'), 403)
  })

  for (const [plan, perMinute] of Object.entries({ free: 60, pro: 300, business: 1_000 })) {
    test(`a key created with a new ${plan} account works at once, with the limits of the plan`, async () => {
      const issued = await createKey('--plan', plan)
      assert.match(issued.key, /^aas_live_[0-9A-Za-z]{38}$/)
      assert.equal(issued.plan, plan)
      assert.ok(Number.isInteger(issued.id) && Number.isInteger(issued.accountId))
      assert.equal(issued.scopes.includes('admin'), false)
      const { status, headers } = await list(issued.key)
      assert.equal(status, 200)
      assert.equal(headers.get('x-ratelimit-limit'), String(perMinute))
    })
  }

  test('a key printed for people is shown once, and never again', async () => {
    const { stdout } = await server.cli('keys', 'create', '--plan', 'free', '--name', 'tests')
    const keys = stdout.match(/aas_live_\w+/g) ?? []
    assert.equal(keys.length, 1)
    assert.equal((await list(keys[0] ?? '')).status, 200)
    const shown = await server.cli('keys', 'list')
    assert.equal(shown.stdout.includes(keys[0] ?? ''), false)
    assert.ok(shown.stdout.includes(`${keys[0]?.slice(0, 13)}...${keys[0]?.slice(-4)}`))
    assert.equal((await server.cli('keys', 'list', '--json')).stdout.includes(keys[0] ?? ''), false)
  })

  test('a revoked key stops within a second', async () => {
    const { id, key } = await createKey('--plan', 'pro')
    assert.equal((await list(key)).status, 200)
    const revoked = json(await server.cli('keys', 'revoke', String(id), '--json'))
    await endsAtOnce(key, 'revoked_api_key')
    assert.equal(revoked.id, id)
    assert.ok(revoked.revokedAt)
  })

  test('a rotated key ends at once, and its successor has its account and scopes', async () => {
    const old = await createKey('--plan', 'pro', '--scopes', 'pets:read')
    assert.equal((await list(old.key)).status, 200)
    const fresh: IssuedKey = json(await server.cli('keys', 'rotate', String(old.id), '--json'))
    await endsAtOnce(old.key, 'revoked_api_key')
    assert.notEqual(fresh.key, old.key)
    assert.deepEqual([fresh.accountId, fresh.scopes], [old.accountId, ['pets:read']])
    assert.equal((await list(fresh.key)).status, 200)
  })

  test('a key rotated with a grace period works until its end, together with its successor', async () => {
    const graceSeconds = 5
    const old = await createKey('--plan', 'pro')
    const rotate = ['keys', 'rotate', String(old.id), '--grace', String(graceSeconds), '--json']
    const fresh: IssuedKey = json(await server.cli(...rotate))
    const endsAtMs = Date.now() + graceSeconds * 1_000
    assert.equal((await list(old.key)).status, 200)
    assert.equal((await list(fresh.key)).status, 200)
    let lastServedMs = 0
    await eventually('it ends', async () => {
      const sentAtMs = Date.now()
      if ((await list(old.key)).status === 401) return true
      lastServedMs = sentAtMs
      return false
    })
    assert.ok(lastServedMs <= endsAtMs, `${lastServedMs - endsAtMs} ms too late`)
    assert.deepEqual(await answerOf(old.key), [401, 'expired_api_key'])
    assert.equal((await list(fresh.key)).status, 200)
  })

  test('a key expires when --expires says', async () => {
    const past = await createKey('--plan', 'pro', '--expires', '2020-01-31')
    assert.deepEqual(await answerOf(past.key), [401, 'expired_api_key'])
    const future = await createKey('--plan', 'pro', '--expires', '2999-01-31T10:00:00+01:00')
    assert.equal((await list(future.key)).status, 200)
    const soon = new Date(Date.now() + 8_000).toISOString()
    const { key } = await createKey('--plan', 'pro', '--expires', soon)
    assert.equal((await list(key)).status, 200)
    await eventually('it ends', async () => (await list(key)).status === 401)
    assert.ok(Date.now() >= Date.parse(soon))
    assert.deepEqual(await answerOf(key), [401, 'expired_api_key'])
  })

  test('a key can do what its scopes allow, and nothing else', async () => {
    const add = async (key: string) => {
      const headers = { ...bearer(key), 'content-type': 'application/json' }
      const body = '{"name":"Biscuit","categoryId":7}'
      const { status, json } = await server.fetch('/v1/pets', { method: 'POST', headers, body })
      return [status, json().code]
    }
    const reader = await createKey('--plan', 'pro', '--scopes', 'pets:read')
    const writer = await createKey('--plan', 'pro', '--scopes', 'pets:write, orders:read')
    assert.deepEqual(writer.scopes, ['pets:write', 'orders:read'])
    assert.deepEqual(await answerOf(reader.key), [200, undefined])
    assert.deepEqual(await add(reader.key), [403, 'insufficient_scope'])
    assert.deepEqual(await answerOf(writer.key), [403, 'insufficient_scope'])
    assert.deepEqual(await add(writer.key), [201, undefined])
  })

  test('a key of staging is 401 wrong_environment in production', async () => {
    const environment = { ...server.environment, BOOTSTRAP_KEY: '', ADOPTION_ENV: 'staging' }
    const create = ['keys', 'create', '--plan', 'pro', '--name', 'tests', '--json']
    const { key } = json(await cli(environment, ...create))
    assert.match(key, /^aas_test_/)
    assert.deepEqual(await answerOf(key), [401, 'wrong_environment'])
  })

  test('standard output is a single JSON document through npm too', async () => {
    const env = { ...process.env, ...server.environment }
    const create = ['keys', 'create', '--plan', 'free', '--name', 'tests', '--json']
    const { stdout } = await run('npm', ['run', 'cli', '--', ...create], { cwd: root, env })
    const { key } = JSON.parse(stdout)
    assert.equal((await list(key)).status, 200)
  })

  const tooMuch = ['keys', 'create', '--plan', 'free', '--name', 'a', '--per-minute', '61']
  const page = ['keys', 'create', '--plan', 'free', '--name', 'a', '--kind', 'publishable']
  const failures: [name: string, code: number, ...args: string[]][] = [
    ['an unknown kind', 2, 'keys', 'create', '--plan', 'free', '--name', 'a', '--kind', 'public'],
    ['a wildcard for an origin', 2, ...page, '--origins', 'https://*.example'],
    ['a scope that is not for pages', 2, ...page, '--scopes', 'pets:read'],
    ['an unknown key', 1, 'keys', 'revoke', '999999'],
    ['an unknown key to rotate', 1, 'keys', 'rotate', '999999'],
    ['an unknown account', 1, 'keys', 'create', '--account', '999999', '--name', 'a'],
    ['a key that is not banned', 1, 'bans', 'lift', '999999'],
    ['no command', 2],
    ['an unknown command', 2, 'kennels'],
    ['an unknown subcommand', 2, 'keys', 'melt'],
    ['an unknown option', 2, 'keys', 'list', '--loud'],
    ['a missing name', 2, 'keys', 'create', '--plan', 'free'],
    ['neither account nor plan', 2, 'keys', 'create', '--name', 'a'],
    ['account and plan', 2, 'keys', 'create', '--account', '1', '--plan', 'pro', '--name', 'a'],
    ['an unknown plan', 2, 'keys', 'create', '--plan', 'gold', '--name', 'a'],
    ['an unknown scope', 2, 'keys', 'create', '--plan', 'pro', '--name', 'a', '--scopes', 'all'],
    ['a date that is none', 2, 'keys', 'create', '--plan', 'pro', '--name', 'a', '--expires', 'x'],
    ['a date of no month', 2, 'keys', 'create', '--plan=pro', '--name=a', '--expires=2027-02-31'],
    ['a limit above the one of its account', 2, ...tooMuch],
    ['an id that is none', 2, 'keys', 'revoke', 'abc'],
    ['an id that is none to lift', 2, 'bans', 'lift', '0'],
    ['a negative grace', 2, 'keys', 'rotate', '1', '--grace', '-1'],
    ['own limits of a plan that has none', 2, ...limited('free', '--per-day', '1')],
    ['one limit without the other', 2, ...limited('enterprise', '--per-day', '1')],
    ['a blank name', 2, 'accounts', 'create', '--plan', 'free', '--name', ' '],
  ]
  for (const [name, code, ...args] of failures) {
    test(`${name} ends with code ${code}, and reports the reason only on standard error`, async () => {
      // The first command with each code also runs as a separate program.
      const isFirst = failures.find((one) => one[1] === code)?.[0] === name
      const failed = await failureOf((isFirst ? cliProgram : cli)(server.environment, ...args))
      assert.equal(failed.code, code, failed.stderr)
      assert.equal(failed.stdout, '')
      assert.notEqual(failed.stderr.trim(), '')
      assert.doesNotMatch(failed.stderr, /\n +at /, 'no stack')
    })
  }

  test('a failed command leaves nothing behind', async () => {
    const before = (await server.cli('accounts', 'list')).stdout
    await failureOf(server.cli('keys', 'create', '--plan', 'gold', '--name', 'a'))
    await failureOf(server.cli('keys', 'create', '--account', '999999', '--name', 'a'))
    assert.equal((await server.cli('accounts', 'list')).stdout, before)
  })
})

test('--help is not a failure', async () => {
  const { stdout } = await cliProgram({}, '--help')
  for (const command of ['serve', 'migrate', 'copy', 'openapi', 'accounts', 'keys', 'bans']) {
    assert.match(stdout, new RegExp(`\\b${command}\\b`))
  }
})

test('an invalid setting stops the program, and all errors are reported without the values', async () => {
  using folder = temporaryFolder()
  const key = `${newKey().slice(0, -1)}_`
  const settings = {
    BOOTSTRAP_KEY: key,
    PORT: '70000',
    ADOPTION_ENV: 'moon',
    LOG_LEVEL: 'loud',
    BAN_SECONDS: '-1',
    ADDRESS_PER_MINUTE: 'many',
    PUBLIC_URL: 'ftp://example.org',
  }
  const environment = { DATABASE_URL: `sqlite:${folder.path}/store.db`, ...settings }
  for (const command of [['serve'], ['keys', 'list']]) {
    const { code, stdout, stderr } = await failureOf(cliProgram(environment, ...command))
    assert.equal(code, 1)
    assert.equal(stdout, '')
    for (const name of Object.keys(settings)) assert.match(stderr, new RegExp(`\\b${name}\\b`))
    assert.equal(stderr.includes(key.slice(9, 40)), false, 'the key is not echoed')
  }
})

test('BOOTSTRAP_KEY works from the first start on, with every scope, and is created once', async () => {
  using folder = temporaryFolder()
  const key = newKey()
  const start = () => startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  for (const _ of ['first', 'second']) {
    await using server = await start()
    const { status, json } = await server.fetch('/v1/rate-limit', { headers: bearer(key) })
    assert.equal(status, 200)
    assert.equal(json().plan, 'enterprise')
    const keys = JSON.parse((await server.cli('keys', 'list', '--json')).stdout)
    assert.equal(keys.length, 1)
    assert.ok(keys[0].scopes.includes('admin'))
    assert.equal(
      server.output.some((line) => line.includes('aas_live_')),
      false,
    )
  }
})

test('the first start on an empty store prints a key, a command and a link that work; later ones print none', async () => {
  using folder = temporaryFolder()
  const settings = { DATABASE_URL: `sqlite:${folder.path}/store.db` }
  const first = await startServer({ folder: folder.path, settings })
  const text = () => first.output.join('\n')
  await eventually('it prints the URL of the docs', () => text().includes('/docs'))
  const printed = new Set(text().match(/aas_live_\w+/g))
  assert.equal(printed.size, 1)
  const [setKey, line] = first.output.filter((line) => /^ +(?:export|curl) /.test(line))
  const { stdout } = await run('sh', ['-c', `${setKey}; ${line} --silent --show-error --fail`])
  assert.deepEqual(JSON.parse(stdout), [])
  const link = new URL(/^ {2}(\S+\/console\/setup#\S+)$/m.exec(text())?.[1] ?? '')
  assert.equal(link.origin, first.address)
  const admin = { name: 'Ada', email: 'ada@example.org', password: 'a long pass phrase' }
  const signedIn = await fetch(`${first.address}/auth/password`, {
    method: 'POST',
    headers: { origin: link.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.hash.slice(1), ...admin }),
  })
  const { user } = (await signedIn.json()) as { user: { role: string } }
  assert.equal(user.role, 'admin')
  assert.equal((await fetch(`${first.address}/docs`)).status, 200)
  assert.equal(await first.stop(), 0)

  const second = await startServer({ folder: folder.path, settings })
  assert.equal(await second.stop(), 0)
  assert.equal(
    second.output.some((line) => line.includes('aas_')),
    false,
  )
})

function limited(plan: string, ...limits: string[]): string[] {
  return ['accounts', 'create', '--name', 'a', '--plan', plan, ...limits]
}

test('a command whose output nobody reads ends quietly with code 141, whatever it prints', async () => {
  using folder = temporaryFolder()
  const env = { ...basicEnvironment, DATABASE_URL: `sqlite:${folder.path}/store.db` }
  const program = `"${process.execPath}" "${root}/scripts/cli.ts"`
  // Commands that list something need a store.
  await run('bash', ['--norc', '-c', `${program} migrate`], { env })
  // `true` has ended long before the program writes.
  const codeOf = async (command: string): Promise<string> => {
    const line = `${program} ${command} | true; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = await run('bash', ['--norc', '-c', line], { env })
    assert.equal(stderr, '', command)
    return stdout.trim()
  }
  for (const command of [
    '--help',
    '--version',
    'help keys',
    'serve --help',
    'events follow --help',
    'completion bash',
    'complete -- keys',
    'openapi',
    'keys list',
  ]) {
    assert.equal(await codeOf(command), '141', command)
  }
})
