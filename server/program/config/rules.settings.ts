import { DAY_MS } from '../../platform/durations.ts'
import type { BanRules } from '../../requests/rate-limits/ban.ts'
import { flag, setting, type Values, wholeNumber } from './setting.ts'

/** Rate limits and other rules for clients. */
export const rulesSettings = {
  STRICT_CATEGORIES: setting('false', '`true` rejects animals whose category has no name.', flag),
  ORDER_EXPIRY_SECONDS: setting(
    '259200',
    'A placed order expires if it is not approved within this time.',
    wholeNumber(1, 31_536_000),
  ),
  APPLICATION_RETENTION_DAYS: setting(
    '400',
    'How long a closed application shows who applied. After that, the applicant is erased.',
    wholeNumber(1, 36_500),
  ),
  EVENT_RETENTION_DAYS: setting('30', 'How long events are kept.', wholeNumber(1, 3_650)),
  ENTERPRISE_WEBHOOKS: setting(
    '1000',
    'Maximum number of webhooks of an `enterprise` account.',
    wholeNumber(1, 1_000_000),
  ),
  WEBHOOK_ALLOW_PRIVATE: setting('false', '`true` allows webhooks to private addresses, for development.', flag),
  OVERLOAD_DELAY_MS: setting(
    '1000',
    'When the event loop lags by this much, new requests get 503 until it has caught up.',
    wholeNumber(1, 60_000),
  ),
  ADDRESS_PER_MINUTE: setting(
    '300',
    'Requests per minute that one IP address may send without a valid key.',
    wholeNumber(1, 1_000_000_000),
  ),
  PORTAL_PER_MINUTE: setting(
    '600',
    'Requests per minute for the adoption site, the docs, the console and `/openapi.json` from one IP address.',
    wholeNumber(1, 1_000_000_000),
  ),
  BAN_STRIKES: setting('10', 'Strikes allowed before a key is banned.', wholeNumber(0, 1_000_000)),
  BAN_GRACE_MS: setting('1000', 'Grace period before requests count as strikes.', wholeNumber(0, 60_000)),
  BAN_SECONDS: setting(
    '300',
    'Duration of a first ban. Each further ban within a day doubles it, up to a day.',
    wholeNumber(1, 86_400),
  ),
} as const

export type RulesConfig = {
  strictCategories: boolean
  orderExpiryMs: number
  applicationRetentionMs: number
  eventRetentionMs: number
  /** The most open event streams: in this process, and of one enterprise account. */
  streams: { most: number; perEnterprise: number }
  /** The most open orders of an enterprise account for the animals of others. */
  enterpriseOpenOrders: number
  webhooks: { allowPrivate: boolean; timeoutMs: number; perEnterprise: number }
  overloadDelayMs: number
  stallMs: number
  addressPerMinute: number
  portalPerMinute: number
  banRules: BanRules
}

/** Connections of streams cost memory, so a process has a limit. */
const MAX_STREAMS = 5_000
const ENTERPRISE_STREAMS = 1_000
const ENTERPRISE_OPEN_ORDERS = 1_000
const WEBHOOK_TIMEOUT_MS = 15_000
/** A client that reads nothing of its response for this long is disconnected. */
const STALL_MS = 30_000
const STRIKE_WINDOW_MS = 60_000

export const rulesConfig = (values: Values<typeof rulesSettings>): RulesConfig => ({
  strictCategories: values.STRICT_CATEGORIES,
  orderExpiryMs: values.ORDER_EXPIRY_SECONDS * 1_000,
  applicationRetentionMs: values.APPLICATION_RETENTION_DAYS * DAY_MS,
  eventRetentionMs: values.EVENT_RETENTION_DAYS * DAY_MS,
  streams: { most: MAX_STREAMS, perEnterprise: ENTERPRISE_STREAMS },
  enterpriseOpenOrders: ENTERPRISE_OPEN_ORDERS,
  webhooks: {
    allowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    perEnterprise: values.ENTERPRISE_WEBHOOKS,
  },
  overloadDelayMs: values.OVERLOAD_DELAY_MS,
  stallMs: STALL_MS,
  addressPerMinute: values.ADDRESS_PER_MINUTE,
  portalPerMinute: values.PORTAL_PER_MINUTE,
  banRules: {
    strikes: values.BAN_STRIKES,
    strikeWindowMs: STRIKE_WINDOW_MS,
    graceMs: values.BAN_GRACE_MS,
    firstMs: values.BAN_SECONDS * 1_000,
    maxMs: DAY_MS,
    memoryMs: DAY_MS,
  },
})
