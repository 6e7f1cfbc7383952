import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { certificateAuthority, whyNoCertificates } from '../../../test/harness/certificates.ts'
import { type PrivatePostgres, startPostgres, whyNoPostgres } from '../../../test/harness/postgres.ts'
import { parsePostgresAddress } from './postgres-address.ts'
import { type PoolOptions, postgresPool } from './postgres-pool.ts'
import { postgresRoutes } from './postgres-routes.ts'

const skip = whyNoPostgres() ?? false
const skipTls = skip || (whyNoCertificates() ?? false)
/** Longer than the test, so that faster rejections have another cause. */
const LONG_MS = 60_000

let primary: PrivatePostgres
let standby: PrivatePostgres
before(async () => {
  if (skip) return
  primary = await startPostgres()
  standby = await startPostgres({ standbyOf: primary })
})
after(async () => {
  await standby?.stop()
  await primary?.stop()
})

const poolOf = (url: string, options: Partial<PoolOptions> = {}) =>
  postgresPool({
    routes: postgresRoutes(parsePostgresAddress(url)),
    maxConnections: 2,
    deadlineMs: LONG_MS,
    ...options,
  })

type Seen = { port: bigint; isStandby: boolean; isReadOnly: boolean; isEncrypted: boolean }

/** Describes the server that a new connection reaches. */
const seenBy = async (pool: ReturnType<typeof poolOf>): Promise<Seen> => {
  const client = await pool.connect()
  try {
    const text = `select inet_server_port() as port, pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "isEncrypted"`
    const { rows } = await client.query<Seen>(text, [])
    return rows[0] ?? assert.fail()
  } finally {
    client.release(true)
  }
}

const seenAt = async (url: string, options?: Partial<PoolOptions>): Promise<Seen> => {
  const pool = poolOf(url, options)
  try {
    return await seenBy(pool)
  } finally {
    await pool.end()
  }
}

const causeOf = async (url: string, options?: Partial<PoolOptions>): Promise<string> => {
  const error = await seenAt(url, options).then(
    () => assert.fail(`${url} is accepted`),
    (refused: Error) => refused,
  )
  return `${error.cause ?? error}`
}

const at = (hosts: PrivatePostgres[], query: string, database = 'postgres') =>
  `postgres://postgres@${hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}?${query}`

test('the first of several hosts that matches target_session_attrs is used, also for reads', {
  skip,
}, async () => {
  for (const readOnly of [false, true]) {
    for (const [target, expected] of [
      ['read-write', [primary, primary]],
      ['primary', [primary, primary]],
      ['read-only', [standby, standby]],
      ['standby', [standby, standby]],
      ['prefer-standby', [standby, standby]],
      ['any', [standby, primary]],
    ] as const) {
      const found = await Promise.all(
        [
          [standby, primary],
          [primary, standby],
        ].map((hosts) => seenAt(at(hosts, `target_session_attrs=${target}`), { readOnly })),
      )
      const ports = found.map(({ port }) => Number(port))
      assert.deepEqual(
        ports,
        expected.map(({ port }) => port),
        target,
      )
    }
  }
})

test('a server that does not match is rejected with the reason, and prefer-standby accepts the only primary', {
  skip,
}, async () => {
  assert.match(
    await causeOf(at([standby], 'target_session_attrs=read-write')),
    /target_session_attrs=read-write.* standby/,
  )
  const both = await causeOf(at([primary, primary], 'target_session_attrs=standby'))
  assert.match(both, new RegExp(`127.0.0.1:${primary.port}: .*primary; 127.0.0.1:${primary.port}:`))
  const alone = await seenAt(at([primary], 'target_session_attrs=prefer-standby'))
  assert.equal(alone.isStandby, false)
})

test('a database that is read-only by default is rejected by read-write, and accepted by read-only', {
  skip,
}, async () => {
  const url = await primary.create()
  const database = new URL(url).pathname.slice(1)
  const pool = poolOf(url)
  const client = await pool.connect()
  await client.query(`alter database ${database} set default_transaction_read_only = on`, [])
  client.release()
  await pool.end()
  assert.match(await causeOf(at([primary], 'target_session_attrs=read-write', database)), /it is read-only/)
  const found = await seenAt(at([primary], 'target_session_attrs=read-only', database))
  assert.deepEqual([found.isStandby, found.isReadOnly], [false, true])
})

test('a host that rejects, closes or ignores a connection is skipped within the deadline', {
  skip,
}, async (t) => {
  let silentCount = 0
  const silent = createServer(() => {
    silentCount += 1
  }).listen(0, '127.0.0.1')
  const ending = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1')
  await Promise.all([once(silent, 'listening'), once(ending, 'listening')])
  t.after(() => [silent.close(), ending.close()])
  const hosts = [1, ...[silent, ending].map((one) => (one.address() as AddressInfo).port)]
  const places = [...hosts, primary.port].map((port) => `127.0.0.1:${port}`)
  const pool = poolOf(`postgres://postgres@${places}/postgres`, { deadlineMs: 8_000 })
  t.after(() => pool.end())
  assert.equal(Number((await seenBy(pool)).port), primary.port)
  assert.equal(silentCount, 1)
  await seenBy(pool)
  assert.equal(silentCount, 1, 'the next connection begins with the host that worked')
})

test('a rejected login is not tried on the other hosts', { skip }, async () => {
  const cause = await causeOf(at([primary, standby], '', 'nowhere'))
  assert.match(cause, /^error: database "nowhere" does not exist/)
})

test('the password of the address is sent', { skip }, async (t) => {
  const server = await startPostgres({
    access: ['host all postgres 127.0.0.1/32 trust', 'host all store 127.0.0.1/32 scram-sha-256'],
  })
  t.after(() => server.stop())
  const admin = poolOf(server.url('postgres'))
  const client = await admin.connect()
  await client.query(`create role store login password 'p@ss word'`, [])
  client.release()
  await admin.end()
  const address = (password: string) => `postgres://store:${password}@127.0.0.1:${server.port}/postgres`
  assert.equal(Number((await seenAt(address('p%40ss%20word'))).port), server.port)
  assert.match(await causeOf(address('wrong')), /password authentication failed/)
})

test('sslmode has the same meaning as in libpq', { skip: skipTls }, async (t) => {
  using authority = certificateAuthority()
  using stranger = certificateAuthority()
  const { cert, key } = authority.issue('localhost')
  const user = authority.issue('certified')
  const server = await startPostgres({
    files: { 'server.pem': cert, 'server.key': key, 'root.pem': authority.root.cert },
    settings: {
      ssl: 'on',
      ssl_cert_file: '../server.pem',
      ssl_key_file: '../server.key',
      ssl_ca_file: '../root.pem',
    },
    access: [
      'host all postgres 127.0.0.1/32 trust',
      'hostssl all secret 127.0.0.1/32 trust',
      'hostnossl all open 127.0.0.1/32 trust',
      'hostssl all certified 127.0.0.1/32 cert',
    ],
  })
  t.after(() => server.stop())
  const admin = poolOf(server.url('postgres'))
  const client = await admin.connect()
  for (const name of ['secret', 'open', 'certified']) await client.query(`create role ${name} login`, [])
  client.release()
  await admin.end()

  const ca = `sslrootcert=${authority.root.certPath}`
  const other = `sslrootcert=${stranger.root.certPath}`
  const own = `sslcert=${user.certPath}&sslkey=${user.keyPath}`
  const address = (name: string, query: string, host = '127.0.0.1') =>
    `postgres://${name}@${host}:${server.port}/postgres?${query}`
  for (const [name, query, isEncrypted, host] of [
    ['postgres', '', true],
    ['postgres', 'sslmode=prefer', true],
    ['postgres', 'sslmode=allow', false],
    ['postgres', 'sslmode=disable', false],
    ['secret', 'sslmode=allow', true],
    ['open', 'sslmode=prefer', false],
    // Nobody verifies the server: it only has to encrypt.
    ['secret', 'sslmode=require', true],
    ['secret', `sslmode=require&${ca}`, true],
    ['secret', `sslmode=verify-ca&${ca}`, true],
    ['secret', `sslmode=verify-full&${ca}`, true, 'localhost'],
    ['certified', `sslmode=verify-ca&${ca}&${own}`, true],
  ] as const) {
    const url = address(name, query, host)
    assert.equal((await seenAt(url)).isEncrypted, isEncrypted, url)
  }
  for (const [name, query, reason, host] of [
    ['secret', 'sslmode=disable', /no encryption/],
    ['open', 'sslmode=require', /SSL encryption/],
    ['secret', `sslmode=require&${other}`, /self-signed certificate|unable to verify/],
    ['secret', `sslmode=verify-ca&${other}`, /self-signed certificate|unable to verify/],
    ['secret', `sslmode=verify-full&${ca}`, /does not match/],
    ['secret', 'sslmode=verify-full', /self-signed certificate|unable to verify/, 'localhost'],
    ['secret', 'sslrootcert=system', /self-signed certificate|unable to verify/, 'localhost'],
    ['certified', `sslmode=verify-ca&${ca}`, /certificate/],
  ] as const) {
    assert.match(await causeOf(address(name, query, host)), reason, `${name} ${query}`)
  }
  assert.throws(
    () => poolOf(address('secret', 'sslmode=verify-full&sslrootcert=/nowhere/ca.pem')),
    /sslrootcert of DATABASE_URL cannot be read: .*\/nowhere\/ca.pem/,
  )
})

test('a server without TLS is accepted by prefer, and rejected by require', { skip }, async () => {
  assert.equal((await seenAt(at([primary], 'sslmode=prefer'))).isEncrypted, false)
  assert.match(await causeOf(at([primary], 'sslmode=require')), /does not support SSL/)
})
