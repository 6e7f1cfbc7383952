import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { AdoptionStore } from '../../sdk/mod.ts'
import { version } from '../../sdk/user-agent.ts'
import { buildConsole } from '../harness/console.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { newKey } from '../harness/keys.ts'
import { commandIn, foldersOfOtherNodes, npmIn } from '../harness/packed-command.ts'
import { startPrefixProxy } from '../harness/prefix-proxy.ts'
import { startReceiver } from '../harness/receiver.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const biscuit = new URL('../../examples/biscuit.jpg', import.meta.url).pathname

suite('the command of the packed client', () => {
  const project = temporaryFolder()
  const files = temporaryFolder()
  const key = newKey()
  const npm = npmIn(project.path, files.path)
  const command = commandIn(project.path)
  let server: Server

  before(async () => {
    buildConsole()
    server = await startServer({ folder: files.path, settings: { BOOTSTRAP_KEY: key } })
    await npm('npm', 'install', `${server.address}/sdk/client.tgz`)
  })
  after(async () => {
    await server.stop()
    project.remove()
    files.remove()
  })

  const ready = () => ({ ADOPTION_URL: server.address, ADOPTION_KEY: key })
  /** Its own settings, which are empty. */
  const configuration = () => {
    const folder = temporaryFolder()
    return {
      XDG_CONFIG_HOME: folder.path,
      file: join(folder.path, 'adoption-store/profiles.json'),
      [Symbol.dispose]: () => folder.remove(),
    }
  }
  const done = async (environment: Record<string, string>, ...args: string[]) => {
    const { code, stdout, stderr } = await command.run(environment, args)
    assert.deepEqual([code, stderr], [0, ''], args.join(' '))
    return stdout
  }

  test('npx runs it from the address of the store, and it needs no other package', async () => {
    const { stdout } = await npm('npx', '--yes', `${server.address}/sdk/client.tgz`, '--version')
    assert.equal(stdout.trim(), version)
    assert.equal((await done({}, '--version')).trim(), version)
    const help = await done({}, '--help')
    for (const name of ['login', 'pets', 'webhooks', 'api']) assert.match(help, new RegExp(`^  ${name} `, 'm'))
    assert.doesNotMatch(help, /^ {2}(serve|keys|backup) /m)
    assert.match(await done({}, 'webhooks', 'trigger', '--help'), /Examples:\n {2}adoption-store webhooks trigger /)
    assert.equal((await command.run({}, ['pets', 'fly'])).code, 2)
  })

  test('it adds and lists animals, and keeps ids exact', async () => {
    const added = await done(ready(), 'pets', 'add', 'Biscuit', '--category', '9007199254740993', '--json')
    assert.match(added, /"categoryId": 9007199254740993\b/)
    const list = ['pets', 'list', '--category', '9007199254740993']
    assert.match(await done(ready(), ...list), /^ID +NAME +CATEGORY +STATUS\n\d+ +Biscuit /)
    assert.equal(await done(ready(), ...list, '--field', '0.categoryId'), '9007199254740993\n')
  })

  test('a command that adds something takes effect once with --idempotency-key', async () => {
    const adding = ['pets add', 'photos add', 'notes add', 'orders place', 'applications approve']
    for (const name of [...adding, 'forms put', 'webhooks add', 'api'])
      assert.match(await done({}, ...name.split(' '), '--help'), /--idempotency-key <key>/, name)
    const add = ['pets', 'add', 'Once', '--category', '7', '--field', 'id']
    const first = await done(ready(), ...add, '--idempotency-key', 'intake-1')
    assert.equal(await done(ready(), ...add, '--idempotency-key', 'intake-1'), first)
    assert.notEqual(await done(ready(), ...add), first)
    const send = ['api', 'POST', '/v1/pets', '-f', 'name=Once', '-F', 'categoryId=7', '--field', 'id']
    assert.equal(await done(ready(), ...send, '--idempotency-key', 'intake-1'), first)
    assert.equal(await done(ready(), ...send, '-H', 'Idempotency-Key: intake-1'), first)
    const blank = await command.run(ready(), [...add, '--idempotency-key', ''])
    assert.equal(blank.code, 2)
  })

  test('it runs on the Node.js of the machine, which may be older than that of the store', async (t) => {
    const [folder] = foldersOfOtherNodes()
    if (!folder) return t.skip('no other Node.js here')
    const environment = { ...ready(), PATH: `${folder}:/usr/bin:/bin` }
    const added = await done(environment, 'pets', 'add', 'Old', '--category', '9007199254740995', '--json')
    assert.match(added, /^\{\n {2}"id": \d+,\n.*\n {2}"categoryId": 9007199254740995,\n/)
    const list = ['pets', 'list', '--category', '9007199254740995', '--field', '[].categoryId']
    assert.equal(await done(environment, ...list), '9007199254740995\n')
    await using receiver = await startReceiver()
    await done(environment, 'webhooks', 'trigger', 'pet.created', '--forward-to', receiver.url)
    assert.equal((await command.run(environment, ['pets', 'fly', '--json'])).code, 2)
  })

  test('--field prints one value, or one per item, and fails if there is none', async () => {
    await done(ready(), 'pets', 'add', 'Ada', '--category', '81')
    await done(ready(), 'pets', 'add', 'Bo', '--category', '81')
    const list = ['pets', 'list', '--category', '81']
    assert.equal(await done(ready(), ...list, '--field', '[].name'), 'Ada\nBo\n')
    assert.equal(await done(ready(), ...list, '--field', '[1].name'), 'Bo\n')
    assert.deepEqual(JSON.parse(await done(ready(), ...list, '--field', '[].name', '--json')), ['Ada', 'Bo'])
    assert.equal(await done(ready(), 'api', '/v1/me', '--field', 'account.id'), '1\n')
    const api = ['api', '/v1/pets', '-F', 'categoryId=81', '-F', 'limit=1', '--paginate']
    assert.equal(await done(ready(), ...api, '--field', '[].name'), 'Ada\nBo\n')
    const missing = await command.run(ready(), [...list, '--field', '0.owner'])
    assert.deepEqual([missing.code, missing.stdout], [1, ''])
    assert.match(missing.stderr, /^error: the result has no 0\.owner: there are id, name, categoryId, status\n$/)
    assert.equal((await command.run(ready(), [...list, '--field', '0..name'])).code, 2)
  })

  test('with --json an error is one JSON document on standard error, with the exit code of the error', async () => {
    const failed = async (...args: string[]) => {
      const { code, stdout, stderr } = await command.run(ready(), [...args, '--json'])
      assert.equal(stdout, '', args.join(' '))
      return { exit: code, ...JSON.parse(stderr) }
    }
    const gone = await failed('pets', 'remove', '404404')
    assert.deepEqual([gone.exit, gone.code, gone.status], [1, 'pet_not_found', 404])
    assert.match(gone.requestId, /\S/)
    const invalid = await failed('pets', 'add', ' ', '--category', '1')
    assert.deepEqual([invalid.exit, invalid.code, invalid.errors[0].field], [2, 'validation_failed', 'name'])
    const usage = await failed('pets', 'add', 'Rex')
    assert.deepEqual([usage.exit, usage.code], [2, 'incorrect_usage'])
    assert.match(usage.message, /--category/)
    assert.equal((await failed('pets', 'fly')).code, 'incorrect_usage')
    assert.equal((await failed('api', '/v1/nothing')).code, 'route_not_found')
    const dead = await failed('limits', '--url', 'http://127.0.0.1:2')
    assert.deepEqual([dead.exit, dead.code], [1, 'connection_failed'])
    const missing = await failed('limits', '--field', 'nothing')
    assert.deepEqual([missing.exit, missing.code], [1, 'field_not_found'])
  })

  test('login saves an address and a key that only their owner can read, and logout removes them', async () => {
    using own = configuration()
    const { XDG_CONFIG_HOME } = own
    const login = ['login', '--url', `${server.address}/v1/`]
    const { code, stdout } = await command.run({ XDG_CONFIG_HOME }, login, `${key}\n`)
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`^Logged in to ${server.address} as `))
    assert.ok(!stdout.includes(key))
    assert.equal(statSync(own.file).mode & 0o777, 0o600)
    assert.equal(statSync(join(XDG_CONFIG_HOME, 'adoption-store')).mode & 0o777, 0o700)
    assert.equal(await done({ XDG_CONFIG_HOME }, 'limits', '--field', 'plan'), 'enterprise\n')
    await done({ XDG_CONFIG_HOME }, 'logout')
    assert.ok(!readFileSync(own.file, 'utf8').includes(key))
    const { code: none, stderr } = await command.run({ XDG_CONFIG_HOME }, ['limits'])
    assert.equal(none, 2)
    assert.match(stderr, /no API key for http:\/\/127\.0\.0\.1:3000: run "login"/)
    assert.equal((await command.run({ XDG_CONFIG_HOME }, ['logout'])).code, 1)
  })

  test('login takes the key from ADOPTION_KEY without reading standard input, and saves no key that is rejected', async () => {
    using own = configuration()
    const { XDG_CONFIG_HOME } = own
    const wrong = await command.run({ XDG_CONFIG_HOME, ...ready(), ADOPTION_KEY: newKey() }, ['login'])
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /invalid_api_key/)
    assert.ok(!existsSync(own.file))
    await done({ XDG_CONFIG_HOME, ...ready() }, 'login', '--profile', 'shelter')
    assert.equal(await done({ XDG_CONFIG_HOME }, 'limits', '--profile', 'shelter', '--field', 'plan'), 'enterprise\n')
    const unknown = await command.run({ XDG_CONFIG_HOME }, ['limits', '--profile', 'other'])
    assert.equal(unknown.code, 2)
    assert.match(unknown.stderr, /no profile "other" \(saved: shelter\)/)
    const option = await command.run({ XDG_CONFIG_HOME, ...ready() }, ['login', '--key', key])
    assert.match(option.stderr, /unknown option '--key'/)
    const empty = await command.run({ XDG_CONFIG_HOME }, ['login', '--url', server.address], '')
    assert.match(empty.stderr, /^error: no key/)
  })

  test('options go before the environment, which goes before the profile, and a key goes only to its own address', async () => {
    await using other = await startReceiver(404)
    const { origin } = new URL(other.url)
    using own = configuration()
    const { XDG_CONFIG_HOME } = own
    await done({ XDG_CONFIG_HOME, ...ready() }, 'login')
    // The key of the profile.
    for (const [environment, ...args] of [
      [{ XDG_CONFIG_HOME }, '--url', origin],
      [{ XDG_CONFIG_HOME, ADOPTION_URL: origin }],
      [{ XDG_CONFIG_HOME }, '--profile', 'default', '--url', origin],
      [{ XDG_CONFIG_HOME }, '--staging'],
    ] as const) {
      const { code, stderr } = await command.run(environment, ['limits', ...args])
      assert.equal(code, 2)
      assert.match(stderr, /^error: no API key for /)
    }
    assert.equal(other.received.length, 0)
    const sent = async (environment: Record<string, string>, ...args: string[]) => {
      const before = other.received.length
      await command.run({ XDG_CONFIG_HOME, ...environment }, ['limits', ...args])
      const [request] = other.received.slice(before)
      return request?.headers.authorization
    }
    const elsewhere = { ADOPTION_URL: origin, ADOPTION_KEY: 'environment' }
    assert.equal(await sent(elsewhere), 'Bearer environment')
    assert.equal(await sent(elsewhere, '--key', 'option'), 'Bearer option')
    // A profile that is named is an option.
    const named = ['limits', '--profile', 'default', '--field', 'plan']
    assert.equal(await done({ XDG_CONFIG_HOME, ...elsewhere }, ...named), 'enterprise\n')
  })

  test('at a terminal, login asks for the address and the key, and does not show the key', async (t) => {
    if (spawnSync('script', ['--version']).error) return t.skip('no script(1) to type at')
    using own = configuration()
    const { XDG_CONFIG_HOME } = own
    const program = join(project.path, 'node_modules/.bin/adoption-store')
    const child = spawn('script', ['-qec', `${program} login`, '/dev/null'], {
      env: { ...basicEnvironment, XDG_CONFIG_HOME, TERM: 'dumb' },
    })
    let shown = ''
    child.stdout.on('data', (text) => {
      shown += text
    })
    try {
      await eventually('it asks for the address', () => shown.includes('Address of the store'))
      child.stdin.write(`${server.address}\n`)
      await eventually('it asks for the key', () => shown.includes(`Key for ${server.address}`))
      child.stdin.write(`${key}\n`)
      await eventually('it is logged in', () => shown.includes('Logged in to'))
    } finally {
      child.kill('SIGKILL')
    }
    assert.ok(!shown.includes(key))
    assert.ok(readFileSync(own.file, 'utf8').includes(key))
  })

  test('--staging sends every request below /staging, and login saves a key for it beside the other', async () => {
    await using proxy = await startPrefixProxy(server.address, '/staging')
    using own = configuration()
    const { XDG_CONFIG_HOME } = own
    const staging = { XDG_CONFIG_HOME, ADOPTION_URL: proxy.origin, ADOPTION_KEY: key }
    await done(staging, 'login', '--staging')
    assert.deepEqual(JSON.parse(readFileSync(own.file, 'utf8')).default, {
      url: proxy.origin,
      keys: { [`${proxy.origin}/staging`]: key },
    })
    const run = (...args: string[]) => done({ XDG_CONFIG_HOME }, ...args, '--staging')
    const id = (await run('pets', 'add', 'Sam', '--category', '82', '--field', 'id')).trim()
    for (let at = 0; at < 2; at += 1) await run('pets', 'add', `Sam ${at}`, '--category', '82')
    await run('photos', 'add', id, biscuit)
    await run('api', 'POST', `/v1/pets/${id}/photos`, '--input', biscuit)
    const pages = ['/v1/pets', '-F', 'categoryId=82', '-F', 'limit=1', '--paginate']
    assert.equal(JSON.parse(await run('api', ...pages)).length, 3)
    await run('events', 'follow', '--from', 'oldest', '--limit', '1')
    assert.ok(proxy.paths.length > 8)
    assert.deepEqual(
      proxy.paths.filter((path) => !path.startsWith('/staging/v1/')),
      [],
    )
  })

  test('--staging works with the staging environment of a real store, with a key of its own', async () => {
    using folder = temporaryFolder()
    const settings = { BOOTSTRAP_KEY: key, STAGING: 'on' }
    await using store = await startServer({ folder: folder.path, settings })
    const create = ['keys', 'create', '--account', '1', '--name', 'test', '--test', '--json']
    const { key: testKey } = JSON.parse((await store.cli(...create)).stdout)
    using own = configuration()
    const login = ['login', '--url', store.address]
    const { XDG_CONFIG_HOME } = own
    const wrong = await command.run({ XDG_CONFIG_HOME }, [...login, '--staging', '--json'], key)
    assert.deepEqual([wrong.code, JSON.parse(wrong.stderr).code], [1, 'wrong_environment'])
    for (const [args, input] of [
      [login, key],
      [[...login, '--staging'], testKey],
    ] as const) {
      assert.equal((await command.run({ XDG_CONFIG_HOME }, args, input)).code, 0)
    }
    const run = (...args: string[]) => done({ XDG_CONFIG_HOME }, ...args)
    assert.equal(await run('api', '/v1/me', '--field', 'environment'), 'production\n')
    assert.equal(await run('api', '/v1/me', '--field', 'environment', '--staging'), 'staging\n')
    await run('pets', 'add', 'Only here', '--category', '84', '--staging')
    const names = ['pets', 'list', '--category', '84', '--field', '[].name']
    assert.equal(await run(...names, '--staging'), 'Only here\n')
    assert.equal(await run(...names), '')
  })

  test('the client keeps the path of its baseUrl in lists, mirrors, streams and uploads', async () => {
    await using proxy = await startPrefixProxy(server.address, '/staging')
    for (const baseUrl of [`${proxy.origin}/staging`, `${proxy.origin}/staging/v1/`]) {
      const store = new AdoptionStore({ baseUrl, apiKey: key })
      const { id } = await store.pets.create({ name: 'Kim', categoryId: 83 })
      await store.photos.add(id, { path: biscuit })
      assert.ok((await store.pets.list({ limit: 2 }).toArray()).length >= 3)
      for await (const step of store.mirror({ until: 'now' })) void step
      const position = await store.events.position()
      const following = store.events.follow({ after: position })
      const next = following.next()
      await eventually('it follows the stream', () => proxy.paths.some((path) => path.includes('/events/stream')))
      await store.pets.update(id, { name: 'Kim 2' })
      assert.equal((await next).value?.type, 'pet.updated')
      await following.return()
    }
    assert.deepEqual(
      proxy.paths.filter((path) => !path.startsWith('/staging/v1/')),
      [],
    )
  })

  test('texts of an account are exported without the default ones, and set from a file', async () => {
    using folder = temporaryFolder()
    const [file, empty] = ['texts.json', 'empty.json'].map((name) => join(folder.path, name))
    const store = new AdoptionStore({ baseUrl: server.address, apiKey: key })
    const run = (...args: string[]) => done(ready(), 'templates', ...args)
    assert.equal(await run('export', String(empty)), `0 texts written to ${empty}.\n`)
    assert.deepEqual(JSON.parse(readFileSync(String(empty), 'utf8')), {})

    const contract = { title: 'Ours', text: 'Dear {{adopter.name}}' }
    const mail = { subject: 'Danke', text: '{{greeting}}\n\nDanke!' }
    await store.documents.putTemplates({ contract })
    await store.mailTemplates.put('received', 'de', mail)
    await run('export', String(file))
    const texts = { contract, mail: [{ kind: 'received', language: 'de', ...mail }] }
    assert.deepEqual(JSON.parse(readFileSync(String(file), 'utf8')), texts)

    const returnSlip = { title: 'Slip', text: 'Back' }
    await store.documents.putTemplates({ returnSlip })
    await store.mailTemplates.remove('received', 'de')
    assert.equal(await run('import', String(file)), '2 texts set.\n')
    await run('export', String(file))
    assert.deepEqual(JSON.parse(readFileSync(String(file), 'utf8')), { ...texts, returnSlip })

    for (const [wrong, message] of [
      [{ contrakt: contract }, /contrakt is not one of/],
      [{ mail: [{ kind: 'received', subject: 'A', text: 'B' }] }, /mail\[0\]\.language must be/],
      [{ contract: { title: 'A', text: '{{nobody}}' } }, /contract\.text has no placeholder/],
      [[], /must be a JSON object/],
    ] as const) {
      writeFileSync(String(file), JSON.stringify(wrong))
      const { code, stderr } = await command.run(ready(), ['templates', 'import', String(file)])
      assert.notEqual(code, 0)
      assert.match(stderr, message)
    }
    await store.documents.putTemplates({})
    await store.mailTemplates.remove('received', 'de')
  })

  test('a file of profiles that cannot be read is reported, and not overwritten', async () => {
    using own = configuration()
    const { XDG_CONFIG_HOME } = own
    await done({ XDG_CONFIG_HOME, ...ready() }, 'login')
    writeFileSync(own.file, '[')
    const { code, stderr } = await command.run({ XDG_CONFIG_HOME }, ['limits', '--json'])
    assert.deepEqual([code, JSON.parse(stderr).code], [1, 'unreadable_profiles'])
    assert.equal((await command.run({ XDG_CONFIG_HOME, ...ready() }, ['login'])).code, 1)
    assert.equal(readFileSync(own.file, 'utf8'), '[')
    assert.equal(await done({ XDG_CONFIG_HOME, ...ready() }, 'limits', '--field', 'plan'), 'enterprise\n')
  })
})
