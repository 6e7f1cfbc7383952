import { dirname } from 'node:path'
import { readSecretKeys } from '../../accounts/audit/secret-keys.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { isSentinelUrl, readSentinelUrl } from '../../platform/redis/sentinel-address.ts'
import { parsePostgresAddress } from '../../platform/storage/postgres-address.ts'
import { decoded, oneOf, secret, setting, type Values, wholeNumber } from './setting.ts'

/** The database, Redis, and the key of the audit log. */
export const databaseSettings = {
  DATABASE_URL: secret(
    'sqlite:data/store.db',
    'The database: `sqlite:` and a file, or `postgres://user:password@host:port/database`, with several hosts, `target_session_attrs` and `sslmode` as in libpq: see docs/operating/availability.md.',
    readDatabase,
  ),
  DATABASE_DEADLINE_MS: setting(
    '1800',
    'PostgreSQL only: timeout of connections and queries. When it passes, the response is 503. `import` waits for at least 60 s.',
    wholeNumber(500, 60_000),
  ),
  SECRET_KEY: secret(
    undefined,
    'The secret key: 16 characters or more. It signs the audit log and links, and encrypts mail in the database. Older keys can follow, separated by commas; their signatures stay valid. Default: the file `secret.key` next to the database, or in `data` with PostgreSQL. All replicas need the same key. Its former name `AUDIT_KEY` still works.',
    readSecretKeys,
    { formerName: 'AUDIT_KEY' },
  ),
  AUDIT_RETENTION_DAYS: setting('400', 'How long audit log entries are kept.', wholeNumber(1, 36_500)),
  MIGRATE: setting(
    undefined,
    '`yes`: `serve` and `migrate` upgrade the database even while older programs use it that the upgrade breaks. Default: they reject such an upgrade, with exit code 3.',
    oneOf(['yes'] as const),
  ),
  REDIS_URL: secret(
    undefined,
    'Redis or Valkey, as `redis://user:password@host:port/0`, or through Sentinel as `redis+sentinel://user:password@host:port,host:port/name/0`. `rediss` uses TLS. Required for more than one replica.',
    readRedis,
  ),
  REDIS_DEADLINE_MS: setting(
    '100',
    'Timeout of Redis. When it passes, each replica makes rate-limit decisions by itself.',
    wholeNumber(10, 1_000),
  ),
  REDIS_PREFIX: setting(
    'aas:',
    'Prefix of our Redis keys and channels. Use one for each installation that shares a Redis.',
    readPrefix,
  ),
} as const

/** An embedded database in a file, or a server. Its address may contain a password. */
export type DatabaseConfig = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string; deadlineMs?: number }

/** The Redis that replicas share. Its address may contain a password. */
export type RedisConfig = { url: string; prefix: string; deadlineMs: number }

/** Where the key of the audit log is, and how long entries are retained. */
type AuditConfig = {
  /** The key that signs, followed by older ones; undefined if the key is in a file. */
  secrets: readonly string[] | undefined
  /** The folder of the key file. */
  folder: string
  retentionMs: number
}

export type StorageConfig = {
  database: DatabaseConfig
  /** Whether to upgrade even while older programs use the database that cannot work with the upgrade. */
  isUpgradeForced: boolean
  redis: RedisConfig | undefined
  audit: AuditConfig
}

export const databaseConfig = (values: Values<typeof databaseSettings>): StorageConfig => ({
  database:
    values.DATABASE_URL.kind === 'postgres'
      ? { ...values.DATABASE_URL, deadlineMs: values.DATABASE_DEADLINE_MS }
      : values.DATABASE_URL,
  audit: {
    secrets: values.SECRET_KEY,
    folder: values.DATABASE_URL.kind === 'sqlite' ? dirname(values.DATABASE_URL.path) : 'data',
    retentionMs: values.AUDIT_RETENTION_DAYS * DAY_MS,
  },
  isUpgradeForced: values.MIGRATE === 'yes',
  redis:
    values.REDIS_URL === undefined
      ? undefined
      : {
          url: values.REDIS_URL,
          prefix: values.REDIS_PREFIX,
          deadlineMs: values.REDIS_DEADLINE_MS,
        },
})

/** Throws a text that says what is allowed. */
export function readDatabase(value: string): DatabaseConfig {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(value)?.[1]
  if (path && isFilePath(path)) return { kind: 'sqlite', path }
  if (!/^postgres(?:ql)?:/.test(value)) {
    throw 'must be sqlite: and the path of a file, or postgres:// with a host and a database'
  }
  parsePostgresAddress(value)
  return { kind: 'postgres', url: value }
}

/** SQLite treats some paths specially: `:memory:` is not a file, and `file:` begins a URI. */
const isFilePath = (path: string): boolean => path !== ':memory:' && !/^file:|\0|(?:^|\/)\.{0,2}$/.test(path)

function readRedis(value: string): string {
  if (isSentinelUrl(value)) {
    readSentinelUrl(value)
    return value
  }
  const url = URL.parse(value)
  const isDatabase = url && /^(?:\/\d*)?$/.test(url.pathname)
  if (isDatabase && /^rediss?:$/.test(url.protocol) && url.hostname && hasReadableUser(url)) {
    return value
  }
  throw 'must be redis: or rediss: with a host, and at most a port and the number of a database; or redis+sentinel: with several hosts'
}

const hasReadableUser = ({ username, password }: URL): boolean =>
  decoded(username) !== undefined && decoded(password) !== undefined

function readPrefix(value: string): string {
  if (/^[\w.:-]{1,64}$/.test(value)) return value
  throw 'must be 1 to 64 letters, digits, or any of . : - _'
}
