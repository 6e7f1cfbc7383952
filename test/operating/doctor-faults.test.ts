import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { certificateAuthority, whyNoCertificates } from '../harness/certificates.ts'
import { type BrokenSetUp, doctorFinds, runDoctor } from '../harness/doctor.ts'
import { freshFile } from '../harness/file-template.ts'
import { mailServer } from '../harness/mail-server.ts'
import { placeOldStore } from '../harness/old-stores.ts'
import { privateRedis, redisCli, skipWithoutRedis } from '../harness/redis.ts'
import { startS3 } from '../harness/s3.ts'
import { cli, startServer } from '../harness/server.ts'
import { newFolder } from '../harness/temporary-folder.ts'

const USER = 1_234
const asUser = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups']
const needsRoot =
  process.platform === 'linux' && process.getuid?.() === 0
    ? false
    : 'other users, file systems and limits need Linux and root'

/** Paths where any user who runs the tests may write. */
const nowhere = join(tmpdir(), 'nowhere', 'media')
const thisFile = fileURLToPath(import.meta.url)

/** A store in a separate folder that other users can enter, with the settings for it. */
const store = async () => {
  const folder = newFolder('store')
  chmodSync(folder, 0o755)
  const path = await freshFile(folder)
  return { folder, path, settings: { DATABASE_URL: `sqlite:${path}`, PORT: '0' } }
}

/** Runs a statement of SQL in the store. */
const change = (path: string, statement: string): void => {
  using database = new DatabaseSync(path)
  database.exec(statement)
}

/** Mounts something in the view of one program only. */
const mounted = (command: string): string[] => [
  'unshare',
  '--mount',
  '--propagation=private',
  'sh',
  '-c',
  `${command} && exec "$@"`,
  'sh',
]

/** Faults that settings alone cause, on a sound store. */
const settingFaults: Record<string, Omit<BrokenSetUp, 'settings'> & Record<'settings', object>> = {
  'a misspelled setting': {
    check: 'setting names',
    state: 'warn',
    settings: { PUBLIC_URI: 'https://a.example' },
    found: /PUBLIC_URI is not a setting/,
    advice: /PUBLIC_URL, rename it/,
  },
  'a setting with two letters swapped': {
    check: 'setting names',
    state: 'warn',
    settings: { SMTP_RUL: 'smtp://a.example' },
    found: /SMTP_RUL is not a setting/,
    advice: /SMTP_URL, rename it/,
  },
  'a file for a setting that is no secret': {
    check: 'setting names',
    state: 'warn',
    settings: { PUBLIC_URL_FILE: '/run/url' },
    found: /PUBLIC_URL_FILE is not a setting/,
    advice: /set PUBLIC_URL: only secrets/,
  },
  'a setting that was removed': {
    check: 'setting names',
    state: 'warn',
    settings: { REQUEST_LOG_MAX_MB: '64' },
    found: /REQUEST_LOG_MAX_MB is no longer a setting/,
    advice: /remove REQUEST_LOG_MAX_MB/,
  },
  'an invalid setting': {
    check: 'settings',
    state: 'fail',
    settings: { PORT: '80a' },
    found: /PORT must be/,
    advice: /settings\.md/,
  },
  'a setting that was removed and would change the limits': {
    check: 'settings',
    state: 'fail',
    settings: { REDIS_CLUSTER: 'true' },
    found: /REDIS_CLUSTER is removed.*Sentinel/,
    advice: /settings\.md/,
  },
  'a secret in a file that cannot be read': {
    check: 'settings',
    state: 'fail',
    settings: { SECRET_KEY_FILE: '/nowhere/key' },
    found: /SECRET_KEY_FILE must name a file.*ENOENT/,
    advice: /settings\.md/,
  },
  'SECRET_KEY and AUDIT_KEY that differ': {
    check: 'settings',
    state: 'fail',
    settings: { SECRET_KEY: 'the first secret key', AUDIT_KEY: 'the other secret key' },
    found: /one setting, and differ: remove AUDIT_KEY/,
    advice: /settings\.md/,
  },
  'a proxy that would trust every address': {
    check: 'settings',
    state: 'fail',
    settings: { TRUST_PROXY: '0.0.0.0/0' },
    found: /TRUST_PROXY must not trust every address/,
    advice: /settings\.md/,
  },
  'a whole network of trusted proxies': {
    check: 'trusted proxies',
    state: 'warn',
    settings: { TRUST_PROXY: '10.0.0.0/8' },
    found: /10\.0\.0\.0\/8/,
    advice: /its own address/,
  },
  'https without a trusted proxy': {
    check: 'trusted proxies',
    state: 'warn',
    settings: { PUBLIC_URL: 'https://127.0.0.1:9' },
    found: /banned together/,
    advice: /set TRUST_PROXY/,
  },
  'a public address without encryption': {
    check: 'public address',
    state: 'warn',
    settings: { PUBLIC_URL: 'http://store.test' },
    found: /not encrypted/,
    advice: /PUBLIC_URL=https/,
  },
  'an address to listen on that is not of this machine': {
    check: 'port',
    state: 'fail',
    settings: { HOST: '192.0.2.1', PORT: '3000' },
    found: /EADDRNOTAVAIL/,
    advice: /HOST to an address of this machine/,
  },
  'maintenance that was not ended': {
    check: 'maintenance',
    state: 'warn',
    settings: { MAINTENANCE: 'read-only' },
    found: /writes get 503/,
    advice: /remove the setting/,
  },
  'a Redis that refuses connections': {
    check: 'Redis',
    state: 'fail',
    also: ['photos', 'secret key'],
    settings: { REDIS_URL: 'redis://127.0.0.1:9' },
    found: /ECONNREFUSED/,
    advice: /whether it is running/,
  },
  'a mail server that refuses connections': {
    check: 'mail server',
    state: 'warn',
    settings: { SMTP_URL: 'smtp://127.0.0.1:9' },
    found: /ECONNREFUSED/,
    advice: /check SMTP_URL/,
  },
  'an OpenID Connect provider that cannot be reached': {
    check: 'single sign-on',
    state: 'fail',
    settings: {
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      PUBLIC_URL: 'http://localhost:3000',
    },
    found: /no response from 127\.0\.0\.1:9/,
    advice: /OIDC_ISSUER/,
  },
  'a receiver of traces that cannot be reached': {
    check: 'traces',
    state: 'warn',
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    found: /no response from/,
    advice: /OTEL_EXPORTER_OTLP_ENDPOINT/,
  },
  'a folder of photos that is not there': {
    check: 'photos',
    state: 'warn',
    settings: { MEDIA_URL: nowhere },
    found: /nowhere\/media of MEDIA_URL does not exist/,
    advice: /mount or create it/,
  },
  'a file in place of the folder of photos': {
    check: 'photos',
    state: 'fail',
    settings: { MEDIA_URL: thisFile },
    found: /doctor-faults\.test\.ts: it is not a folder/,
    advice: /MEDIA_URL/,
  },
  'a file in place of the folder of uploads': {
    check: 'photos',
    state: 'fail',
    settings: { UPLOAD_DIR: '/etc/hostname' },
    found: /cannot write uploads/,
    advice: /UPLOAD_DIR/,
  },
}

for (const [name, { settings, ...broken }] of Object.entries(settingFaults)) {
  test(`doctor finds ${name}`, async () => {
    const sound = await store()
    await doctorFinds({ ...broken, settings: { ...sound.settings, ...settings } })
  })
}

/** Faults that have to be prepared. */
const prepared: Record<string, { skip?: string | false; prepare: (t: TestContext) => Promise<BrokenSetUp> }> = {
  'a damaged store': {
    async prepare() {
      const { path, settings } = await store()
      writeFileSync(path, 'damaged '.repeat(1_000))
      return {
        settings,
        check: 'store',
        state: 'fail',
        found: /not a database/,
        advice: /restore a backup/,
      }
    },
  },
  'the database of another program': {
    async prepare() {
      const { path, settings } = await store()
      rmSync(path)
      change(path, 'create table songs (title text)')
      return {
        settings,
        check: 'store',
        state: 'fail',
        found: /of another program/,
        advice: /DATABASE_URL/,
      }
    },
  },
  'a store of a later version': {
    async prepare() {
      const { path, settings } = await store()
      change(path, `insert into kysely_migration values ('9999-later', '2030-01-01')`)
      return {
        settings,
        check: 'store',
        state: 'fail',
        also: ['photos'],
        found: /later version.*9999-later/,
        advice: /start the version.*upgrade\.md/,
      }
    },
  },
  'a store of an earlier version': {
    async prepare() {
      const folder = newFolder('store')
      const path = placeOldStore('1.1.0', folder)
      return {
        settings: { DATABASE_URL: `sqlite:${path}`, PORT: '0' },
        check: 'store',
        state: 'warn',
        found: /sound/,
        advice: /migrate will upgrade/,
      }
    },
  },
  'a secret key that the store was not signed with': {
    async prepare() {
      const path = placeOldStore('1.1.0', newFolder('store'))
      const SECRET_KEY = 'another key than that of the store'
      return {
        settings: { DATABASE_URL: `sqlite:${path}`, PORT: '0', SECRET_KEY },
        check: 'secret key',
        state: 'fail',
        also: ['store'],
        found: /is not the key of this store/,
        advice: /set the key/,
      }
    },
  },
  'a missing secret key': {
    async prepare() {
      const folder = newFolder('store')
      const path = placeOldStore('1.1.0', folder)
      rmSync(join(folder, 'audit.key'))
      return {
        settings: { DATABASE_URL: `sqlite:${path}`, PORT: '0' },
        check: 'secret key',
        state: 'fail',
        also: ['store'],
        found: /missing: the store was signed/,
        advice: /secret\.key back/,
      }
    },
  },
  'a clock that is behind the audit log': {
    async prepare() {
      const path = placeOldStore('1.1.0', newFolder('store'))
      change(path, 'update audit_log set time = time + 999999999999')
      return {
        settings: { DATABASE_URL: `sqlite:${path}`, PORT: '0' },
        check: 'clock',
        state: 'warn',
        also: ['store'],
        found: /before .* audit log was last written/,
        advice: /set the clock/,
      }
    },
  },
  'a secret key that other users may read': {
    skip: process.platform === 'win32' && 'Windows has no such permissions',
    async prepare() {
      const folder = newFolder('store')
      const path = placeOldStore('1.1.0', folder)
      chmodSync(join(folder, 'audit.key'), 0o644)
      return {
        settings: { DATABASE_URL: `sqlite:${path}`, PORT: '0' },
        check: 'secret key',
        state: 'warn',
        also: ['store'],
        found: /other users .* may read .*mode 644/,
        advice: /chmod 600/,
      }
    },
  },
  'a mistyped path beside a secret key': {
    async prepare() {
      const { folder, settings } = await store()
      writeFileSync(join(folder, 'secret.key'), 'a secret key of 16 or more', { mode: 0o600 })
      const DATABASE_URL = `sqlite:${join(folder, 'stroe.db')}`
      return {
        settings: { ...settings, DATABASE_URL },
        check: 'store',
        state: 'fail',
        found: /stroe\.db does not exist, although its folder has secret\.key and store\.db/,
        advice: /correct DATABASE_URL/,
      }
    },
  },
  'backups on the disk of the store': {
    async prepare() {
      const { settings } = await store()
      return {
        settings: { ...settings, BACKUP_URL: newFolder('store') },
        check: 'disk of backups',
        state: 'warn',
        found: /on the disk of the store/,
        advice: /another disk, or to s3/,
      }
    },
  },
  'a bucket of backups that may only be read': {
    prepare: async (t) => {
      const { settings, bucket } = await readOnlyBucket(t)
      return {
        settings: { ...settings, BACKUP_URL: `s3://${bucket}/backups`, BACKUP_PASSPHRASE },
        check: 'backups',
        state: 'fail',
        found: /bucket of backups is unavailable: .*403/,
        advice: /no backup is made/,
      }
    },
  },
  'a bucket of photos that may only be read': {
    prepare: async (t) => {
      const { settings, bucket } = await readOnlyBucket(t)
      return {
        settings: { ...settings, MEDIA_URL: `s3://${bucket}/photos` },
        check: 'photos',
        state: 'fail',
        found: /403/,
        advice: /has to list, read, write and delete/,
      }
    },
  },
  'another passphrase than that of the last backup': {
    async prepare() {
      const { settings } = await store()
      const withBackups = { ...settings, BACKUP_URL: newFolder('store'), BACKUP_PASSPHRASE }
      await cli(withBackups, 'accounts', 'create', '--name', 'First', '--plan', 'free')
      await cli(withBackups, 'backup')
      return {
        settings: { ...withBackups, BACKUP_PASSPHRASE: 'another passphrase' },
        check: 'backups',
        state: 'warn',
        found: /is not the passphrase that .* was made with/,
        advice: /keep the old one/,
      }
    },
  },
  'certificates of authorities that have all expired': {
    skip: whyNoCertificates() ?? false,
    async prepare() {
      const { folder, settings } = await store()
      using authority = certificateAuthority()
      const path = join(folder, 'authorities.pem')
      writeFileSync(path, authority.issueExpired('localhost').cert)
      return {
        settings: { ...settings, NODE_EXTRA_CA_CERTS: path },
        check: 'own authorities',
        state: 'warn',
        found: /1 certificate in .*, expired at/,
        advice: /replace the expired/,
      }
    },
  },
  'missing files of photos': {
    async prepare() {
      const { folder, path, settings } = await store()
      change(path, `insert into photo_files (photo_id, name) values (1, '${'a'.repeat(64)}.webp')`)
      mkdirSync(join(folder, 'media'))
      return {
        settings,
        check: 'photos',
        state: 'fail',
        found: /1 of the newest 1 files of photos are not in/,
        advice: /restore the photos/,
      }
    },
  },
  'a damaged store of staging': {
    async prepare() {
      const { folder, settings } = await store()
      writeFileSync(join(folder, 'store.staging.db'), 'damaged '.repeat(1_000))
      return {
        settings,
        check: 'staging store',
        state: 'fail',
        found: /not a database/,
        advice: /restore a backup/,
      }
    },
  },
  'a port of another program': {
    async prepare(t) {
      const { settings } = await store()
      const { port } = await listen(
        t,
        createServer((_, response) => response.end('other')),
      )
      return {
        settings: { ...settings, PORT: String(port) },
        check: 'port',
        state: 'fail',
        found: /EADDRINUSE/,
        advice: /stop the program.*another PORT/,
      }
    },
  },
  'a public address of another program': {
    async prepare(t) {
      const server = await startServer({ folder: newFolder('store') })
      t.after(() => server.stop())
      const { port } = await listen(
        t,
        createServer((_, response) => response.end('other')),
      )
      const PUBLIC_URL = `http://127.0.0.1:${port}`
      return {
        settings: { ...server.environment, PORT: String(server.port), PUBLIC_URL },
        check: 'public address',
        state: 'warn',
        found: /is not this service/,
        advice: /check PUBLIC_URL/,
      }
    },
  },
  'a public address that redirects to https': {
    async prepare(t) {
      const { settings } = await store()
      const { port } = await listen(
        t,
        createServer((_, response) => response.writeHead(301, { location: 'https://store.test/' }).end()),
      )
      return {
        settings: { ...settings, PUBLIC_URL: `http://127.0.0.1:${port}` },
        check: 'public address',
        state: 'warn',
        found: /redirects to https:\/\/store\.test/,
        advice: /PUBLIC_URL=https:\/\/store/,
      }
    },
  },
  'an expired certificate': {
    skip: whyNoCertificates() ?? false,
    async prepare(t) {
      const { settings } = await store()
      using authority = certificateAuthority()
      const { cert, key } = authority.issueExpired('localhost')
      const { port } = await listen(t, createTlsServer({ cert, key }))
      return {
        settings: { ...settings, PUBLIC_URL: `https://localhost:${port}` },
        check: 'public address',
        state: 'fail',
        also: ['trusted proxies'],
        found: /certificate of localhost:\d+ expired at/,
        advice: /renew the certificate/,
      }
    },
  },
  'a certificate that browsers do not know': {
    skip: whyNoCertificates() ?? false,
    async prepare(t) {
      const { settings } = await store()
      using authority = certificateAuthority()
      const { cert, key } = authority.issue('localhost')
      const { port } = await listen(t, createTlsServer({ cert, key }))
      return {
        settings: { ...settings, PUBLIC_URL: `https://localhost:${port}` },
        check: 'public address',
        state: 'fail',
        also: ['trusted proxies'],
        found: /browsers reject the certificate/,
        advice: /from an authority/,
      }
    },
  },
  'a wrong password of the mail server': {
    async prepare(t) {
      const { settings } = await store()
      const mail = await mailServer({
        onAuth: (_auth, _session, done) => done(new Error('wrong')),
        authOptional: false,
        allowInsecureAuth: true,
      })
      t.after(() => mail.close())
      return {
        settings: { ...settings, SMTP_URL: `smtp://me:wrong@127.0.0.1:${mail.port}` },
        check: 'mail server',
        state: 'warn',
        found: /rejected the user or password/,
        advice: /SMTP_URL/,
      }
    },
  },
  'mail without a sender and an address for its links': {
    async prepare(t) {
      const { settings } = await store()
      const mail = await mailServer()
      t.after(() => mail.close())
      return {
        settings: { ...settings, SMTP_URL: mail.url },
        check: 'mail server',
        state: 'warn',
        found: /accepts the sign-in/,
        advice: /set MAIL_FROM and PUBLIC_URL/,
      }
    },
  },
  'a wrong key of S3': {
    async prepare(t) {
      const s3 = await startS3()
      t.after(() => s3.close())
      return s3Fault(s3, { key: 'wrong' }, /403 SignatureDoesNotMatch/)
    },
  },
  'a missing bucket': {
    async prepare(t) {
      const s3 = await startS3()
      t.after(() => s3.close())
      return s3Fault(s3, { bucket: 'nothing' }, /404 NoSuchBucket/)
    },
  },
  'a Redis that evicts keys': {
    skip: (await skipRedis()) ?? false,
    prepare: (t) =>
      redisFault(t, ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'], {
        check: 'Redis eviction',
        state: 'warn',
        found: /allkeys-lru/,
        advice: /noeviction/,
      }),
  },
  'a wrong password of Redis': {
    skip: (await skipRedis()) ?? false,
    prepare: (t) =>
      redisFault(t, ['--requirepass', 'right'], {
        check: 'Redis',
        state: 'fail',
        found: /NOAUTH|WRONGPASS/,
        advice: /password in REDIS_URL/,
      }),
  },
  'a user of Redis who may not run a command of the scripts': {
    skip: (await skipRedis()) ?? false,
    prepare: (t) =>
      redisFault(t, ['--user', 'default', 'on', 'nopass', '~*', '&*', '+@all', '-hincrby'], {
        check: 'Redis',
        state: 'fail',
        found: /can't run this command|hincrby/i,
        advice: /ACL SETUSER/,
      }),
  },
  'a user of Redis who may not subscribe': {
    skip: (await skipRedis()) ?? false,
    prepare: (t) =>
      redisFault(t, ['--user', 'default', 'on', 'nopass', '~*', '&*', '+@all', '-subscribe'], {
        check: 'Redis',
        state: 'fail',
        found: /NOPERM.*subscribe/i,
        advice: /ACL SETUSER/,
      }),
  },
  'a user of Redis who may not use all keys': {
    skip: (await skipRedis()) ?? false,
    prepare: (t) =>
      redisFault(t, ['--user', 'default', 'on', 'nopass', '~aas:*', '&*', '+@all'], {
        check: 'Redis',
        state: 'fail',
        found: /NOPERM/,
        advice: /ACL SETUSER/,
      }),
  },
  'a Redis without its replicas': {
    skip: (await skipRedis()) ?? false,
    prepare: (t) =>
      redisFault(t, ['--min-replicas-to-write', '1'], {
        check: 'Redis',
        state: 'fail',
        found: /NOREPLICAS/,
        advice: /min-replicas-to-write/,
      }),
  },
  'a Redis without memory': {
    skip: (await skipRedis()) ?? false,
    prepare: (t) =>
      redisFault(t, ['--maxmemory', '1', '--maxmemory-policy', 'noeviction'], {
        check: 'Redis',
        state: 'fail',
        found: /OOM/,
        advice: /raise maxmemory/,
      }),
  },
  'a Redis whose memory is nearly used up': {
    skip: (await skipRedis()) ?? false,
    async prepare(t) {
      const broken = await redisFault(t, ['--maxmemory-policy', 'noeviction'], {
        check: 'Redis memory',
        state: 'fail',
        found: /(?:9\d|100) % of maxmemory is used/,
        advice: /rejects all writes/,
      })
      const redis = (...args: string[]) => redisCli(broken.settings.REDIS_URL ?? '', ...args)
      await redis('SETRANGE', 'filler', '20000000', 'x')
      const used = /^used_memory:(\d+)/m.exec(await redis('INFO', 'memory'))?.[1]
      await redis('CONFIG', 'SET', 'maxmemory', String(Math.round(Number(used) / 0.98)))
      return broken
    },
  },
  'a Redis that is a replica': {
    skip: (await skipRedis()) ?? false,
    prepare: (t) =>
      redisFault(t, ['--replicaof', '127.0.0.1', '9'], {
        check: 'Redis',
        state: 'fail',
        found: /is a replica, which only reads/,
        advice: /name the master/,
      }),
  },
  'a data folder that its user cannot write': {
    skip: needsRoot,
    async prepare() {
      const { settings } = await store()
      return {
        settings,
        within: asUser,
        check: 'store',
        state: 'fail',
        also: ['photos'],
        found: /no permission to read and write .*, which belongs to user 0 \(this is user 1234\)/,
        advice: /chown/,
      }
    },
  },
  'a data folder in which the first start can create nothing': {
    skip: needsRoot,
    async prepare() {
      const folder = newFolder('store')
      chmodSync(folder, 0o755)
      return {
        settings: { DATABASE_URL: `sqlite:${folder}/new/store.db`, PORT: '0' },
        within: asUser,
        check: 'store',
        state: 'fail',
        also: ['photos'],
        found: /cannot be created: no permission/,
        advice: /another path in DATABASE_URL/,
      }
    },
  },
  'a secret key that its user cannot read': {
    skip: needsRoot,
    async prepare() {
      const { folder, path, settings } = await store()
      const key = join(folder, 'secret.key')
      writeFileSync(key, 'a secret key that root has written', { mode: 0o600 })
      for (const file of [folder, path]) chownSync(file, USER, USER)
      return {
        settings,
        within: asUser,
        check: 'secret key',
        state: 'fail',
        found: /secret\.key.*EACCES|EACCES.*secret\.key/,
        advice: /correct the file/,
      }
    },
  },
  'a store of another user, seen by root': {
    skip: needsRoot,
    async prepare() {
      const { path, settings } = await store()
      chownSync(path, USER, USER)
      return {
        settings,
        check: 'user',
        state: 'warn',
        found: /belongs to user 1234/,
        advice: /sudo -u '#1234'/,
      }
    },
  },
  'a port that only root may use': {
    skip: needsRoot,
    async prepare() {
      const { folder, path, settings } = await store()
      for (const file of [folder, path]) chownSync(file, USER, USER)
      const within = ['unshare', '--net', ...asUser]
      return {
        settings: { ...settings, PORT: '80', HOST: '0.0.0.0' },
        within,
        check: 'port',
        state: 'fail',
        found: /EACCES/,
        advice: /1024 or more/,
      }
    },
  },
  'a read-only file system': {
    skip: needsRoot,
    async prepare() {
      const { folder, settings } = await store()
      const within = mounted(`mount --bind ${folder} ${folder} && mount -o remount,bind,ro ${folder}`)
      return {
        settings,
        within,
        check: 'store',
        state: 'fail',
        also: ['photos'],
        found: /read-only file system/,
        advice: /dmesg/,
      }
    },
  },
  'a folder of backups that its user cannot write': {
    skip: needsRoot,
    async prepare() {
      const { folder, path, settings } = await store()
      for (const file of [folder, path]) chownSync(file, USER, USER)
      const BACKUP_URL = newFolder('store')
      chmodSync(BACKUP_URL, 0o755)
      return {
        settings: { ...settings, BACKUP_URL: join(BACKUP_URL, 'of-the-store') },
        within: asUser,
        check: 'backups',
        state: 'fail',
        found: /cannot be written: no permission/,
        advice: /no backup is made/,
      }
    },
  },
  'a store in memory': {
    skip: needsRoot,
    async prepare() {
      const { folder, settings } = await store()
      const other = newFolder('store')
      const within = mounted(`mount -t tmpfs tmpfs ${other} && cp ${folder}/store.db ${other}`)
      return {
        settings: { ...settings, DATABASE_URL: `sqlite:${other}/store.db` },
        within,
        check: 'disk',
        state: 'warn',
        found: /is in memory \(tmpfs\), and lost/,
        advice: /on a disk/,
      }
    },
  },
  'a full disk': {
    skip: needsRoot,
    async prepare() {
      const { folder, settings } = await store()
      const other = newFolder('store')
      const DATABASE_URL = `sqlite:${other}/store.db`
      const within = mounted(`mount -t tmpfs -o size=8m tmpfs ${other} && cp ${folder}/store.db ${other}`)
      return {
        settings: { ...settings, DATABASE_URL },
        within,
        check: 'disk',
        state: 'fail',
        found: /0\.0 GiB free/,
        advice: /free space/,
      }
    },
  },
  'a disk that can have no further files': {
    skip: needsRoot,
    async prepare() {
      const { folder, settings } = await store()
      const other = newFolder('store')
      const DATABASE_URL = `sqlite:${other}/store.db`
      const within = mounted(`mount -t tmpfs -o nr_inodes=2 tmpfs ${other} && cp ${folder}/store.db ${other}`)
      return {
        settings: { ...settings, DATABASE_URL },
        within,
        check: 'disk',
        state: 'fail',
        also: ['store', 'photos'],
        found: /no free inodes/,
        advice: /free space/,
      }
    },
  },
  'a limit on the size of files': {
    skip: needsRoot,
    async prepare() {
      const { settings } = await store()
      return {
        settings,
        within: ['prlimit', '--fsize=10000000:10000000'],
        check: 'file size',
        state: 'warn',
        found: /10000000 bytes/,
        advice: /LimitFSIZE/,
      }
    },
  },
  'too few open files': {
    skip: needsRoot,
    async prepare() {
      const { settings } = await store()
      return {
        settings,
        within: ['prlimit', '--nofile=256:256'],
        check: 'open files',
        state: 'warn',
        found: /at most 256/,
        advice: /LimitNOFILE/,
      }
    },
  },
}

for (const [name, { skip = false, prepare }] of Object.entries(prepared)) {
  test(`doctor finds ${name}`, { skip }, async (t) => doctorFinds(await prepare(t)))
}

test('doctor accepts a bundle of authorities of which one has expired', {
  skip: whyNoCertificates() ?? false,
}, async () => {
  const { folder, settings } = await store()
  using authority = certificateAuthority()
  const path = join(folder, 'authorities.pem')
  const { cert } = authority.issueExpired('localhost')
  writeFileSync(path, `${cert}\n${readFileSync(authority.root.certPath, 'utf8')}`)
  const { findings } = await runDoctor({ ...settings, NODE_EXTRA_CA_CERTS: path })
  const finding = findings.find(({ check }) => check === 'own authorities')
  assert.equal(finding?.state, 'ok')
  assert.match(finding.found, /^2 certificates in .*, valid until \d{4}-.*, and 1 expired$/)
})

const BACKUP_PASSPHRASE = 'a passphrase of tests'

/** A bucket whose credentials may list and read, with the settings for it. */
async function readOnlyBucket(t: TestContext) {
  const [s3, { settings }] = [await startS3(), await store()]
  t.after(() => s3.close())
  const { port } = await listen(
    t,
    createServer((incoming, response) => {
      const { method, url, headers } = incoming
      if (method === 'PUT' || method === 'POST')
        return response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
      const forwarded = request(new URL(url ?? '/', s3.endpoint), { method, headers }, (found) => {
        response.writeHead(found.statusCode ?? 500, found.headers)
        found.pipe(response)
      })
      incoming.pipe(forwarded)
    }),
  )
  return {
    bucket: s3.bucket,
    settings: {
      ...settings,
      AWS_ENDPOINT_URL: `http://localhost:${port}`,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    },
  }
}

async function listen(t: TestContext, server: ReturnType<typeof createServer>) {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return server.address() as AddressInfo
}

async function skipRedis(): Promise<string | undefined> {
  const redis = await privateRedis()
  await redis?.close()
  return redis ? undefined : skipWithoutRedis
}

/** A Redis with these options; photos are where all replicas find them, and all have one key. */
async function redisFault(
  t: TestContext,
  options: string[],
  broken: Omit<BrokenSetUp, 'settings'>,
): Promise<BrokenSetUp> {
  const [redis, { folder, settings }] = [await privateRedis(options), await store()]
  t.after(() => redis?.close())
  const shared = { MEDIA_URL: folder, SECRET_KEY: 'the same key on all replicas' }
  return { ...broken, settings: { ...settings, ...shared, REDIS_URL: redis?.url ?? '' } }
}

async function s3Fault(
  { bucket, endpoint, credentials }: Awaited<ReturnType<typeof startS3>>,
  wrong: { key?: string; bucket?: string },
  found: RegExp,
): Promise<BrokenSetUp> {
  const { settings } = await store()
  return {
    settings: {
      ...settings,
      MEDIA_URL: `s3://${wrong.bucket ?? bucket}/photos`,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: wrong.key ?? credentials.secretAccessKey,
    },
    check: 'photos',
    state: 'fail',
    found,
    advice: /MEDIA_URL.*access key/,
  }
}
