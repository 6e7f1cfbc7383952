import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressForTools, parsePostgresAddress, showPostgresAddress } from './postgres-address.ts'

test('an address is parsed as libpq parses it', () => {
  const plain = { mode: 'prefer', rootCert: undefined, cert: undefined, key: undefined }
  const rest = { options: undefined, targetSession: 'any', tls: plain }
  const at = (host: string, port = 5_432) => ({ host, port })
  for (const [url, expected] of [
    [
      'postgres://u:p@a:5432,b:5433/db?target_session_attrs=read-write',
      {
        hosts: [at('a'), at('b', 5_433)],
        user: 'u',
        password: 'p',
        database: 'db',
        targetSession: 'read-write',
      },
    ],
    [
      'postgresql://a%40b:p%2F%3f%23@[::1],10.0.0.1:6432/a%20b?options=-c%20search_path%3Dx',
      {
        hosts: [at('::1'), at('10.0.0.1', 6_432)],
        user: 'a@b',
        password: 'p/?#',
        database: 'a b',
        options: '-c search_path=x',
      },
    ],
    ['postgres://u:p@w@host/db', { hosts: [at('host')], user: 'u', password: 'p@w' }],
    ['postgres:///db', { hosts: [at('localhost')], user: undefined, password: undefined }],
    ['postgres://%2Fvar%2Frun/db', { hosts: [at('/var/run')] }],
    [
      'postgres:///db?host=/run/a,b&port=1,2&user=u&password=a%2Bb+c',
      { hosts: [at('/run/a', 1), at('b', 2)], user: 'u', password: 'a+b+c' },
    ],
    ['postgres://a,b/db?port=6432', { hosts: [at('a', 6_432), at('b', 6_432)] }],
    [
      'postgres://a/db?sslmode=require&sslrootcert=/ca.pem&sslcert=c&sslkey=k',
      { tls: { mode: 'require', rootCert: '/ca.pem', cert: 'c', key: 'k' } },
    ],
    ['postgres://a/db?sslrootcert=system', { tls: { ...plain, mode: 'verify-full', rootCert: 'system' } }],
  ] as const) {
    assert.partialDeepStrictEqual(parsePostgresAddress(url), { ...rest, database: 'db', ...expected }, url)
  }
})

test('errors name what is wrong with an address, and do not repeat its password', () => {
  for (const [url, expected] of [
    ['postgres://u:hunter2@a', /must be postgres:\/\/ with a host and a database/],
    ['postgres://u:hunter2#@a/db', /percent-encoded, such as %23/],
    ['postgres://u:hunter2%zz@a/db', /write it as %25/],
    ['postgres://u:x/y?hunter2@a/db', /^has unknown parameters: known are host, port/],
    ['postgres://u:hunter2@a:x/db', /ports from 1 to 65535/],
    ['postgres://a:70000/db', /ports from 1 to 65535/],
    ['postgres://a,,b/db', /host without a name/],
    ['postgres://a,b,c/db?port=1,2', /as many ports as hosts/],
    ['postgres://a/db?host=b', /hosts in two places/],
    ['postgres://a/db?connect_timeout=3', /the parameter connect_timeout, which is not supported/],
    ['postgres://a/db?sslmode=no-verify', /sslmode=no-verify, which must be one of disable, allow/],
    [
      'postgres://a/db?target_session_attrs=master',
      /target_session_attrs=master, which must be one of any, read-write, read-only, primary, standby, prefer-standby/,
    ],
    ['postgres://a/db?sslmode=require&sslmode=disable', /sslmode twice/],
    ['postgres://a/db?sslmode=verify-ca', /requires sslrootcert/],
    ['postgres://a/db?sslrootcert=ca.pem', /requires sslmode=require/],
    ['postgres://a/db?sslmode=require&sslrootcert=system', /requires sslmode=verify-full/],
    ['postgres://a/db?sslcert=c.pem', /both sslcert and sslkey/],
  ] as const) {
    assert.throws(
      () => parsePostgresAddress(url),
      (text: string) => expected.test(text) && !text.includes('hunter2'),
      url,
    )
  }
})

test('an address is shown without its login, and passed to tools without its password', () => {
  const address = parsePostgresAddress(
    'postgres://u%40:hunter2@a,[::1]:6432,%2Frun/a%20b?target_session_attrs=primary&sslmode=verify-full&sslrootcert=/ca%20.pem',
  )
  const place = 'a:5432,[::1]:6432,%2Frun:5432/a%20b'
  assert.equal(showPostgresAddress(address), `postgres://${place}`)
  assert.equal(
    addressForTools(address),
    `postgres://u%40@${place}?target_session_attrs=primary&sslmode=verify-full&sslrootcert=%2Fca%20.pem`,
  )
})
