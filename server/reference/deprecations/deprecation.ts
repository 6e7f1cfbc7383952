import { type Static, Type } from 'typebox'
import { HOUR_MS } from '../../platform/durations.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { showTime } from '../../platform/time.ts'
import type { Deprecation, Operation } from '../../requests/api/operation.ts'
import { ownSurface } from '../../requests/api/surface.ts'

/** A deprecated operation, as it is declared. */
export type DeprecatedOperation = {
  operationId: string
  method: string
  /** The whole path, with its parameters in braces. */
  path: string
  summary: string
} & Deprecation

/** The deprecated operations, the one that ends first before the others. */
export const deprecatedAmong = (operations: readonly Operation[]): DeprecatedOperation[] =>
  operations
    .flatMap((operation) => {
      const { id, method, path, summary, deprecation, surface = ownSurface } = operation
      if (!deprecation) return []
      return [{ operationId: id, method, path: surface.prefix + path, summary, ...deprecation }]
    })
    .toSorted((one, other) => one.sunsetMs - other.sunsetMs)

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [20] })
const time = (description: string, example: string) =>
  Type.String({ format: 'date-time', description, examples: [example] })

/** More keys than this are left out of a response: those with the fewest calls. */
export const MAX_KEYS = 100
export const MAX_OPERATIONS = 100

const example = {
  operationId: 'getPet',
  method: 'GET',
  path: '/v1/pets/{petId}',
  deprecatedAt: '2025-12-05T00:00:00.000Z',
  removedAt: '2030-12-05T00:00:00.000Z',
  successor: '/v1/pets',
  docs: '/docs/guides/deprecated-read',
  calls: { last24Hours: 20, last30Days: 20 },
  lastCalledAt: '2026-11-20T09:30:00.000Z',
  keys: [{ keyId: 1, last30Days: 20 }],
}

export const DeprecatedUse = Type.Object(
  {
    operationId: Type.String({ description: 'Its `operationId`.', examples: ['getPet'] }),
    method: Type.String({ description: 'Its method.', examples: ['GET'] }),
    path: Type.String({ description: 'Its path.', examples: ['/v1/pets/{petId}'] }),
    deprecatedAt: time('When it was deprecated.', example.deprecatedAt),
    removedAt: time(
      'When it will be removed. From then on it responds with 410 `operation_removed`.',
      example.removedAt,
    ),
    successor: Type.String({ description: 'The path that replaces it.', examples: ['/v1/pets'] }),
    docs: Type.String({
      description: 'The URL of the guide that says what to change.',
      examples: ['/docs/guides/deprecated-read'],
    }),
    calls: Type.Object(
      {
        last24Hours: count('Calls in the last 24 hours, counted by the hour.'),
        last30Days: count('Calls in the last 30 days.'),
      },
      { description: 'The calls of all keys of the account, including unsuccessful ones.' },
    ),
    lastCalledAt: Type.Optional(time('When a key last called it.', example.lastCalledAt)),
    keys: Type.Array(
      Type.Object({
        keyId: Int64({ description: 'Identifier of the key.', examples: [1] }),
        last30Days: count('The number of calls in the last 30 days.'),
      }),
      {
        maxItems: MAX_KEYS,
        description: `The keys that called it, those with the most calls first; at most ${MAX_KEYS}.`,
      },
    ),
  },
  {
    $id: 'DeprecatedUse',
    description: 'A deprecated operation that the account still calls.',
    examples: [example],
  },
)
export type DeprecatedUse = Static<typeof DeprecatedUse>

/** The calls of one key in the last 30 days. */
export type CallsOfKey = {
  operationId: string
  keyId: bigint
  last24Hours: number
  last30Days: number
  lastCalledAtMs: number
}

/** Undefined if there were no calls. `calls` has those with the most calls first. */
export const deprecatedUse = (
  operation: DeprecatedOperation,
  calls: readonly CallsOfKey[],
): DeprecatedUse | undefined => {
  const own = calls.filter(({ operationId }) => operationId === operation.operationId)
  if (own.length === 0) return undefined
  const { operationId, method, path, sinceMs, sunsetMs, successor, docs } = operation
  return {
    operationId,
    method,
    path,
    successor,
    docs,
    deprecatedAt: showTime(sinceMs),
    removedAt: showTime(sunsetMs),
    calls: {
      last24Hours: own.reduce((sum, one) => sum + one.last24Hours, 0),
      last30Days: own.reduce((sum, one) => sum + one.last30Days, 0),
    },
    lastCalledAt: showTime(Math.max(...own.map((one) => one.lastCalledAtMs))),
    keys: own.slice(0, MAX_KEYS).map(({ keyId, last30Days }) => ({ keyId, last30Days })),
  }
}

/** Hours since the Unix epoch. */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS)

/** The first hours of the last day and of the last 30 days, of which the current one is the last. */
export const firstHours = (nowMs: number): { ofDay: bigint; ofMonth: bigint } => ({
  ofDay: BigInt(hourOf(nowMs) - 23),
  ofMonth: BigInt(hourOf(nowMs) - 30 * 24 + 1),
})

/** Calls are stored for this long. */
export const RETENTION_HOURS = 31 * 24

/** `5 December 2030` */
export const longDay = (ms: number, locale = 'en-GB'): string =>
  new Date(ms).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
