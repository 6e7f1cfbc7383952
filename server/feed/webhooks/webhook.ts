import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { webAddressPattern } from '../../platform/http/patterns.ts'
import { showTime } from '../../platform/time.ts'
import type { EventType } from '../../requests/api/event-type.ts'
import { writeEventId } from '../events/event.ts'

const url = Type.String({
  maxLength: 2048,
  pattern: webAddressPattern,
  'x-rule': 'must be an http or https address without a fragment',
  description:
    'The URL that events are sent to: `http` or `https`, with a public address, without credentials or fragment.',
  examples: ['https://shelter.example.org/hooks/adoptions'],
})

const typesOf = (all: readonly EventType[]) =>
  Type.Array(Type.Unsafe<EventType>(Type.Enum([...all])), {
    minItems: 1,
    maxItems: all.length,
    uniqueItems: true,
    description:
      'The event types to send. Order events require `orders:read`, those of applications `applications:read`.',
  })

const enabled = Type.Boolean({
  description: 'Whether events are sent. A webhook that fails for 5 days is disabled.',
})

/** The health of a webhook. */
const webhookHealths = ['working', 'failing', 'paused', 'disabled'] as const
type WebhookHealth = (typeof webhookHealths)[number]

const disabledReasons = ['requested', 'failing', 'keyEnded'] as const
export type DisabledReason = (typeof disabledReasons)[number]

const time = (description: string) => Type.String({ format: 'date-time', description })

const eventId = (description: string) => Type.String({ description, examples: ['evt_0000000000000000042'] })

const fieldsOf = (types: ReturnType<typeof typesOf>) => ({
  id: Int64({ description: 'Identifier of the webhook.', examples: [1] }),
  accountId: Type.Optional(Int64({ description: 'The account that it belongs to. Only in a list of all accounts.' })),
  url,
  types,
  enabled,
  health: Type.Unsafe<WebhookHealth>(
    Type.Enum([...webhookHealths], {
      description:
        '`working`; `failing`: it is enabled, but every attempt since `failingSince` has failed; `paused`: it is ' +
        'enabled, but nothing is sent because its account is suspended, or because its user or key may not manage ' +
        'webhooks now; `disabled`.',
    }),
  ),
  failingSince: Type.Optional(time('The time since which every attempt has failed.')),
  behind: Type.Optional(
    Type.Object(
      {
        from: eventId('The first event that was not sent.'),
        through: eventId('The last event that was not sent.'),
      },
      {
        description:
          'Set if events were removed, at the end of their retention, before they were sent: events of its types ' +
          'from `from` through `through` are missing. Enabling the webhook again clears it.',
      },
    ),
  ),
  disabledAt: Type.Optional(time('When it was disabled.')),
  disabledReason: Type.Optional(
    Type.Unsafe<DisabledReason>(
      Type.Enum([...disabledReasons], {
        description: 'Why it is disabled: by a request, because it failed for 5 days, or because its key has ended.',
      }),
    ),
  ),
  createdAt: time('When it was created (RFC 3339, UTC).'),
})

const webhookExample = {
  id: 1,
  url: 'https://shelter.example.org/hooks/adoptions',
  types: ['pet.created', 'pet.updated'],
  enabled: true,
  health: 'working',
  createdAt: '2026-11-20T09:30:00.000Z',
}

/** The schemas that list types of events. */
export const webhookSchemas = ({ all }: { all: readonly EventType[] }) => {
  const types = typesOf(all)
  const fields = fieldsOf(types)
  const Webhook = Type.Object(fields, {
    $id: 'Webhook',
    description: 'A URL that events are sent to.',
    examples: [webhookExample],
  })
  const secret = Type.Optional(
    Type.String({
      description:
        'The secret that signs its deliveries (Standard Webhooks). Absent from a replay for an `Idempotency-Key`.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
    }),
  )
  const WebhookWithSecret = Type.Object(
    { ...fields, secret },
    {
      $id: 'WebhookWithSecret',
      description: 'A webhook with its new secret.',
      examples: [{ ...webhookExample, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' }],
    },
  )
  const NewWebhook = Type.Object(
    { url, types: Type.Optional(types) },
    {
      $id: 'NewWebhook',
      additionalProperties: false,
      description: 'A webhook to create. Without `types`, it receives all events that its key is allowed to read.',
    },
  )
  const WebhookPatch = Type.Object(
    { url: Type.Optional(url), types: Type.Optional(types), enabled: Type.Optional(enabled) },
    {
      $id: 'WebhookPatch',
      additionalProperties: false,
      description: 'Changes to a webhook (RFC 7396).',
    },
  )
  return { Webhook, WebhookWithSecret, NewWebhook, WebhookPatch, WebhookTest }
}
type Schemas = ReturnType<typeof webhookSchemas>

/** A URL to which an account's events are sent. */
export type Webhook = Static<Schemas['Webhook']>
/** The only response that contains the secret. */
export type WebhookWithSecret = { webhook: Webhook; secret: string }
export type NewWebhook = Static<Schemas['NewWebhook']>
export type WebhookPatch = Static<Schemas['WebhookPatch']>

export const WebhookPath = Type.Object(
  { webhookId: Int64({ description: 'Identifier of the webhook.' }) },
  { 'x-not-found': 'webhook_not_found' },
)

/** The result of a test. */
export const WebhookTest = Type.Object(
  {
    delivered: Type.Boolean({ description: 'Whether the receiver responded with 2xx in time.' }),
    statusCode: Type.Optional(
      Type.Integer({
        description: 'The status code of the response; absent if there was none.',
        examples: [200],
      }),
    ),
    reason: Type.Optional(
      Type.String({
        description: 'Why there was no response, human-readable; absent if there was one.',
        examples: ['connect ECONNREFUSED 203.0.113.7:443'],
      }),
    ),
  },
  {
    $id: 'WebhookTest',
    description: 'The result of a test event.',
    examples: [{ delivered: true, statusCode: 200 }],
  },
)
export type WebhookTest = Static<typeof WebhookTest>

/** The stored fields of a webhook that its account may see. */
export type ShownWebhook = {
  id: bigint
  accountId: bigint
  url: string
  types: EventType[]
  enabled: boolean
  /** Whether it is enabled but nothing is sent. */
  isPaused: boolean
  failingSinceMs: number | undefined
  /** The first and the last of the events that it has missed. */
  missed: { from: bigint; through: bigint } | undefined
  disabledAtMs: number | undefined
  disabledReason: DisabledReason | undefined
  createdAtMs: number
}

/** A webhook as it is stored. */
export type StoredWebhook = ShownWebhook & {
  secret: string
  previousSecret: string | undefined
  previousSecretUntilMs: number
  /** Whether it receives the events of other accounts: an administrator created it. */
  isAdmin: boolean
  /** The position in the feed up to which it has read. */
  readThrough: bigint
}

/** Converts a webhook to its API format, which never includes the secret. */
export const showWebhook = (webhook: ShownWebhook): Webhook => {
  const { id, url, types, enabled, failingSinceMs, missed, disabledAtMs, disabledReason } = webhook
  return {
    id,
    url,
    types,
    enabled,
    health: healthOf(webhook),
    ...(failingSinceMs !== undefined && { failingSince: showTime(failingSinceMs) }),
    ...(missed && {
      behind: { from: writeEventId(missed.from), through: writeEventId(missed.through) },
    }),
    ...(!enabled && disabledAtMs !== undefined && { disabledAt: showTime(disabledAtMs) }),
    ...(!enabled && disabledReason !== undefined && { disabledReason }),
    createdAt: showTime(webhook.createdAtMs),
  }
}

const healthOf = ({ enabled, isPaused, failingSinceMs }: ShownWebhook): WebhookHealth => {
  if (!enabled) return 'disabled'
  if (isPaused) return 'paused'
  return failingSinceMs === undefined ? 'working' : 'failing'
}

/** The fields of a webhook that are changed on purpose, as opposed to its health. */
export const versionOf = ({
  failingSince: _since,
  behind: _behind,
  disabledAt: _at,
  disabledReason: _reason,
  ...version
}: Webhook): object => ({ ...version, health: 'working' satisfies WebhookHealth })

export type WebhookChange =
  | {
      kind: 'webhook created' | 'webhook removed' | 'webhook secret rotated'
      webhook: StoredWebhook
    }
  | { kind: 'webhook changed'; before: StoredWebhook; after: StoredWebhook }
  /** By the service: its key has ended, or it has failed for days. */
  | { kind: 'webhook disabled'; webhook: StoredWebhook }
