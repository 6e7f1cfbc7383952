import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { encoded, encodings, endless } from '../harness/hostile-responses.ts'
import { newKey } from '../harness/keys.ts'
import { startReceiver } from '../harness/receiver.ts'
import { cli as command, type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const root = new URL('../../', import.meta.url).pathname
const main = `${root}scripts/cli.ts`
const run = promisify(execFile)
type Failure = { code: number; stdout: string; stderr: string }

suite('the command line over HTTP', () => {
  const folder = temporaryFolder()
  const key = newKey()
  let server: Server
  let environment: Record<string, string>

  before(async () => {
    server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
    environment = { ...basicEnvironment, ADOPTION_URL: server.address, ADOPTION_KEY: key }
  })
  after(async () => {
    await server.kill()
    folder.remove()
  })

  const cli = (...args: string[]) => command(environment, ...args)
  /** Runs a command as a separate program. */
  const program = (...args: string[]) => run(process.execPath, [main, ...args], { env: environment })
  /** The single JSON document that a command prints. Fails if there is anything else. */
  const json = async (...args: string[]) => {
    const { stdout, stderr } = await cli(...args, '--json')
    assert.equal(stderr, '')
    return JSON.parse(stdout)
  }
  const table = async (...args: string[]) => {
    const { stdout } = await cli(...args)
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/))
  }
  const failure = (command: Promise<unknown>): Promise<Failure> =>
    command.then(
      () => assert.fail('it succeeded'),
      (error) => error,
    )

  test('profiles and listings can be set, shown, found and counted', async () => {
    const { id } = await json('pets', 'add', 'Señorita', '--category', '72')
    const facts = '{"published":true,"species":"horse","sex":"female","tags":["calm"]}'
    assert.equal((await json('profiles', 'set', String(id), facts)).species, 'horse')
    assert.equal((await json('profiles', 'get', String(id))).sex, 'female')
    const found = await table('listings', 'list', '--search', 'enor', '--species', 'horse,dog')
    assert.deepEqual(found[1]?.slice(0, 5), [String(id), 'Señorita', 'horse', 'female', '-'])
    const { species } = await json('listings', 'facets', '--search', 'calm', '--sex', 'female')
    assert.equal(species.horse, 1)
    const wrong = await failure(cli('listings', 'list', '--species', 'dragon'))
    assert.match(wrong.stderr, /species.0/)
    assert.equal((await failure(cli('profiles', 'set', String(id), '[1]'))).code, 2)
    await cli('pets', 'remove', String(id))
  })

  test('pets: added, listed, changed and removed', async () => {
    const biscuit = await json('pets', 'add', 'Biscuit', '--category', '71')
    assert.deepEqual(biscuit, {
      id: biscuit.id,
      name: 'Biscuit',
      categoryId: 71,
      status: 'available',
    })
    const changed = await json('pets', 'update', String(biscuit.id), '--name', 'Rex', '--status', 'sold')
    assert.deepEqual(changed, { ...biscuit, name: 'Rex', status: 'sold' })
    assert.deepEqual(await json('pets', 'list', '--id', String(biscuit.id)), [changed])
    assert.deepEqual(await json('pets', 'list', '--category', '71', '--status', 'available'), [])
    assert.deepEqual(await table('pets', 'list', '--category', '71'), [
      ['ID', 'NAME', 'CATEGORY', 'STATUS'],
      [String(biscuit.id), 'Rex', '71', 'sold'],
    ])
    const { stdout } = await program('pets', 'remove', String(biscuit.id), '--json')
    assert.deepEqual(JSON.parse(stdout), { id: biscuit.id, removed: true })
    const again = await failure(cli('pets', 'remove', String(biscuit.id)))
    assert.equal(again.code, 1)
    assert.match(again.stderr, /^error: There is no animal .*\(pet_not_found, request id [\w-]+\)\n$/)
  })

  test('notes: added once with a key, listed, shown and removed', async () => {
    const { id } = await json('pets', 'add', 'Biscuit', '--category', '75')
    const add = ['notes', 'add', String(id), 'Ate well\nthis morning', '--idempotency-key', 'morning']
    const note = await json(...add)
    assert.equal((await cli(...add)).stdout, `Note ${note.id} was added.\n`)
    const [headings, row, ...others] = await table('notes', 'list', String(id), '--limit', '5')
    assert.deepEqual(headings, ['ID', 'WRITTEN', 'BY', 'TEXT'])
    assert.deepEqual([row?.[0], row?.[3], others], [String(note.id), 'Ate well this morning', []])
    assert.equal((await cli('notes', 'get', String(note.id))).stdout, `${note.createdAt}, ${row?.[2]}:\n${note.text}\n`)
    assert.deepEqual(await json('notes', 'list', String(id)), [note])
    assert.equal((await cli('notes', 'remove', String(note.id))).stdout, `Note ${note.id} was deleted.\n`)
    assert.equal((await failure(cli('notes', 'get', String(note.id)))).code, 1)
    assert.equal((await failure(cli('notes', 'add', String(id)))).code, 2)
    await cli('pets', 'remove', String(id))
  })

  test('pets list returns as many as requested, over several pages, newest first on demand', async () => {
    const pets = Array.from({ length: 100 }, (_, index) => ({
      name: `Pet ${index}`,
      categoryId: 72,
    }))
    const add = () =>
      server.fetch('/v1/pets:batch', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ pets }),
      })
    await add()
    await add()
    const some = ['pets', 'list', '--category', '72']
    const counts = [
      (await json(...some)).length,
      (await json(...some, '--limit', '150')).length,
      (await json(...some, '--all')).length,
    ]
    assert.deepEqual(counts, [20, 150, 200])
    const [newest, next] = await json(...some, '--limit', '2', '--newest')
    assert.ok(newest.id > next.id && newest.name === 'Pet 99')
  })

  test('ids of 64 bits are exact in both directions', async () => {
    const { stdout } = await cli('pets', 'add', 'Big', '--category', '9007199254740993', '--json')
    assert.match(stdout, /"categoryId": 9007199254740993\b/)
    const listed = await cli('pets', 'list', '--category', '9007199254740993', '--json')
    assert.match(listed.stdout, /"categoryId": 9007199254740993\b/)
  })

  test('orders: placed, approved, delivered, returned; cancelled; shown and listed', async () => {
    const { id: pet } = await json('pets', 'add', 'Luna', '--category', '73')
    const customer = ['--name', 'Ada Lovelace', '--email', 'ada@example.org', '--note', 'soon']
    const placed = await json('orders', 'place', String(pet), ...customer, '--fee', '150.00 EUR')
    assert.deepEqual([placed.petId, placed.status, placed.note], [pet, 'placed', 'soon'])
    assert.deepEqual(placed.fee, { amount: 15_000, currency: 'EUR' })
    for (const [move, status] of [
      ['approve', 'approved'],
      ['deliver', 'delivered'],
      ['return', 'returned'],
    ] as const) {
      assert.equal((await json('orders', move, String(placed.id))).status, status)
    }
    assert.equal((await json('orders', 'show', String(placed.id))).status, 'returned')
    const wrong = await failure(cli('orders', 'approve', String(placed.id)))
    assert.match(wrong.stderr, /\(invalid_transition, request id /)
    const second = await json('orders', 'place', String(pet), ...customer)
    assert.equal((await json('orders', 'cancel', String(second.id))).status, 'cancelled')
    const listed = await json('orders', 'list', '--pet', String(pet))
    assert.deepEqual(
      listed.map(({ status }: { status: string }) => status),
      ['returned', 'cancelled'],
    )
    const [headings, row] = await table('orders', 'list', '--pet', String(pet), '--status', 'returned')
    assert.equal(headings?.[0], 'ID')
    assert.deepEqual(row?.slice(0, 4), [String(placed.id), String(pet), 'returned', 'Ada Lovelace'])
  })

  test('categories can be named and listed, and limits shown', async () => {
    assert.equal((await json('categories', 'name', '74', 'Dogs')).name, 'Dogs')
    const names = (await json('categories', 'list', '--all')).map(({ name }: { name?: string }) => name)
    assert.ok(names.includes('Dogs'))
    const limits = await json('limits')
    assert.equal(limits.plan, 'enterprise')
    const [headings, minute, day] = await table('limits')
    assert.deepEqual([headings?.[0], minute?.[0], day?.[0]], ['PLAN enterprise', 'minute', 'day'])
  })

  test('events follow prints a line for each change, from the oldest event or from now', async () => {
    const first = await cli('events', 'follow', '--from', 'oldest', '--limit', '1', '--json')
    assert.equal(JSON.parse(first.stdout).id, 'evt_0000000000000000001')

    const args = [main, 'events', 'follow', '--types', 'pet.created', '--json']
    const child = spawn(process.execPath, args, { env: environment })
    try {
      let output = ''
      child.stdout.on('data', (text) => {
        output += text
      })
      // It has printed nothing yet, so only its output shows when it follows the feed.
      let count = 0
      await eventually('it follows', async () => {
        count += 1
        await json('pets', 'add', `Follow ${count}`, '--category', '75')
        return output.includes('Follow')
      })
      const [line = ''] = output.split('\n')
      assert.equal(JSON.parse(line).type, 'pet.created')
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('events follow ends quietly when its reader stops reading', async () => {
    let isDone = false
    const following = run(
      'bash',
      ['--norc', '-c', `"${process.execPath}" "${main}" events follow --from oldest | head -n 1`],
      { env: environment },
    ).finally(() => {
      isDone = true
    })
    // As with every pipe, it learns of the closed end when it writes the next line.
    await eventually('it ends after a later event', async () => {
      if (!isDone) await cli('pets', 'add', 'Biscuit', '--category', '71')
      return isDone
    })
    const { stdout, stderr } = await following
    assert.equal(stdout.split('\n').length, 2)
    assert.equal(stderr, '')
  })

  test('invalid arguments exit with code 2, and the message says what is valid', async () => {
    for (const [args, pattern] of [
      [['pets', 'list', '--limit', '0'], /whole number/],
      [['pets', 'list', '--status', 'lost'], /Allowed choices are available, pending, sold/],
      [['pets', 'add', 'Rex'], /required option '--category <id>'/],
      [['pets', 'update', '1'], /nothing to change/],
      [['pets', 'remove', 'x'], /must be an id/],
      [['pets', 'list', '--url', 'nowhere'], /is not a valid address/],
      [['pets', 'fly'], /unknown command/],
      [['pets', 'add', ' ', '--category', '1'], /name must not be blank.*validation_failed/],
      [['orders', 'place', '1', '--name', 'A', '--email', 'x'], /email must be an email address/],
      [['events', 'follow', '--types', 'pet.eaten'], /must be one of/],
    ] as const) {
      const { code, stdout, stderr } = await failure(cli(...args))
      assert.equal(code, 2, args.join(' '))
      assert.match(stderr, pattern)
      assert.equal(stdout, '')
    }
  })

  test('a missing or invalid key, a dead address and a ban are reported, and the key is never printed', async () => {
    const { ADOPTION_KEY: _, ...keyless } = environment
    const none = await failure(command(keyless, 'pets', 'list'))
    assert.equal(none.code, 2)
    assert.match(none.stderr, /give --key, or set ADOPTION_KEY/)

    const secret = newKey()
    const wrong = await failure(program('pets', 'list', '--key', secret))
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /^error: .*\(invalid_api_key, request id/)

    const dead = await failure(cli('pets', 'list', '--url', 'http://127.0.0.1:9', '--key', secret))
    assert.equal(dead.code, 1)
    assert.match(dead.stderr, /^error: the request failed: .*(ECONNREFUSED|bad port).*127\.0\.0\.1:9\)\n$/)

    const refusing = createServer((_request, response) => {
      const body = {
        code: 'key_temporarily_banned',
        message: 'This API key is banned.',
        status: 429,
      }
      response.writeHead(429, { 'retry-after': '300' }).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
    const { port } = refusing.address() as AddressInfo
    const banned = await failure(cli('pets', 'list', '--url', `http://127.0.0.1:${port}`, '--key', secret)).finally(
      () => refusing.close(),
    )
    assert.equal(banned.stderr, 'error: This API key is banned. Retry after 300 s. (key_temporarily_banned)\n')
    const odd = await failure(cli('pets', 'list', '--key', `${secret} x`))
    assert.equal(odd.code, 2)
    const help = await cli('pets', 'list', '--help')
    for (const { stdout, stderr } of [none, wrong, dead, banned, odd, help]) {
      assert.ok(!`${stdout}${stderr}`.includes(secret) && !`${stdout}${stderr}`.includes(key))
    }
  })

  test('a service whose responses are encoded or endless is rejected with the reason', async () => {
    const fails = async (behave: Parameters<typeof startReceiver>[0], ...args: string[]) => {
      await using hostile = await startReceiver(behave)
      const url = new URL(hostile.url).origin
      const { code, stderr } = await failure(cli(...args, '--url', url))
      assert.equal(code, 1)
      for (const { headers } of hostile.received) {
        assert.equal(headers['accept-encoding'], 'identity')
      }
      return stderr
    }
    const refused = Object.keys(encodings).map(async (encoding) => {
      const reason = new RegExp(`sent an encoded response \\(content-encoding: ${encoding}\\)`)
      assert.match(await fails(encoded(encoding, '[]'), 'pets', 'list'), reason)
    })
    await Promise.all(refused)
    const bench = ['bench', '--seconds', '1', '--connections', '1']
    assert.match(await fails(encoded('br', '[]'), ...bench), /content-encoding: br/)
    assert.match(await fails(endless, 'limits'), /is longer than \d+ bytes/)
  })

  test('api calls any operation: fields are a body or a query, numbers stay exact, and pages are followed', async () => {
    const api = async (...args: string[]) => {
      const { stdout, stderr } = await cli('api', ...args)
      assert.equal(stderr, '')
      return stdout
    }
    const large = ['-f', 'name=7', '-F', 'categoryId=9007199254740993']
    const added = await api('POST', '/v1/pets', ...large)
    assert.match(added, /"name": "7",\n {2}"categoryId": 9007199254740993,/)
    const { id } = JSON.parse(added)
    const profile = ['-f', 'species=dog', '-F', 'goodWith[children]=true', '-F', 'tags=["calm"]']
    const described = JSON.parse(await api('PATCH', `/pets/${id}/profile`, ...profile))
    assert.deepEqual([described.goodWith.children, described.tags], [true, ['calm']])
    const tags = ['-f', 'tags[]=old', '-f', 'tags[]=deaf', '-F', 'microchip=null']
    const changed = JSON.parse(await api('PATCH', `/v1/pets/${id}/profile`, ...tags))
    assert.deepEqual(changed.tags, ['old', 'deaf'])

    const pets = JSON.stringify({
      pets: [1, 2, 3].map((at) => ({ name: `${at}`, categoryId: 1073 })),
    })
    const file = `${folder.path}/pets.json`
    writeFileSync(file, pets)
    assert.equal(JSON.parse(await api('POST', '/v1/pets:batch', '--input', file)).results.length, 3)
    const some = ['/v1/pets', '-F', 'categoryId=1073', '-F', 'limit=2']
    assert.equal(JSON.parse(await api(...some)).length, 2)
    assert.equal(JSON.parse(await api('get', ...some, '--paginate')).length, 3)
    assert.deepEqual(JSON.parse(await api(...some, '-f', `id=${id}`, '-f', 'id=404404')), [])

    const biscuit = `${root}examples/biscuit.jpg`
    assert.match(await api('POST', `/v1/pets/${id}/photos`, '--input', biscuit), /"placeholder"/)
    const stale = await failure(cli('api', 'DELETE', `/v1/pets/${id}`, '-H', 'If-Match: "old"'))
    assert.match(stale.stderr, /precondition_failed/)
    assert.match(await api('DELETE', `/v1/pets/${id}`, '-i'), /^HTTP 204\n[\s\S]*^x-request-id: /m)

    for (const wrong of [
      ['FETCH', '/v1/pets'],
      ['POST', 'v1/pets'],
      ['POST', '/v1/pets', '-f', 'name'],
      ['POST', '/v1/pets', '-f', 'a[][b]=1'],
      ['POST', '/v1/pets', '--input', biscuit.replace('biscuit.jpg', 'intake.csv')],
      ['POST', '/v1/pets', '--input', file, '-f', 'name=a'],
      ['/v1/pets', '-H', 'If-Match'],
      ['/v1/events/stream'],
    ]) {
      const { code, stdout, stderr } = await failure(cli('api', ...wrong))
      assert.deepEqual([code, stdout], [2, ''], wrong.join(' '))
      assert.match(stderr, /^error: /, wrong.join(' '))
    }
    const none = await failure(cli('api', '/v1/nothing'))
    assert.match(none.stderr, /route_not_found/)
  })

  test("the operator's commands are included, and serve does not load the user's commands", async () => {
    const { stdout } = await program('--help')
    for (const name of ['serve', 'accounts', 'keys', 'pets', 'orders', 'completion']) {
      assert.match(stdout, new RegExp(`^  ${name}\\b`, 'm'))
    }
  })
})

suite('completion', () => {
  const offered = basicEnvironment

  /** Types lines at a terminal, each after the output that the previous one must bring. */
  const types = async (shell: string, lines: [text: string, brings: RegExp][]): Promise<void> => {
    const child = spawn('script', ['-qec', shell, '/dev/null'], {
      env: { ...offered, TERM: 'dumb' },
    })
    let shown = ''
    child.stdout.on('data', (text) => {
      shown += text
    })
    try {
      for (const [text, brings] of lines) {
        shown = ''
        child.stdin.write(text)
        await eventually(`${text} brings ${brings}`, () => brings.test(shown))
      }
    } finally {
      child.kill('SIGKILL')
    }
  }

  test('bash completes commands, options and values when Tab is pressed', async (t) => {
    if (spawnSync('script', ['--version']).error) return t.skip('no script(1) to type at')
    const folder = process.execPath.replace(/\/[^/]+$/, '')
    const source = `source <(node '${main}' completion bash)`
    await types('bash --norc -i', [
      [`PATH=${folder}:$PATH; ${source}; echo rea''dy\n`, /^ready/m],
      ['adoption-store pets upd\t', /pets update /],
      ['\u0015adoption-store orders list --stat\t', /list --status /],
      ['appr\t', /approved/],
      ['\u0015adoption-store limits --he\t\n', /requests left to a key/],
    ])
  })

  const scriptFor = async (shell: string) =>
    (await run(process.execPath, [main, 'completion', shell], { env: offered })).stdout

  test('zsh reports no error in the completion script', async (t) => {
    if (spawnSync('zsh', ['--version']).error) return t.skip('no zsh here')
    await run('zsh', ['-n', '-c', await scriptFor('zsh')], { env: offered })
  })

  test('completion works in fish', async (t) => {
    if (spawnSync('fish', ['--version']).error) return t.skip('no fish here')
    const ask = `${await scriptFor('fish')}\ncomplete -C 'adoption-store pets upd'`
    assert.match((await run('fish', ['-N', '-c', ask], { env: offered })).stdout, /^update/)
  })

  test('completion queries of the shells return candidates', async () => {
    const ask = async (...words: string[]) => {
      const { stdout } = await run(process.execPath, [main, 'complete', '--', ...words], {
        env: offered,
      })
      return stdout.split('\n').flatMap((line) => (line.includes('\t') ? [line.split('\t')[0]] : []))
    }
    assert.deepEqual(await ask('pets', ''), ['list', 'add', 'update', 'remove', 'help'])
    assert.deepEqual(await ask('pets', 'list', '--status', ''), ['available', 'pending', 'sold'])
    assert.ok((await ask('pets', 'list', '--')).includes('--category'))
    assert.ok((await ask('ke')).includes('keys'))
  })
})
