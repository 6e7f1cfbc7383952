import { type Static, Type } from 'typebox'
import type { Fault } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { Line } from '../../platform/http/lines.ts'
import { Name, ShownName } from '../../platform/http/name.ts'
import { parseTime } from '../../platform/time.ts'
import { type KeyKind, keyKinds } from '../../requests/access/key-kind.ts'
import { type Scope, scopes } from '../../requests/access/scope.ts'
import { hasChecksum, mintToken, SECRET_LENGTH } from '../../requests/access/token.ts'
import { MAX_LIMIT, type PlanLimits } from '../../requests/plans/plan.ts'
import { MAX_ORIGIN_LENGTH, MAX_ORIGINS, readOrigins } from './allowed-origins.ts'

export const KeyKindSchema = Type.Unsafe<KeyKind>(
  Type.Enum([...keyKinds], {
    $id: 'KeyKind',
    description:
      'A `secret` key is for servers. A `publishable` key may be in a web page: it can only read listings and ' +
      'send in applications.',
  }),
)

/** The scopes of a key that is created without any. A publishable key can never have more. */
export const defaultScopes: Readonly<Record<KeyKind, readonly Scope[]>> = {
  secret: ['pets:read', 'pets:write', 'listings:read', 'orders:read', 'orders:write', 'webhooks:manage'],
  publishable: ['listings:read', 'applications:create'],
}

/** The scopes of the first key. */
export const firstKeyScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'admin')

/** The effective scopes of a key, regardless of the stored ones. */
export const allowedBy = (named: readonly Scope[], kind: KeyKind): ReadonlySet<Scope> => {
  const all = named.includes('admin') ? scopes : named
  return new Set(kind === 'secret' ? all : all.filter((scope) => isPublic(scope)))
}

const isPublic = (scope: Scope): boolean => defaultScopes.publishable.includes(scope)

/** The states of a key. */
export const keyStates = ['active', 'rotated', 'banned', 'suspended', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

export const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

const nameDocs = {
  description: 'The name of the key, such as its purpose.',
  examples: ['Adoption site'],
}
const kindReference = Type.Unsafe<KeyKind>({ $ref: 'KeyKind#' })
const scopeReference = Type.Unsafe<Scope>({ $ref: 'Scope#' })
const time = (description: string) => Type.String({ format: 'date-time', description })

const shownFields = {
  id: Int64({ description: 'Identifier of the key; not a secret.', examples: [1] }),
  accountId: Int64({ description: 'The account it belongs to.', examples: [1] }),
  name: ShownName(nameDocs),
  display: Type.String({
    description: 'The first 13 and the last 4 characters of the key.',
    examples: ['aas_live_4fZk...x2Qa'],
  }),
  kind: kindReference,
  scopes: Type.Array(scopeReference, { maxItems: scopes.length }),
  allowedOrigins: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: MAX_ORIGINS,
      description: 'For a publishable key: the origins of the pages that may use it.',
      examples: [['https://www.example.org']],
    }),
  ),
  perMinute: Type.Optional(
    Type.Integer({
      maximum: MAX_LIMIT,
      description: 'Requests per minute; absent if only the limit of the account applies.',
    }),
  ),
  perDay: Type.Optional(
    Type.Integer({
      maximum: MAX_LIMIT,
      description: 'Requests per day; absent if only the limit of the account applies.',
    }),
  ),
  state: Type.Unsafe<KeyState>(
    Type.Enum([...keyStates], {
      description:
        'Whether it works, and if not, why: `active`; `rotated` has a successor and works until `expiresAt`; ' +
        '`banned` until `bannedUntil`; `suspended` if its account is suspended; `expired`; `revoked`. If several ' +
        'apply, the last of these.',
    }),
  ),
  bannedUntil: Type.Optional(time('When its ban ends. Absent if it is not banned.')),
  expiresAt: Type.Optional(time('When it expires.')),
  rotatedAt: Type.Optional(time('When it was rotated.')),
  revokedAt: Type.Optional(time('When it was revoked.')),
  lastUsedAt: Type.Optional(time('When it was last used, to the minute.')),
  createdAt: time('When it was created (RFC 3339, UTC).'),
}

const keyExample = {
  id: 2,
  accountId: 1,
  name: 'Adoption site',
  display: 'aas_live_4fZk...x2Qa',
  kind: 'secret',
  scopes: ['pets:read'],
  state: 'active',
  createdAt: '2026-11-20T09:30:00.000Z',
}

/** A key as stored and shown, without the key itself. */
export const ApiKey = Type.Object(shownFields, {
  $id: 'ApiKey',
  description: 'An API key, without the key itself. Only its hash is stored.',
  examples: [keyExample],
})
export type ApiKey = Static<typeof ApiKey>

/** Filters of a list of keys. */
export const keyFilters = {
  q: Type.Optional(
    Line(100, {
      description:
        'Only keys whose name contains each of these words, ignoring case and accents; whose `display` contains this ' +
        'text of at least 4 characters; or whose id this is.',
      examples: ['adoption site'],
    }),
  ),
  state: Type.Optional(Type.Unsafe<KeyState>(Type.Enum([...keyStates], { description: 'Only keys in this state.' }))),
  kind: Type.Optional(kindReference),
}
export type KeyFilters = { q?: string; state?: KeyState; kind?: KeyKind }

/** The version of what clients can change. A key's use, ban and expiry do not change it. */
export const versionOf = ({ lastUsedAt: _used, bannedUntil: _ban, ...version }: ApiKey): object => ({
  ...version,
  state: 'active' satisfies KeyState,
})

type Ends = {
  revokedAtMs: number | undefined
  expiresAtMs: number | undefined
  rotatedAtMs: number | undefined
  bannedUntilMs: number | undefined
  /** Whether its account is suspended. */
  isSuspended: boolean
}

export const keyState = (ends: Ends, nowMs: number): KeyState => {
  const { revokedAtMs, expiresAtMs, rotatedAtMs, bannedUntilMs, isSuspended } = ends
  if (revokedAtMs !== undefined) return 'revoked'
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) return 'expired'
  if (isSuspended) return 'suspended'
  if (bannedUntilMs !== undefined && nowMs < bannedUntilMs) return 'banned'
  return rotatedAtMs === undefined ? 'active' : 'rotated'
}

export const IssuedApiKey = Type.Object(
  {
    ...shownFields,
    key: Type.Optional(
      Type.String({
        description: 'The key itself, shown only once. Absent if the response is a replay (`Idempotent-Replayed`).',
      }),
    ),
  },
  {
    $id: 'IssuedApiKey',
    description: 'A new API key.',
    examples: [{ ...keyExample, key: 'aas_live_...' }],
  },
)

/** A new key: the only time that the key itself is known. */
export type IssuedKey = ApiKey & { key: string }

const ownLimit = (window: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      description:
        `Requests per ${window}, at most the account's limit. A leaked key then cannot use up the account's ` +
        'whole quota.',
    }),
  )

const inText = (list: readonly Scope[]): string => list.map((scope) => `\`${scope}\``).join(' ')

export const NewApiKey = Type.Object(
  {
    name: Name(nameDocs),
    kind: Type.Optional(Type.Unsafe<KeyKind>({ $ref: 'KeyKind#', default: 'secret' })),
    scopes: Type.Optional(
      Type.Array(scopeReference, {
        minItems: 1,
        maxItems: scopes.length,
        uniqueItems: true,
        description:
          `The permissions of the key. Default: ${inText(defaultScopes.secret)}. A publishable key may have ` +
          `${inText(defaultScopes.publishable)} only, and has both if this is omitted.`,
      }),
    ),
    allowedOrigins: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: MAX_ORIGIN_LENGTH }), {
        maxItems: MAX_ORIGINS,
        description:
          'For a publishable key: the exact origins of the pages that may use it, such as ' +
          '`https://www.example.org`. Without origins, no page can use it, only programs that send no `Origin`.',
        examples: [['https://www.example.org']],
      }),
    ),
    perMinute: ownLimit('minute'),
    perDay: ownLimit('day'),
    expiresAt: Type.Optional(time('When it expires (RFC 3339). Never if omitted.')),
  },
  { $id: 'NewApiKey', additionalProperties: false, description: 'A key to create.' },
)
export type NewApiKey = {
  name: string
  kind?: KeyKind | undefined
  scopes?: readonly Scope[] | undefined
  allowedOrigins?: readonly string[] | undefined
  perMinute?: number | undefined
  perDay?: number | undefined
  expiresAt?: string | undefined
}

export const expiryIssues = ({ expiresAt }: Pick<NewApiKey, 'expiresAt'>): Fault[] => {
  if (expiresAt === undefined || parseTime(expiresAt) !== undefined) return []
  const message = 'must be an RFC 3339 time, such as 2027-01-31T00:00:00Z'
  return [{ field: 'expiresAt', code: 'invalid_value', message }]
}

/**
 * Validates scopes and origins against the kind: only publishable keys have origins, and they have
 * few scopes.
 */
export const keyKindIssues = ({ kind = 'secret', scopes: named = [], allowedOrigins }: NewApiKey): Fault[] => {
  if (kind === 'secret') return allowedOrigins === undefined ? [] : [originsOfSecret]
  const ofScopes = named.flatMap((scope, at) => (isPublic(scope) ? [] : [forbiddenScope(`scopes.${at}`)]))
  return [...ofScopes, ...readOrigins(allowedOrigins ?? []).issues]
}

const forbiddenScope = (field: string): Fault => ({
  field,
  code: 'invalid_value',
  message: `must be one of ${defaultScopes.publishable.join(', ')} for a publishable key`,
})

const originsOfSecret: Fault = {
  field: 'allowedOrigins',
  code: 'invalid_value',
  message: 'is for publishable keys only: a secret key must not be in a web page',
}

/** Validates limits of a key: they must not exceed those of its account. */
export const keyLimitIssues = (
  { perMinute = 0, perDay = 0 }: Pick<NewApiKey, 'perMinute' | 'perDay'>,
  account: PlanLimits,
): Fault[] => {
  const issue = (field: string, most: number): Fault => ({
    field,
    code: 'out_of_range',
    message: `must not exceed the limit of its account, ${most}`,
  })
  return [
    ...(perMinute > account.perMinute ? [issue('perMinute', account.perMinute)] : []),
    ...(perDay > account.perDay ? [issue('perDay', account.perDay)] : []),
  ]
}

/** The longest grace period of a rotated key. */
export const MAX_GRACE_SECONDS = 31_536_000

export const Rotation = Type.Object(
  {
    graceSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_GRACE_SECONDS,
        default: 0,
        description: 'How long the old key keeps working.',
      }),
    ),
  },
  { $id: 'Rotation', additionalProperties: false, description: 'Options of a rotation.' },
)
export type Rotation = Static<typeof Rotation>

/** `live` keys work in production, `test` keys in staging. */
export type KeyMode = 'live' | 'test'

const LONGEST_KEY = 'aas_pub_live_'.length + SECRET_LENGTH + 6
const form = /^aas_(pub_)?(live|test)_[0-9A-Za-z]{38}$/

/** A new key of 190 random bits. `random` returns that many random bytes. */
export const mintKey = (mode: KeyMode, random: (size: number) => Uint8Array, kind: KeyKind = 'secret'): string =>
  mintToken(`aas_${kind === 'publishable' ? 'pub_' : ''}${mode}_`, random)

/**
 * Parses a well-formed key, or returns `undefined`. The checksum detects a mistyped key without a
 * lookup.
 */
export const parseKey = (key: string): { mode: KeyMode; kind: KeyKind } | undefined => {
  const parts = key.length > LONGEST_KEY ? null : form.exec(key)
  if (!parts || !hasChecksum(key)) return undefined
  return { mode: parts[2] as KeyMode, kind: parts[1] ? 'publishable' : 'secret' }
}

export const displayKey = (key: string): string => `${key.slice(0, 13)}...${key.slice(-4)}`

export type KeyChange =
  | { kind: 'key created' | 'key revoked'; accountId: bigint; keyId: bigint }
  | { kind: 'key rotated'; accountId: bigint; keyId: bigint; successorId: bigint }
  /** Recorded some time after it happened, because nothing runs at the moment a key expires. */
  | { kind: 'key ended'; keyId: bigint }
