import type { BanRules } from '../rate-limits/ban.ts'
import { flag, setting, type Values, wholeNumber } from './setting.ts'

/** How the store behaves towards its clients. */
export const rulesSettings = {
  STRICT_CATEGORIES: setting('false', '`true` refuses animals whose category has no name.', flag),
  ORDER_EXPIRY_SECONDS: setting(
    '259200',
    'A placed order expires unless it is approved within this time.',
    wholeNumber(1, 31_536_000),
  ),
  EVENT_RETENTION_DAYS: setting('30', 'How long the change feed goes back.', wholeNumber(1, 3_650)),
  MAX_STREAMS: setting(
    '5000',
    'Event streams that may be open in one process.',
    wholeNumber(1, 30_000),
  ),
  ENTERPRISE_STREAMS: setting(
    '1000',
    'Event streams that an `enterprise` account may have open, on all replicas.',
    wholeNumber(1, 1_000_000),
  ),
  WEBHOOK_ALLOW_PRIVATE: setting(
    'false',
    '`true` lets webhooks lead to private addresses: for development.',
    flag,
  ),
  WEBHOOK_TIMEOUT_MS: setting(
    '15000',
    'How long a webhook has to answer.',
    wholeNumber(10, 60_000),
  ),
  OVERLOAD_DELAY_MS: setting(
    '1000',
    'When the event loop is this late, new requests are answered 503 until it has caught up.',
    wholeNumber(1, 60_000),
  ),
  CLIENT_STALL_MS: setting(
    '30000',
    'A client that reads nothing of what it is sent for this long is disconnected.',
    wholeNumber(10, 3_600_000),
  ),
  ADDRESS_PER_MINUTE: setting(
    '300',
    'Requests without a valid key that one address may send in a minute.',
    wholeNumber(1, 1_000_000_000),
  ),
  PORTAL_PER_MINUTE: setting(
    '600',
    'Requests for the docs, the console and `/openapi.json` that one address may send in a minute.',
    wholeNumber(1, 1_000_000_000),
  ),
  BAN_STRIKES: setting(
    '10',
    'A key with more strikes than this is banned.',
    wholeNumber(0, 1_000_000),
  ),
  BAN_STRIKE_WINDOW_SECONDS: setting(
    '60',
    'Strikes older than this are forgotten.',
    wholeNumber(1, 86_400),
  ),
  BAN_GRACE_MS: setting(
    '1000',
    'After the first refusal, requests are no strikes for this long.',
    wholeNumber(0, 60_000),
  ),
  BAN_SECONDS: setting(
    '300',
    'Length of a first ban; each further one doubles it.',
    wholeNumber(1, 86_400),
  ),
  BAN_MAX_SECONDS: setting('86400', 'Length of the longest ban.', wholeNumber(1, 31_536_000)),
  BAN_MEMORY_SECONDS: setting(
    '86400',
    'A ban this long after the end of the last one is a first one again.',
    wholeNumber(0, 31_536_000),
  ),
} as const

export type RulesConfig = {
  strictCategories: boolean
  orderExpiryMs: number
  eventRetentionMs: number
  /** Event streams that may be open: in this process, and of one enterprise account. */
  streams: { most: number; perEnterprise: number }
  webhooks: { allowPrivate: boolean; timeoutMs: number }
  overloadDelayMs: number
  stallMs: number
  addressPerMinute: number
  portalPerMinute: number
  banRules: BanRules
}

export const rulesConfig = (values: Values<typeof rulesSettings>): RulesConfig => ({
  strictCategories: values.STRICT_CATEGORIES,
  orderExpiryMs: values.ORDER_EXPIRY_SECONDS * 1_000,
  eventRetentionMs: values.EVENT_RETENTION_DAYS * 86_400_000,
  streams: { most: values.MAX_STREAMS, perEnterprise: values.ENTERPRISE_STREAMS },
  webhooks: { allowPrivate: values.WEBHOOK_ALLOW_PRIVATE, timeoutMs: values.WEBHOOK_TIMEOUT_MS },
  overloadDelayMs: values.OVERLOAD_DELAY_MS,
  stallMs: values.CLIENT_STALL_MS,
  addressPerMinute: values.ADDRESS_PER_MINUTE,
  portalPerMinute: values.PORTAL_PER_MINUTE,
  banRules: {
    strikes: values.BAN_STRIKES,
    strikeWindowMs: values.BAN_STRIKE_WINDOW_SECONDS * 1_000,
    graceMs: values.BAN_GRACE_MS,
    firstMs: values.BAN_SECONDS * 1_000,
    maxMs: values.BAN_MAX_SECONDS * 1_000,
    memoryMs: values.BAN_MEMORY_SECONDS * 1_000,
  },
})

/** What does not go together. */
export const rulesFaults = (values: Values<typeof rulesSettings>): string[] =>
  values.BAN_MAX_SECONDS < values.BAN_SECONDS
    ? ['BAN_MAX_SECONDS must not be less than BAN_SECONDS']
    : []
