import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { mintKey } from '../accounts/api-keys/api-key.ts'
import { noProxies } from '../platform/http/proxies.ts'
import { findRemovedSettings, removedSettings } from './config/removed-settings.ts'
import { ConfigError, readConfig, settings } from './config.ts'

const { uid, username } = userInfo()
/** The default for the current user. */
const uploadFolder = join(tmpdir(), `adoption-store-${uid >= 0 ? uid : username}`)

const faults = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n').slice(1)
  }
  return []
}

/** The settings named in the errors. */
const faulty = (environment: Record<string, string>): string[] =>
  faults(environment).map((line) => /^ {2}([A-Z_]+) /.exec(line)?.[1] ?? line)

test('without settings, the documented defaults apply', () => {
  assert.deepEqual(readConfig({}), {
    host: '127.0.0.1',
    port: 3_000,
    metrics: undefined,
    environment: 'production',
    keyMode: 'live',
    database: { kind: 'sqlite', path: 'data/store.db' },
    audit: { secrets: undefined, folder: 'data', retentionMs: 400 * 86_400_000 },
    redis: undefined,
    media: { kind: 'folder', folder: 'data/media', isGiven: false, uploadFolder },
    requirePhoto: false,
    site: { isOn: true, name: undefined, color: undefined, logo: undefined },
    publicUrl: undefined,
    stagingUrl: undefined,
    hstsSeconds: 0,
    trustedProxies: [],
    isReadOnly: false,
    hasMcp: true,
    isUpgradeForced: false,
    staging: { isOn: undefined, database: undefined, isOpen: true },
    bootstrapKey: undefined,
    logLevel: 'info',
    requestLines: { requests: 'errors', slowMs: 1_000 },
    requestLog: { retentionMs: 14 * 86_400_000 },
    tracing: undefined,
    proxies: noProxies,
    extraAuthorities: undefined,
    oidc: undefined,
    hasPasswords: true,
    passkeyGroups: [],
    isSignUpOpen: false,
    isSignUpReviewed: true,
    mail: {
      smtp: undefined,
      from: { name: undefined, address: 'no-reply@localhost' },
      isFromGiven: false,
      retentionMs: 30 * 86_400_000,
      perAccountAndDay: 200,
    },
    strictCategories: false,
    orderExpiryMs: 259_200_000,
    applicationRetentionMs: 34_560_000_000,
    eventRetentionMs: 2_592_000_000,
    streams: { most: 5_000, perEnterprise: 1_000 },
    enterpriseOpenOrders: 1_000,
    webhooks: { allowPrivate: false, timeoutMs: 15_000, perEnterprise: 1_000 },
    overloadDelayMs: 1_000,
    stallMs: 30_000,
    addressPerMinute: 300,
    portalPerMinute: 600,
    banRules: {
      strikes: 10,
      strikeWindowMs: 60_000,
      graceMs: 1_000,
      firstMs: 300_000,
      maxMs: 86_400_000,
      memoryMs: 86_400_000,
    },
    backups: undefined,
    backupPassphrase: undefined,
    toolEnvironment: {},
  })
})

test('an empty variable counts as not set', () => {
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, '']))
  assert.deepEqual(readConfig(empty), readConfig({}))
})

test('each setting is read', () => {
  const key = mintKey('test', randomBytes)
  const config = readConfig({
    HOST: '::1',
    PORT: '0',
    METRICS_PORT: '9464',
    ADOPTION_ENV: 'staging',
    DATABASE_URL: 'sqlite:///var/lib/store.db',
    SECRET_KEY: 'a key of 16 or more, the one before it',
    AUDIT_RETENTION_DAYS: '3',
    MEDIA_URL: 's3://me:a%2Fb@shelter/photos/?region=eu-central-1',
    UPLOAD_DIR: '/var/tmp',
    AWS_ACCESS_KEY_ID: 'other',
    AWS_SECRET_ACCESS_KEY: 'other',
    AWS_SESSION_TOKEN: 'of the other',
    AWS_REGION: 'us-west-2',
    AWS_ENDPOINT_URL: 'https://s3.test:9000',
    REQUIRE_PHOTO: 'true',
    SITE: 'off',
    SITE_NAME: ' Paws ',
    SITE_COLOR: '#1D6',
    REDIS_URL: 'rediss://me:secret@redis.test:6380/2',
    REDIS_DEADLINE_MS: '100',
    REDIS_PREFIX: 'staging:',
    PUBLIC_URL: 'https://api.example.test/v1',
    STAGING_URL: 'https://staging.test:8080/',
    TRUST_PROXY: '10.0.0.0/8, ::1,loopback',
    MAINTENANCE: 'read-only',
    MCP: 'off',
    MIGRATE: 'yes',
    STAGING: 'on',
    STAGING_DATABASE_URL: 'sqlite:///var/lib/staging.db',
    STAGING_OPEN: 'on',
    BOOTSTRAP_KEY: key,
    LOG_LEVEL: 'silent',
    LOG_REQUESTS: 'all',
    LOG_SLOW_MS: '8',
    REQUEST_LOG_DAYS: '3',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.test:4318/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-tenant = 1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    OTEL_SERVICE_NAME: 'shelter',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    // In lower case, too.
    https_proxy: 'http://me:p%40ss@proxy.test:3128',
    HTTP_PROXY: 'plain.test:8080',
    no_proxy: '10.0.0.0/8,.test',
    PROXY_RESOLVES_NAMES: 'true',
    OIDC_ISSUER: 'https://sso.example.test/realms/shelter',
    OIDC_CLIENT_ID: 'store',
    OIDC_CLIENT_SECRET: 'a secret',
    OIDC_NAME: 'Keycloak',
    OIDC_SCOPES: 'openid  email',
    OIDC_ROLE_CLAIM: 'realm_access.roles',
    OIDC_ROLES: 'store admins=admin, a=b=viewer',
    OIDC_EMAIL_VERIFIED_CLAIM: 'xms_edov',
    SIGN_IN: 'password',
    REQUIRE_PASSKEY: 'admin, staff',
    SIGNUP: 'open',
    SIGNUP_REVIEW: 'off',
    SMTP_URL: 'smtps://mail%40example.org:pass%20word@smtp.example.org',
    SMTP_TLS: 'required',
    MAIL_FROM: '"Pfoten & Co" <mail@example.org>',
    MAIL_RETENTION_DAYS: '7',
    MAIL_PER_ACCOUNT_PER_DAY: '13',
    STRICT_CATEGORIES: 'true',
    ORDER_EXPIRY_SECONDS: '7',
    APPLICATION_RETENTION_DAYS: '8',
    EVENT_RETENTION_DAYS: '2',
    ENTERPRISE_WEBHOOKS: '12',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    OVERLOAD_DELAY_MS: '9',
    ADDRESS_PER_MINUTE: '5',
    PORTAL_PER_MINUTE: '6',
    BAN_STRIKES: '0',
    BAN_GRACE_MS: '3',
    BAN_SECONDS: '4',
    BACKUP_URL: '/backups',
    BACKUP_SCHEDULE: 'every 15m',
    BACKUP_KEEP: '3',
    BACKUP_PASSPHRASE: 'correct horse battery staple',
    PATH: '/usr/bin',
  })
  assert.deepEqual(config, {
    backups: {
      location: { kind: 'folder', folder: '/backups' },
      schedule: { kind: 'every', periodMs: 900_000 },
      keep: 3,
    },
    backupPassphrase: 'correct horse battery staple',
    toolEnvironment: { PATH: '/usr/bin' },
    host: '::1',
    port: 0,
    metrics: { host: '::1', port: 9_464 },
    environment: 'staging',
    keyMode: 'test',
    database: { kind: 'sqlite', path: '/var/lib/store.db' },
    audit: {
      secrets: ['a key of 16 or more', 'the one before it'],
      folder: '/var/lib',
      retentionMs: 3 * 86_400_000,
    },
    media: {
      kind: 's3',
      s3: {
        bucket: 'shelter',
        prefix: 'photos',
        endpoint: 'https://s3.test:9000',
        region: 'eu-central-1',
        accessKeyId: 'me',
        secretAccessKey: 'a/b',
        sessionToken: undefined,
      },
      uploadFolder: `/var/tmp/${basename(uploadFolder)}`,
    },
    requirePhoto: true,
    site: { isOn: false, name: 'Paws', color: '#11dd66', logo: undefined },
    redis: {
      url: 'rediss://me:secret@redis.test:6380/2',
      prefix: 'staging:',
      deadlineMs: 100,
    },
    publicUrl: 'https://api.example.test',
    stagingUrl: 'https://staging.test:8080',
    hstsSeconds: 0,
    trustedProxies: ['10.0.0.0/8', '::1', 'loopback'],
    isReadOnly: true,
    hasMcp: false,
    staging: {
      isOn: false,
      database: { kind: 'sqlite', path: '/var/lib/staging.db' },
      isOpen: true,
    },
    isUpgradeForced: true,
    bootstrapKey: key,
    logLevel: 'silent',
    requestLines: { requests: 'all', slowMs: 8 },
    requestLog: { retentionMs: 3 * 86_400_000 },
    proxies: {
      http: new URL('http://plain.test:8080'),
      https: new URL('http://me:p%40ss@proxy.test:3128'),
      noProxy: '10.0.0.0/8,.test',
      resolvesNames: true,
    },
    extraAuthorities: undefined,
    tracing: {
      url: 'https://traces.test:4318/otlp/v1/traces',
      headers: { authorization: 'Basic abc', 'x-tenant': '1' },
      timeoutMs: 200,
      serviceName: 'shelter',
      sampler: 'traceidratio',
      ratio: 0.25,
    },
    hasPasswords: true,
    passkeyGroups: ['admin', 'staff'],
    isSignUpOpen: true,
    isSignUpReviewed: false,
    mail: {
      smtp: {
        host: 'smtp.example.org',
        port: 465,
        isTls: true,
        tls: 'required',
        auth: { user: 'mail@example.org', pass: 'pass word' },
      },
      from: { name: 'Pfoten & Co', address: 'mail@example.org' },
      isFromGiven: true,
      retentionMs: 7 * 86_400_000,
      perAccountAndDay: 13,
    },
    oidc: {
      issuer: 'https://sso.example.test/realms/shelter',
      clientId: 'store',
      clientSecret: 'a secret',
      name: 'Keycloak',
      scopes: 'openid email',
      roles: {
        claim: 'realm_access.roles',
        values: new Map([
          ['store admins', 'admin'],
          ['a=b', 'viewer'],
        ]),
      },
      emailVerifiedClaim: 'xms_edov',
    },
    strictCategories: true,
    orderExpiryMs: 7_000,
    applicationRetentionMs: 691_200_000,
    eventRetentionMs: 172_800_000,
    streams: { most: 5_000, perEnterprise: 1_000 },
    enterpriseOpenOrders: 1_000,
    webhooks: { allowPrivate: true, timeoutMs: 15_000, perEnterprise: 12 },
    overloadDelayMs: 9,
    stallMs: 30_000,
    addressPerMinute: 5,
    portalPerMinute: 6,
    banRules: {
      strikes: 0,
      strikeWindowMs: 60_000,
      graceMs: 3,
      firstMs: 4_000,
      maxMs: 86_400_000,
      memoryMs: 86_400_000,
    },
  })
})

test('a secret is also read from the file that NAME_FILE names, without the line break at its end', () => {
  using folder = temporaryFolder()
  const file = (text: string) => {
    const path = join(folder.path, `${text.length}`)
    writeFileSync(path, text)
    return path
  }
  const secrets = Object.entries(settings).filter(([, { isSecret }]) => isSecret)
  assert.deepEqual(
    secrets.map(([name]) => name),
    [
      'BOOTSTRAP_KEY',
      'DATABASE_URL',
      'SECRET_KEY',
      'REDIS_URL',
      'OIDC_CLIENT_SECRET',
      'SMTP_URL',
      'MEDIA_URL',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'HTTPS_PROXY',
      'HTTP_PROXY',
      'STAGING_DATABASE_URL',
      'BACKUP_URL',
      'BACKUP_PASSPHRASE',
    ],
  )
  const { database, audit, redis } = readConfig({
    DATABASE_URL_FILE: file('postgres://me:secret@db.test/store\n'),
    SECRET_KEY_FILE: file('a key of 16 or more,the one before it\r\n'),
    REDIS_URL_FILE: file('redis://:secret@redis.test'),
  })
  assert.deepEqual(
    [database.kind === 'postgres' && database.url, audit.secrets, redis?.url],
    ['postgres://me:secret@db.test/store', ['a key of 16 or more', 'the one before it'], 'redis://:secret@redis.test'],
  )
  for (const [name] of secrets) {
    const fileName = `${name}_FILE`
    assert.deepEqual(faulty({ [name]: 'x', [fileName]: file('x') }), [name])
    for (const path of [file(''), file('\n'), join(folder.path, 'none'), folder.path])
      assert.deepEqual(faulty({ [fileName]: path }), [fileName], path)
    assert.deepEqual(faulty({ [fileName]: '' }), [])
  }
  // The secret itself was set by mistake in place of a path.
  assert.doesNotMatch(faults({ SECRET_KEY_FILE: 'hunter2' }).join(), /hunter2/)
  // No other setting can be in a file.
  assert.equal(readConfig({ LOG_LEVEL_FILE: file('debug') }).logLevel, 'info')
})

test('errors in backup settings name the setting', () => {
  assert.match(faults({ BACKUP_SCHEDULE: 'every 15m' }).join(), /BACKUP_SCHEDULE needs BACKUP_URL/)
  assert.deepEqual(faults({ BACKUP_SCHEDULE: 'off' }), [])
  assert.match(faults({ BACKUP_URL: 's3://backups' }).join(), /BACKUP_URL needs AWS_ACCESS_KEY_ID/)
  for (const BACKUP_URL of ['data/media', 'data/media/x', 'data']) {
    assert.match(faults({ BACKUP_URL }).join(), /must be folders apart from each other/)
  }
  assert.match(faults({ BACKUP_PASSPHRASE: 'short' }).join(), /at least 12 characters/)
  const { backups } = readConfig({ BACKUP_URL: 'data/backups' })
  assert.deepEqual(backups?.schedule, { kind: 'daily', atMs: 10_800_000, periodMs: 86_400_000 })
})

test('SECRET_KEY has a former name, which still works unless both are set to different values', () => {
  const [key, other] = ['a key of 16 or more', 'another key of 16 or more']
  const { audit } = readConfig({ AUDIT_KEY: key })
  assert.deepEqual(audit.secrets, [key])
  assert.deepEqual(faulty({ AUDIT_KEY: key, SECRET_KEY: key }), [])
  assert.deepEqual(faulty({ AUDIT_KEY: 'short' }), ['AUDIT_KEY'])
  const [fault, ...rest] = faults({ AUDIT_KEY: key, SECRET_KEY: other })
  assert.match(fault ?? '', /SECRET_KEY and AUDIT_KEY are one setting, and differ: remove AUDIT_KEY/)
  assert.deepEqual(rest, [])
})

test('Redis is one server, or found through Sentinels; a cluster is rejected with the reason', () => {
  for (const url of [
    'redis+sentinel://h1:26379,h2:26379/mymaster/0',
    'redis+sentinel://h1/mymaster',
    'rediss+sentinel://me:p%40ss@h1,[::1]:7,10.0.0.1:26380/my%20master/3',
    'redis+sentinel://:secret@h1,h2/mymaster',
  ]) {
    assert.equal(readConfig({ REDIS_URL: url }).redis?.url, url)
  }
  for (const url of [
    'redis+sentinel://h1:26379',
    'redis+sentinel:///mymaster',
    'redis+sentinel://h1,/mymaster',
    'redis+sentinel://h1:70000/mymaster',
    'redis+sentinel://h1/mymaster/x',
    'redis+sentinel://me:secret@h1:x/mymaster',
    'redis+sentinel://h1/%/0',
    'sentinel://h1/mymaster',
    'redis://h1:26379,h2:26379/0',
  ]) {
    const [fault = ''] = faults({ REDIS_URL: url })
    assert.match(fault, /^ {2}REDIS_URL must be redis/, url)
    assert.doesNotMatch(fault, /secret/)
  }
  const [removed = ''] = faults({ REDIS_CLUSTER: 'true' })
  assert.match(removed, /^ {2}REDIS_CLUSTER is removed: .*one hash slot.*redis\+sentinel:/)
  assert.deepEqual(faulty({ REDIS_CLUSTER: 'false' }), [])
})

test('a setting that was removed is named, and stops nothing', () => {
  assert.deepEqual(findRemovedSettings({ PORT: '80', REQUEST_LOG_MAX_MB: '' }), [])
  for (const name of Object.keys(removedSettings)) {
    assert.ok(!(name in settings), name)
    assert.deepEqual(readConfig({ [name]: 'x' }), readConfig({}))
    const [removed, ...others] = findRemovedSettings({ [name]: 'x' })
    assert.match(removed?.found ?? '', new RegExp(`^${name} is no longer a setting, and is ignored: `))
    assert.equal(removed?.advice, `remove ${name}`)
    assert.deepEqual(others, [])
  }
})

test('PostgreSQL has its own timeout if it is set', () => {
  const url = 'postgres://store.test/adoption'
  const { database } = readConfig({ DATABASE_URL: url, DATABASE_DEADLINE_MS: '900' })
  assert.deepEqual(database, { kind: 'postgres', url, deadlineMs: 900 })
})

test('all errors are reported at once', () => {
  const wrong = {
    PORT: '70000',
    ADOPTION_ENV: 'test',
    PUBLIC_URL: 'ftp://x',
    STAGING_URL: 'x',
    TRUST_PROXY: 'everyone',
    MAINTENANCE: 'on',
    BOOTSTRAP_KEY: 'hunter2',
    DATABASE_URL: 'mysql://x',
    DATABASE_DEADLINE_MS: '0',
    REDIS_URL: 'http://me:secret@x',
    REDIS_DEADLINE_MS: '0',
    REDIS_PREFIX: '{x}',
    LOG_LEVEL: 'loud',
    ADDRESS_PER_MINUTE: '0',
    PORTAL_PER_MINUTE: '0',
    BAN_STRIKES: '-1',
    BAN_GRACE_MS: '1e3',
    BAN_SECONDS: ' 5',
  }
  assert.deepEqual(faulty(wrong), Object.keys(wrong))
})

test('no error repeats the value, which may be a key', () => {
  const text = faults({ BOOTSTRAP_KEY: 'aas_live_secret', PUBLIC_URL: 'https://me:secret@x' })
  assert.equal(text.length, 2)
  assert.doesNotMatch(text.join(), /secret/)
})

test('contradictory settings are errors', () => {
  assert.deepEqual(faulty({ BOOTSTRAP_KEY: mintKey('test', randomBytes) }), ['BOOTSTRAP_KEY'])
  const live = { ADOPTION_ENV: 'staging', BOOTSTRAP_KEY: mintKey('live', randomBytes) }
  assert.deepEqual(faulty(live), ['BOOTSTRAP_KEY'])
  const publishable = mintKey('live', randomBytes, 'publishable')
  assert.deepEqual(faulty({ BOOTSTRAP_KEY: publishable }), ['BOOTSTRAP_KEY'])
})

test('staging needs a database of its own, of the same kind', () => {
  const postgres = { DATABASE_URL: 'postgres://store.test/adoption', STAGING: 'on' }
  assert.deepEqual(faulty(postgres), ['STAGING_DATABASE_URL'])
  for (const url of ['sqlite:data/staging.db', postgres.DATABASE_URL])
    assert.deepEqual(faulty({ ...postgres, STAGING_DATABASE_URL: url }), ['STAGING_DATABASE_URL'])
  const { staging } = readConfig({ ...postgres, STAGING_DATABASE_URL: 'postgres://store.test/try' })
  assert.equal(staging.isOn, true)
  assert.deepEqual(faulty({ ...postgres, STAGING: 'off' }), [])
  for (const [settings, isOpen] of [
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://store.test' }, false],
    [{ TRUST_PROXY: 'loopback' }, false],
    [{ HOST: '0.0.0.0', STAGING_OPEN: 'on' }, true],
    [{ STAGING_OPEN: 'off' }, false],
  ] as const)
    assert.equal(readConfig(settings).staging.isOpen, isOpen)
})

test('a public URL is an origin, with at most the version after it', () => {
  for (const [url, origin] of [
    ['https://api.test', 'https://api.test'],
    ['https://api.test/v1/', 'https://api.test'],
    ['HTTP://API.test:80', 'http://api.test'],
  ] as const) {
    assert.equal(readConfig({ PUBLIC_URL: url }).publicUrl, origin)
  }
  for (const url of [
    'https://api.test/api',
    'https://api.test?x',
    'https://api.test#x',
    '//api.test',
    'https://me@api.test',
    'javascript:alert(1)',
    'https://',
  ]) {
    assert.deepEqual(faulty({ PUBLIC_URL: url }), ['PUBLIC_URL'], url)
  }
})

test('an address to listen on is an IP address or a host name', () => {
  for (const host of ['0.0.0.0', '::', 'fe80::1%eth0', 'localhost', 'my_host.internal']) {
    assert.deepEqual(faulty({ HOST: host, METRICS_HOST: host }), [], host)
  }
  for (const host of ['not a host', '[::1]', 'localhost:3000', 'http://localhost']) {
    assert.deepEqual(faulty({ HOST: host, METRICS_HOST: host }), ['HOST', 'METRICS_HOST'], host)
  }
})

test('Redis is configured by host, port and database, and an error does not repeat its password', () => {
  for (const url of ['redis://localhost', 'redis://:secret@[::1]:6380/', 'rediss://r.test/15']) {
    assert.equal(readConfig({ REDIS_URL: url }).redis?.url, url)
  }
  for (const url of ['redis:', 'redis://me:secret@x/y', 'rediss:///0', 'localhost:6379', 'redis://:secret%zz@x']) {
    const text = faults({ REDIS_URL: url })
    assert.equal(text.length, 1, url)
    assert.doesNotMatch(text.join(), /secret/)
  }
})

test('trusted proxies are addresses and networks', () => {
  for (const list of ['192.0.2.1', '::/1', '10.0.0.0/8,fd00::/8', 'uniquelocal']) {
    assert.deepEqual(faulty({ TRUST_PROXY: list }), [], list)
  }
  for (const list of [
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/255.0.0.0',
    '10/8',
    '10.0.0.0/8/8',
    'example.test',
    ',',
    'true',
    '010.1.1.1',
    // The HTTP server itself would fail on these with a stack trace.
    '0.0.0.0/0',
    '::/0',
    '10.0.0.1,::/00',
  ]) {
    assert.deepEqual(faulty({ TRUST_PROXY: list }), ['TRUST_PROXY'], list)
  }
})

test('the trace receiver is validated, and an error does not repeat secrets', () => {
  for (const url of ['ftp://x', 'traces.test:4318', 'http://me:secret@x', 'http://x?secret', '/']) {
    const text = faults({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
    assert.equal(text.length, 1, url)
    assert.doesNotMatch(text.join(), /secret/)
  }
  for (const fields of ['secret', '=secret', 'a=secret,b', 'a=secret%', 'a=secret%0Ab']) {
    const text = faults({ OTEL_EXPORTER_OTLP_HEADERS: fields })
    assert.equal(text.length, 1, fields)
    assert.doesNotMatch(text.join(), /secret/)
  }
  for (const share of ['1.1', '-1', '', '1e0', 'x', '.']) {
    const found = faulty({ OTEL_TRACES_SAMPLER_ARG: share })
    assert.deepEqual(found, share === '' ? [] : ['OTEL_TRACES_SAMPLER_ARG'], share)
  }
})

test('photos are in a folder or a bucket, and an error does not repeat its secret', () => {
  const place = (url: string) => readConfig({ MEDIA_URL: url }).media
  for (const url of ['/srv/photos', 'file:///srv/photos']) {
    const folder = '/srv/photos'
    assert.deepEqual(place(url), { kind: 'folder', folder, isGiven: true, uploadFolder })
  }
  assert.equal(place('s3://me:100%@shelter').kind, 's3')
  for (const url of [
    's3://shelter',
    's3://me:secret@',
    's3:shelter',
    'https://me:secret@s3.test/shelter',
    ...['s3.test', 'http://a:99999', 'http://['].map((endpoint) => `s3://me:secret@shelter?endpoint=${endpoint}`),
    's3://me:secret@shelter?region=@evil.test',
  ]) {
    const text = faults({ MEDIA_URL: url })
    assert.equal(text.length, 1, url)
    assert.doesNotMatch(text.join(), /secret@/)
  }
})

test('every setting has a description', () => {
  for (const [name, { meaning }] of Object.entries(settings)) assert.match(meaning, /\.$/, name)
})

test('the database is a file or a PostgreSQL URL, and an error in it does not repeat its password', () => {
  for (const url of [
    'postgres://me:secret@db.test:5433/store?sslmode=verify-full',
    'postgresql:///store?host=/run/postgresql',
  ]) {
    const { database } = readConfig({ DATABASE_URL: url })
    assert.deepEqual(database, { kind: 'postgres', url, deadlineMs: 1_800 })
  }
  for (const url of [
    'postgres://me:secret@db.test',
    'postgres:',
    'sqlite:',
    'sqlite::memory:',
    'sqlite:file:store.db',
    'sqlite:data/',
    'sqlite:..',
    'http://me:secret@x/store',
    'x',
  ]) {
    const text = faults({ DATABASE_URL: url })
    assert.equal(text.length, 1, url)
    assert.doesNotMatch(text.join(), /secret/)
  }
})

test('single sign-on needs all its settings, and a public URL', () => {
  const whole = {
    OIDC_ISSUER: 'https://sso.test',
    OIDC_CLIENT_ID: 'store',
    OIDC_CLIENT_SECRET: 'secret',
    PUBLIC_URL: 'https://store.test',
  }
  assert.deepEqual(faulty(whole), [])
  assert.deepEqual(faulty({ OIDC_CLIENT_ID: 'store' }), ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'])
  assert.deepEqual(faulty({ ...whole, ADOPTION_ENV: 'staging' }), ['STAGING_URL'])
  assert.deepEqual(faulty({ OIDC_ROLE_CLAIM: 'roles' }), ['OIDC_ROLE_CLAIM'])
  for (const [name, values] of Object.entries({
    OIDC_ISSUER: ['sso.test', 'http://sso.test', 'https://me:secret@sso.test', 'https://sso.test?a'],
    OIDC_SCOPES: ['email', 'openid "email"'],
    OIDC_ROLES: ['boss=owner', 'boss', '=admin', 'admin=admin,'],
  })) {
    for (const value of values) assert.deepEqual(faulty({ ...whole, [name]: value })[0], name, value)
  }
  assert.deepEqual(faulty({ ...whole, OIDC_ISSUER: 'http://localhost:8080/realms/x' }), [])
})

test('a required passkey needs a role that exists, and a public URL', () => {
  assert.deepEqual(faulty({ REQUIRE_PASSKEY: 'admin' }), ['PUBLIC_URL'])
  assert.deepEqual(faulty({ REQUIRE_PASSKEY: 'admin', PUBLIC_URL: 'http://192.0.2.1' }), ['PUBLIC_URL'])
  const PUBLIC_URL = 'https://store.test'
  assert.deepEqual(faulty({ REQUIRE_PASSKEY: 'admin,staff', PUBLIC_URL }), [])
  assert.deepEqual(faulty({ REQUIRE_PASSKEY: 'admin,owner', PUBLIC_URL }), ['REQUIRE_PASSKEY'])
})

test('a store without passwords needs a provider and does not allow sign-up', () => {
  const provider = {
    OIDC_ISSUER: 'https://sso.test',
    OIDC_CLIENT_ID: 'store',
    OIDC_CLIENT_SECRET: 'secret',
    PUBLIC_URL: 'https://store.test',
  }
  assert.equal(readConfig({ ...provider, SIGN_IN: 'sso' }).hasPasswords, false)
  assert.equal(readConfig(provider).hasPasswords, true)
  assert.deepEqual(faulty({ SIGN_IN: 'sso' }), ['OIDC_ISSUER'])
  assert.deepEqual(faulty({ SIGN_IN: 'oidc' }), ['SIGN_IN'])
  const signUp = { SIGNUP: 'open', SMTP_URL: 'smtp://mail.test' }
  assert.deepEqual(faulty({ ...provider, ...signUp, SIGN_IN: 'sso' }), ['SIGNUP'])
})

test('the mail server and the sender must be valid, and errors do not repeat the password', () => {
  assert.deepEqual(faulty({ SIGNUP: 'open' }), ['SMTP_URL'])
  const wrong = [
    'smtp.example.org',
    'http://x',
    'smtp://',
    'smtp://u@x',
    'smtp://:p@x',
    'smtp://x/y',
    'smtp://u:%E0%A4%A@x',
    'smtp://%E0%A4%A/',
    'smtp://x?a',
  ]
  for (const url of wrong) assert.deepEqual(faulty({ SMTP_URL: url }), ['SMTP_URL'], url)
  assert.doesNotMatch(faults({ SMTP_URL: 'smtp://user:hunter2@x/y' }).join(), /hunter2/)
  for (const from of ['nobody', 'a@b, c@d', 'a <b@c> <d@e>', '<>']) {
    assert.deepEqual(faulty({ MAIL_FROM: from }), ['MAIL_FROM'], from)
  }
  const { mail } = readConfig({
    SMTP_URL: 'smtp://[::1]:2525',
    PUBLIC_URL: 'https://store.example.org',
  })
  assert.deepEqual([mail.smtp?.host, mail.smtp?.port, mail.from.address], ['::1', 2_525, 'no-reply@store.example.org'])
})
