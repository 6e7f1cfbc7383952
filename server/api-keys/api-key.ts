import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Static, Type } from 'typebox'
import { MAX_LIMIT, type PlanLimits } from '../plans/plan.ts'
import type { Fault } from '../platform/http/errors.ts'
import { Int64 } from '../platform/http/int64.ts'
import { Name, ShownName } from '../platform/http/name.ts'

/** What a key may do. `admin` is never given unless it is named. */
export const scopes = [
  'pets:read',
  'pets:write',
  'orders:read',
  'orders:write',
  'webhooks:manage',
  'admin',
] as const

export const Scope = Type.Unsafe<(typeof scopes)[number]>(
  Type.Enum([...scopes], { $id: 'Scope', description: 'What a key may do.' }),
)
export type Scope = Static<typeof Scope>

export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'admin')

export const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

const nameDocs = { description: 'What the key is for.', examples: ['Adoption site'] }
const scopeReference = Type.Unsafe<Scope>({ $ref: 'Scope#' })
const time = (description: string) => Type.String({ format: 'date-time', description })

const shownFields = {
  id: Int64({ description: 'Identifier of the key; it is no secret.', examples: [1] }),
  accountId: Int64({ description: 'The account it belongs to.', examples: [1] }),
  name: ShownName(nameDocs),
  display: Type.String({
    description: 'The first 13 and the last 4 characters of the key.',
    examples: ['aas_live_4fZk...x2Qa'],
  }),
  scopes: Type.Array(scopeReference),
  perMinute: Type.Optional(
    Type.Integer({
      description: 'Requests it may make in a minute; absent: as many as its account.',
    }),
  ),
  perDay: Type.Optional(
    Type.Integer({ description: 'Requests it may make in a day; absent: as many as its account.' }),
  ),
  expiresAt: Type.Optional(time('When it ends.')),
  revokedAt: Type.Optional(time('When it was revoked.')),
  lastUsedAt: Type.Optional(time('When it was last used, to the minute.')),
  createdAt: time('When it was made (RFC 3339, UTC).'),
}

/** A key as it is stored and shown: never the key itself. */
export const ApiKey = Type.Object(shownFields, {
  $id: 'ApiKey',
  description: 'An API key, without the key itself: only its hash is kept.',
})
export type ApiKey = Static<typeof ApiKey>

export const IssuedApiKey = Type.Object(
  {
    ...shownFields,
    key: Type.Optional(
      Type.String({
        description:
          'The key itself, shown this once. Absent when the answer is a repeated one (`Idempotent-Replayed`).',
      }),
    ),
  },
  { $id: 'IssuedApiKey', description: 'A new API key.' },
)

/** The one moment at which the key itself is known. */
export type IssuedKey = ApiKey & { key: string }

const ownLimit = (window: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      description:
        `Requests it may make in a ${window}, at most as many as its account. A key that is leaked then cannot use up ` +
        'what the account has.',
    }),
  )

export const NewApiKey = Type.Object(
  {
    name: Name(nameDocs),
    scopes: Type.Optional(
      Type.Array(scopeReference, {
        minItems: 1,
        maxItems: scopes.length,
        uniqueItems: true,
        description: 'What it may do; all but `admin` when left out.',
      }),
    ),
    perMinute: ownLimit('minute'),
    perDay: ownLimit('day'),
    expiresAt: Type.Optional(time('When it is to end (RFC 3339); never, when left out.')),
  },
  { $id: 'NewApiKey', additionalProperties: false, description: 'A key to make.' },
)
export type NewApiKey = {
  name: string
  scopes?: readonly Scope[] | undefined
  perMinute?: number | undefined
  perDay?: number | undefined
  expiresAt?: string | undefined
}

/** What is wrong with the limits of a key: they are within those of its account. */
export const keyLimitIssues = (
  { perMinute = 0, perDay = 0 }: Pick<NewApiKey, 'perMinute' | 'perDay'>,
  account: PlanLimits,
): Fault[] => {
  const issue = (field: string, most: number): Fault => ({
    field,
    code: 'out_of_range',
    message: `must not be above the limit of its account, ${most}`,
  })
  return [
    ...(perMinute > account.perMinute ? [issue('perMinute', account.perMinute)] : []),
    ...(perDay > account.perDay ? [issue('perDay', account.perDay)] : []),
  ]
}

/** A rotated key goes on for this long at most. */
export const MAX_GRACE_SECONDS = 31_536_000

export const Rotation = Type.Object(
  {
    graceSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_GRACE_SECONDS,
        default: 0,
        description: 'How long the old key goes on beside the new one.',
      }),
    ),
  },
  { $id: 'Rotation', additionalProperties: false, description: 'How to replace a key.' },
)
export type Rotation = Static<typeof Rotation>

/** `live` keys work in production, `test` keys in staging. */
export type KeyKind = 'live' | 'test'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const form = /^aas_(live|test)_[0-9A-Za-z]{38}$/

/** A new key of 190 random bits. `random` gives that many random bytes. */
export const mintKey = (kind: KeyKind, random: (size: number) => Uint8Array): string => {
  let secret = ''
  while (secret.length < SECRET_LENGTH) {
    // Bytes from 248 on are thrown away: taken modulo 62 they would make some digits likelier than others.
    for (const byte of random(SECRET_LENGTH)) {
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += digits[byte % 62]
    }
  }
  const body = `aas_${kind}_${secret}`
  return body + checksum(body)
}

/** The kind of a well-formed key, or `undefined`: its checksum tells a mistyped key without asking the store. */
export const parseKey = (key: string): KeyKind | undefined => {
  const kind = form.exec(key)?.[1] as KeyKind | undefined
  if (!kind) return undefined
  const at = key.length - CHECKSUM_LENGTH
  return checksum(key.slice(0, at)) === key.slice(at) ? kind : undefined
}

/** SHA-256: fast is safe here, as a key has 190 bits of its own and cannot be guessed from its hash. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex')

export const displayKey = (key: string): string => `${key.slice(0, 13)}...${key.slice(-4)}`

const checksum = (text: string): string => {
  let rest = crc32(text)
  let encoded = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    encoded = digits[rest % 62] + encoded
    rest = Math.floor(rest / 62)
  }
  return encoded
}
