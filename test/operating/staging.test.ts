import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { scopes } from '../../server/requests/access/scope.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'
import { bearer } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

type Headers = Record<string, string>

const password = 'velvet-otter-harbour-71'
const json = { 'content-type': 'application/json' }
const everyScope = scopes.join(',')

/** A server on a store that does not exist yet, unlike the stores of other tests. */
const startNew = (folder: string, settings: Record<string, string> = {}) =>
  startServer({
    folder,
    settings: { DATABASE_URL: `sqlite:${join(folder, 'store.db')}`, ...settings },
  })

const keyIn = async (server: Server, kind: 'live' | 'test'): Promise<Headers> => {
  const line = new RegExp(`^ +(aas_${kind}_\\w+)$`)
  const find = () => server.output.map((text) => line.exec(text)?.[1]).find(Boolean)
  await eventually(`the ${kind} key is printed`, () => find() !== undefined)
  return bearer(find() ?? '')
}

const send = async (
  server: Server,
  path: string,
  { headers = {}, method = 'GET', body }: { headers?: Headers; method?: string; body?: object } = {},
) => {
  const response = await fetch(server.address + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body && json) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: () => JSON.parse(text),
  }
}

/** How many animals of the sample have no picture yet. */
const countBare = async (server: Server, headers: Headers): Promise<number> => {
  const path = '/staging/v1/animals?include=photos&limit=100'
  const animals = (await send(server, path, { headers })).json()
  return animals.filter(({ photos }: { photos: object[] }) => photos.length === 0).length
}

/** Waits until all have a picture. */
const pictured = (server: Server, headers: Headers) =>
  eventually('all animals have a picture', async () => {
    // The limit of the key is not for asking every moment.
    await sleep(3_000)
    return (await countBare(server, headers)) === 0
  })

/** Its memory on Linux. */
const rssBytes = (pid: number): number =>
  1_024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

const codeOf = async (server: Server, path: string, headers: Headers) => {
  const { status, json } = await send(server, path, { headers })
  return [status, json().code]
}

describe('staging of a new store', () => {
  const folder = temporaryFolder()
  let server: Server
  let live: Headers
  let sandbox: Headers
  before(async () => {
    server = await startNew(folder.path)
    live = await keyIn(server, 'live')
    sandbox = await keyIn(server, 'test')
    // Rendering takes a core, and requests are timed.
    await pictured(server, sandbox)
  })
  after(async () => {
    await server.stop()
    folder.remove()
  })
  const post = (path: string, body: object, headers: Headers) => send(server, path, { method: 'POST', body, headers })

  test('it has the sample shelter, and production is empty', async () => {
    const first = await send(server, '/staging/v1/pets?limit=50', { headers: sandbox })
    assert.equal(first.json().length, 50)
    const { address } = server
    const link = first.headers.get('link') ?? ''
    assert.ok(link.startsWith(`<${address}/staging/v1/pets?limit=50&cursor=`), link)
    const next = /<([^>]+)>; rel="next"/.exec(link)?.[1] ?? ''
    const rest = await send(server, next.slice(address.length), { headers: sandbox })
    assert.equal(rest.json().length, 10)
    assert.equal((await send(server, '/staging/v1/store/orders?limit=100', { headers: sandbox })).json().length, 12)
    assert.deepEqual((await send(server, '/v1/pets', { headers: live })).json(), [])
    assert.equal((await send(server, '/staging/v1/me', { headers: sandbox })).json().environment, 'staging')
  })

  test('a key works in one environment, and the error names the address of the other', async () => {
    for (const [path, headers, address] of [
      ['/v1/pets', sandbox, `${server.address}/staging/v1`],
      ['/staging/v1/pets', live, `${server.address}/v1`],
      ['/staging/v1/unknown', live, `${server.address}/v1`],
    ] as const) {
      const { status, json, headers: sent } = await send(server, path, { headers })
      assert.deepEqual([status, json().code], [401, 'wrong_environment'])
      assert.ok(json().message.includes(` ${address} `), json().message)
      assert.match(sent.get('www-authenticate') ?? '', /invalid_token/)
    }
  })

  test('it has no accounts, people, mail, sign-in, site or pages', async () => {
    for (const path of ['accounts', 'accounts/1', 'accounts/1/usage', 'users', 'users/1', 'mails'])
      assert.deepEqual(await codeOf(server, `/staging/v1/${path}`, sandbox), [404, 'route_not_found'])
    for (const path of ['', '/', '/adopt', '/docs', '/openapi.json', '/console', '/auth/sign-in'])
      assert.equal((await send(server, `/staging${path}`)).status, 404, path)
    assert.equal((await send(server, '/staging/compat/petfinder/v2/animals')).status, 404)
    assert.equal((await send(server, '/stagingv1/pets', { headers: sandbox })).status, 404)
    assert.deepEqual(await codeOf(server, '/staging/v1', sandbox), [404, 'route_not_found'])
    const { status, json } = await send(server, '/staging/v1/pets')
    assert.deepEqual([status, json().code], [401, 'missing_api_key'])
  })

  test('changes in one environment never appear in the other', async () => {
    const added = await post('/staging/v1/pets', { name: 'Only-In-Staging', categoryId: 77 }, sandbox)
    assert.equal(added.status, 201)
    assert.equal(added.headers.get('location'), `/staging/v1/pets/${added.json().id}`)
    const real = await post('/v1/pets', { name: 'Only-In-Production', categoryId: 78 }, live)
    assert.equal(real.headers.get('location'), `/v1/pets/${real.json().id}`)
    const customer = { name: 'Sandra Box', email: 'sandra@example.org' }
    const body = { petId: added.json().id, customer }
    assert.equal((await post('/staging/v1/store/orders', body, sandbox)).status, 201)

    const production = (
      await server.cli('keys', 'create', '--account', '1', '--name', 'all', '--scopes', everyScope, '--json')
    ).stdout
    const everything = bearer(JSON.parse(production).key)
    for (const path of [
      '/v1/pets?limit=100',
      '/v1/animals',
      '/v1/listings',
      '/v1/events?limit=100',
      '/v1/store/orders',
      '/v1/categories',
      '/v1/people',
      '/v1/reports/adoptions',
      '/v1/audit-log?limit=100',
      '/v1/store/inventory',
      '/adopt',
      '/adopt/animals',
      '/sitemap.xml',
    ]) {
      const { text } = await send(server, path, {
        headers: path.startsWith('/v1') ? everything : {},
      })
      assert.doesNotMatch(text, /Only-In-Staging|Willow Lane|Sandra|sample/, path)
    }
    const file = join(folder.path, 'export.csv')
    await server.cli('export', file)
    const exported = readFileSync(file, 'utf8')
    assert.match(exported, /Only-In-Production/)
    assert.doesNotMatch(exported, /Only-In-Staging|Willow/)
    for (const path of ['/pets?limit=100', '/animals?limit=100', '/events?limit=100&type=pet.created'])
      assert.doesNotMatch((await send(server, `/staging/v1${path}`, { headers: sandbox })).text, /Only-In-Production/)
  })

  test('calls of a deprecated operation are listed in the environment where they were made', async () => {
    for (let sent = 0; sent < 3; sent += 1)
      assert.equal((await send(server, '/staging/v1/pets/1', { headers: sandbox })).status, 200)
    const list = async (path: string, headers: Headers) => (await send(server, path, { headers })).json()
    assert.equal((await list('/staging/v1/deprecations', sandbox))[0].calls.last24Hours, 3)
    assert.deepEqual(await list('/v1/deprecations', live), [])
  })

  test('limits are separate', async () => {
    const { json: before } = await send(server, '/v1/rate-limit', { headers: live })
    for (let sent = 0; sent < 3; sent += 1) await send(server, '/staging/v1/pets', { headers: sandbox })
    const { json: later } = await send(server, '/v1/rate-limit', { headers: live })
    assert.equal(later().windows[1].remaining, before().windows[1].remaining)
    const own = await send(server, '/staging/v1/rate-limit', { headers: sandbox })
    assert.ok(own.json().windows[1].remaining < own.json().windows[1].limit)
  })

  test('a reset brings the sample back for 10 requests, in ten times the time of adding 60 animals one by one', async () => {
    const addStart = performance.now()
    for (let count = 0; count < 60; count += 1)
      await post('/staging/v1/pets', { name: 'Extra', categoryId: 5 }, sandbox)
    const limitMs = 10 * (performance.now() - addStart)
    const pets = Array.from({ length: 100 }, (_, at) => ({ name: `Extra ${at}`, categoryId: 5 }))
    assert.equal((await post('/staging/v1/pets:batch', { pets }, sandbox)).status, 200)
    const application = { formId: 1, applicant: { name: 'A', email: 'a@example.org' }, answers: {} }
    const all = bearer(
      JSON.parse(
        (
          await server.cli(
            'keys',
            'create',
            '--test',
            '--account',
            '1',
            '--name',
            'x',
            '--scopes',
            everyScope,
            '--json',
          )
        ).stdout,
      ).key,
    )
    await post('/staging/v1/applications', application, all)
    const dayOf = async () =>
      (await send(server, '/staging/v1/rate-limit', { headers: sandbox })).json().windows[1].remaining
    const [remaining, startedAt] = [await dayOf(), performance.now()]
    const { status, text } = await send(server, '/staging/v1/reset', {
      method: 'POST',
      headers: sandbox,
    })
    assert.deepEqual([status, text], [204, ''])
    const tookMs = performance.now() - startedAt
    assert.ok(tookMs < limitMs, `${tookMs} of ${limitMs} ms`)
    assert.equal(remaining - (await dayOf()), 10)
    const names = async () =>
      (await send(server, '/staging/v1/pets?limit=100', { headers: sandbox }))
        .json()
        .map(({ name }: { name: string }) => name)
    assert.equal((await names()).length, 60)
    assert.ok(!(await names()).some((name: string) => /Extra|Only/.test(name)))
    for (const [path, count] of [
      ['store/orders', 12],
      ['applications', 0],
    ] as const)
      assert.equal((await send(server, `/staging/v1/${path}?limit=100`, { headers: all })).json().length, count)
    assert.equal((await send(server, '/v1/pets', { headers: live })).json().length, 1)
    assert.deepEqual(await codeOf(server, '/v1/reset', live), [405, 'method_not_allowed'])
    const refused = await send(server, '/v1/reset', { method: 'POST', headers: live })
    assert.deepEqual([refused.status, refused.json().code], [404, 'route_not_found'])
    const reader = JSON.parse(
      (await server.cli('keys', 'create', '--test', '--account', '1', '--name', 'r', '--scopes', 'pets:read', '--json'))
        .stdout,
    )
    const unable = await send(server, '/staging/v1/reset', {
      method: 'POST',
      headers: bearer(reader.key),
    })
    assert.equal(unable.json().code, 'insufficient_scope')
  })

  test("staging uses production's accounts, plans and suspensions, and changes apply immediately", async () => {
    const issue = async (...args: string[]) => {
      const { stdout } = await server.cli('keys', 'create', ...args, '--name', 'x', '--json')
      return JSON.parse(stdout)
    }
    const admin = bearer((await issue('--account', '1', '--scopes', everyScope)).key)
    const made = await post('/v1/accounts', { name: 'Partner', plan: 'free' }, admin)
    const { id } = made.json()
    const partner = bearer((await issue('--test', '--account', String(id))).key)
    const limit = async () => (await send(server, '/staging/v1/rate-limit', { headers: partner })).json()
    assert.equal((await limit()).plan, 'free')
    const pet = await post('/staging/v1/pets', { name: 'Partner’s', categoryId: 5 }, partner)
    assert.equal(pet.status, 201)
    const change = (body: object) => send(server, `/v1/accounts/${id}`, { method: 'PATCH', body, headers: admin })
    await change({ plan: 'pro' })
    assert.equal((await limit()).plan, 'pro')
    await change({ suspended: true })
    assert.deepEqual(await codeOf(server, '/staging/v1/pets', partner), [403, 'account_suspended'])
    await change({ suspended: false })
    assert.equal((await send(server, '/staging/v1/pets', { headers: partner })).status, 200)
    await server.cli('accounts', 'suspend', String(id))
    await eventually(
      'the command is noticed',
      async () => (await send(server, '/staging/v1/pets', { headers: partner })).status === 403,
    )
    // A revoked test key ends, and the live key with the same id does not.
    const other = await issue('--test', '--account', '1')
    await server.cli('keys', 'revoke', '--test', String(other.id))
    await eventually(
      'the key is revoked',
      async () =>
        (await send(server, '/staging/v1/pets', { headers: bearer(other.key) })).json().code === 'revoked_api_key',
    )
    assert.equal((await send(server, '/v1/pets', { headers: live })).status, 200)
  })

  test('a signed-in user has the same role there', async () => {
    const link = async (email: string, role: string, ...more: string[]) => {
      const { stdout } = await server.cli(
        'users',
        'create',
        '--email',
        email,
        '--name',
        'Ada',
        '--role',
        role,
        ...more,
        '--json',
      )
      return new URL(JSON.parse(stdout).link).hash.slice(1)
    }
    const tokenOf = async (email: string, role: string, ...more: string[]) => {
      const origin = { origin: server.address }
      await post('/auth/password', { token: await link(email, role, ...more), password }, origin)
      const signedIn = await post('/auth/sign-in', { email, password }, origin)
      return bearer(signedIn.json().accessToken)
    }
    const admin = await tokenOf('admin@example.org', 'admin')
    const viewer = await tokenOf('viewer@example.org', 'viewer', '--account', '1')
    const me = (await send(server, '/staging/v1/me', { headers: viewer })).json()
    assert.deepEqual([me.type, me.role, me.environment], ['user', 'viewer', 'staging'])
    const refused = await post('/staging/v1/pets', { name: 'No', categoryId: 1 }, viewer)
    assert.equal(refused.json().code, 'insufficient_scope')
    assert.equal((await post('/staging/v1/pets', { name: 'Yes', categoryId: 1 }, admin)).status, 201)
    const issued = await post('/staging/v1/accounts/1/keys', { name: 'of the console' }, admin)
    assert.match(issued.json().key, /^aas_test_/)
    assert.equal((await send(server, '/staging/v1/pets', { headers: bearer(issued.json().key) })).status, 200)
    const users = (await send(server, '/v1/users', { headers: admin })).json()
    await send(server, `/v1/users/${users.at(-1).id}`, {
      method: 'PATCH',
      headers: admin,
      body: { disabled: true },
    })
    assert.equal((await send(server, '/staging/v1/me', { headers: viewer })).status, 401)
  })

  test('the docs list both servers, and create test keys for this machine alone', async () => {
    const { servers } = (await send(server, '/openapi.json')).json()
    assert.deepEqual(
      servers.map(({ url }: { url: string }) => url),
      ['/v1', '/staging/v1'],
    )
    assert.ok((await send(server, '/docs')).text.includes(`${server.address}/staging/v1`))
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: server.address }
    const ask = (headers: Headers) => fetch(`${server.address}/docs/test-key`, { method: 'POST', headers, body: '' })
    const made = await ask(form)
    assert.equal(made.status, 201)
    assert.equal(made.headers.get('cache-control'), 'no-store')
    const { key } = (await made.json()) as { key: string }
    assert.equal((await send(server, '/staging/v1/pets', { headers: bearer(key) })).status, 200)
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'])
      assert.equal((await ask({ ...form, [name]: '127.0.0.1' })).status, 404, name)
    assert.equal((await ask({ ...form, origin: 'http://evil.example' })).status, 403)
  })

  test('the docs create 20 test keys a day, also if they are requested at once', async () => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: server.address,
    }
    const ask = () => fetch(`${server.address}/docs/test-key`, { method: 'POST', headers, body: '' })
    const responses = await Promise.all(Array.from({ length: 30 }, ask))
    const made = responses.filter(({ status }) => status === 201)
    // Another test has created one.
    assert.ok(made.length === 19 || made.length === 20, String(made.length))
    for (const response of responses.filter(({ status }) => status !== 201)) {
      assert.equal(response.status, 429)
      assert.ok(Number(response.headers.get('retry-after')) > 86_000)
      assert.match(((await response.json()) as { message: string }).message, /20 test keys/)
    }
  })

  test('a backup does not contain staging', async () => {
    const file = join(folder.path, 'backup.db')
    const { stdout } = await server.cli('backup', file)
    assert.doesNotMatch(stdout, /staging/)
    assert.ok(existsSync(file))
    assert.ok(!existsSync(join(folder.path, 'backup.staging.db')))
  })
})

test('in read-only maintenance the docs create no test key', async () => {
  using folder = temporaryFolder()
  const first = await startNew(folder.path)
  await first.stop()
  await using server = await startNew(folder.path, { MAINTENANCE: 'read-only' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: server.address }
  const response = await fetch(`${server.address}/docs/test-key`, { method: 'POST', headers })
  assert.equal(response.status, 503)
  assert.equal(((await response.json()) as { code: string }).code, 'read_only')
  assert.equal(response.headers.get('retry-after'), '60')
})

test("the sample's photos are added shortly after, and a reset keeps them", async () => {
  using folder = temporaryFolder()
  await using server = await startNew(folder.path)
  const sandbox = await keyIn(server, 'test')
  await pictured(server, sandbox)
  assert.equal((await send(server, '/staging/v1/reset', { method: 'POST', headers: sandbox })).status, 204)
  assert.equal(await countBare(server, sandbox), 0)
  const [listing] = (await send(server, '/staging/v1/listings?limit=1', { headers: sandbox })).json()
  const { url } = listing.photos[0].variants[0]
  assert.ok(url.startsWith(`${server.address}/staging/media/`), url)
  assert.equal((await fetch(url)).headers.get('content-type'), 'image/webp')
  assert.equal((await fetch(url.replace('/staging', ''))).status, 404)
  const events = await send(server, '/staging/v1/events?type=pet.photosUpdated&limit=1', {
    headers: sandbox,
  })
  const [{ data }] = events.json()
  assert.match(data.photos[0].variants[0].url, /^\/staging\/media\//)
})

test('the URLs of a photo that was just added, changed or rotated in staging can be opened', async () => {
  using folder = temporaryFolder()
  await using server = await startNew(folder.path)
  const sandbox = await keyIn(server, 'test')
  const animal = { headers: sandbox, method: 'POST', body: { name: 'Biscuit', categoryId: 7 } }
  const path = `/staging/v1/pets/${(await send(server, '/staging/v1/pets', animal)).json().id}/photos`
  const headers = { ...sandbox, 'content-type': 'image/jpeg' }
  const body = new Uint8Array(await jpeg(800, 600))
  const added = await (await fetch(server.address + path, { method: 'POST', headers, body })).json()
  const own = `/staging/v1/photos/${added.id}`
  const change = async (method: string, at: string, patch: object) =>
    (await send(server, at, { method, headers: sandbox, body: patch })).json()
  const changed = await change('PATCH', own, { alt: 'Asleep' })
  const rotated = await change('POST', `${own}/rotate`, { degrees: 90 })
  for (const { variants } of [added, changed, rotated]) {
    assert.ok(variants[0].url.startsWith(`${server.address}/staging/media/`), variants[0].url)
    assert.equal((await fetch(variants[0].url)).status, 200)
  }
})

test('after kill -9 it still has its data and photos', async () => {
  using folder = temporaryFolder()
  await using first = await startNew(folder.path)
  const sandbox = await keyIn(first, 'test')
  const body = { name: 'Survivor', categoryId: 5 }
  const { json: added } = await send(first, '/staging/v1/pets', {
    method: 'POST',
    body,
    headers: sandbox,
  })
  await first.kill()
  await using second = await startNew(folder.path)
  const path = `/staging/v1/pets?id=${added().id}`
  const { json } = await send(second, path, { headers: sandbox })
  assert.equal(json()[0].name, 'Survivor')
  assert.ok(!second.output.some((line) => line.includes('aas_test_')))
})

test('an existing store has staging only if it is turned on, and a new one not if it is turned off', async () => {
  using folder = temporaryFolder()
  const missing = async (server: Server) => {
    assert.equal((await send(server, '/staging/v1/pets')).status, 404)
    const { servers } = (await send(server, '/openapi.json')).json()
    assert.equal(servers.length, 1)
    const form = { origin: server.address, 'content-type': 'application/x-www-form-urlencoded' }
    const ask = await fetch(`${server.address}/docs/test-key`, { method: 'POST', headers: form })
    assert.equal(ask.status, 404)
  }
  await using off = await startNew(folder.path, { STAGING: 'off' })
  await missing(off)
  await off.stop()
  await using later = await startNew(folder.path)
  await missing(later)
  await later.stop()
  await using on = await startNew(folder.path, { STAGING: 'on', STAGING_OPEN: 'off' })
  const sandbox = await keyIn(on, 'test')
  assert.equal((await send(on, '/staging/v1/pets', { headers: sandbox })).json().length, 20)
  const probe = await send(on, '/docs/test-key')
  assert.equal(probe.status, 404)
  await on.stop()
  using other = temporaryFolder()
  await using whole = await startNew(other.path, { ADOPTION_ENV: 'staging', STAGING: 'on' })
  assert.equal((await send(whole, '/staging/v1/pets')).status, 404)
})

test('while idle it takes at most 25 MiB', async () => {
  const idleBytes = async (settings: Record<string, string>): Promise<number> => {
    using folder = temporaryFolder()
    // The second start does not load the sample.
    for (const isLast of [false, true]) {
      await using server = await startNew(folder.path, settings)
      if (settings.STAGING !== 'off' && !isLast) await keyIn(server, 'test')
      await send(server, '/healthz')
      await sleep(7_000)
      if (isLast) return rssBytes(server.pid)
      await server.stop()
    }
    return 0
  }
  const without = await idleBytes({ STAGING: 'off' })
  const more = (await idleBytes({})) - without
  assert.ok(more < 25 * 1024 * 1024, `${Math.round(more / 1024 / 1024)} MiB`)
})
