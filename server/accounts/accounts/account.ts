import { type Static, Type } from 'typebox'
import type { Fault } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { Line } from '../../platform/http/lines.ts'
import { Name, ShownName } from '../../platform/http/name.ts'
import { showTime } from '../../platform/time.ts'
import { MAX_LIMIT, type PlanLimits, type PlanName, plans } from '../../requests/plans/plan.ts'

const nameDocs = { description: 'The name of the account.', examples: ['Paws and Whiskers'] }
const name = Name(nameDocs)
const plan = Type.Unsafe<PlanName>({ $ref: 'Plan#' })

/** One customer of the API. Its keys share a plan and its limits. */
export const Account = Type.Object(
  {
    id: Int64({ examples: [1] }),
    name: ShownName(nameDocs),
    plan,
    perMinute: Type.Integer({ maximum: MAX_LIMIT, description: 'Requests per minute.' }),
    perDay: Type.Integer({ maximum: MAX_LIMIT, description: 'Requests per day.' }),
    suspended: Type.Boolean({
      description: 'Whether its keys, webhooks and streams are stopped.',
    }),
    suspendedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it was suspended; absent if it is not.',
      }),
    ),
    reviewedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When staff of the store accepted it. Absent for an account that was created by sign-up and is not ' +
          'accepted yet. Until then its listings appear only in its own lists and with `organizationId`, and ' +
          'requests that affect others fail with `account_unreviewed`.',
      }),
    ),
    createdAt: Type.String({
      format: 'date-time',
      description: 'When it was created (RFC 3339, UTC).',
    }),
  },
  {
    $id: 'Account',
    description: 'An API customer. All keys of the account share its plan and limits.',
    examples: [
      {
        id: 1,
        name: 'Paws and Whiskers',
        plan: 'pro',
        perMinute: 300,
        perDay: 10_000,
        suspended: false,
        reviewedAt: '2026-11-20T09:30:00.000Z',
        createdAt: '2026-11-20T09:30:00.000Z',
      },
    ],
  },
)
export type Account = Static<typeof Account>

/** The account that a new store creates at its first start, until somebody names the shelter. */
export const firstAccount = { name: 'Your shelter', plan: 'business' } as const

const ownLimit = { minimum: 1, maximum: MAX_LIMIT }
const own = 'Its own limit, for `enterprise` only. Set `perMinute` and `perDay` together.'
const newLimit = Type.Optional(Type.Integer({ ...ownLimit, description: own }))
const limitChange = Type.Optional(
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    ...ownLimit,
    description: `${own} \`null\` removes it.`,
  }),
)

export const NewAccount = Type.Object(
  { name, plan, perMinute: newLimit, perDay: newLimit },
  { $id: 'NewAccount', additionalProperties: false, description: 'An account to create.' },
)
export type NewAccount = Static<typeof NewAccount>

export const AccountPatch = Type.Object(
  {
    name: Type.Optional(name),
    plan: Type.Optional(plan),
    perMinute: limitChange,
    perDay: limitChange,
    suspended: Type.Optional(
      Type.Boolean({
        description:
          '`true` stops all its keys (403 `account_suspended`), webhooks and streams, and hides its listings; `false` resumes them.',
      }),
    ),
    reviewed: Type.Optional(
      Type.Unsafe<true>({
        type: 'boolean',
        enum: [true],
        description: '`true` accepts an account that was created by sign-up. To stop an accepted account, suspend it.',
      }),
    ),
  },
  {
    $id: 'AccountPatch',
    additionalProperties: false,
    description: 'Changes to an account (RFC 7396).',
  },
)
export type AccountPatch = Static<typeof AccountPatch>

export const AccountPath = Type.Object(
  { accountId: Int64({ description: 'Identifier of the account.' }) },
  { 'x-not-found': 'account_not_found' },
)

/** The state of an account. If several apply, the last of these. */
export const accountStatuses = ['active', 'unreviewed', 'suspended'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** Filters of a list of accounts. */
export const accountFilters = {
  q: Type.Optional(
    Line(100, {
      description:
        'Only accounts whose name contains each of these words, ignoring case and accents, or whose id this is.',
      examples: ['paws'],
    }),
  ),
  status: Type.Optional(
    Type.Unsafe<AccountStatus>(
      Type.Enum([...accountStatuses], {
        description:
          'Only accounts in this state: `active`, `unreviewed` (created by sign-up and not accepted yet) or ' +
          '`suspended`. A suspended account is always `suspended`.',
      }),
    ),
  ),
  plan: Type.Optional(plan),
}
export type AccountFilters = { q?: string; status?: AccountStatus; plan?: PlanName }

/** An account as stored, with its own limits besides its plan's. */
export type AccountRecord = {
  id: bigint
  name: string
  plan: PlanName
  own: OwnLimits
  suspendedAtMs: number | undefined
  /** Undefined for an account that was made by sign-up and has not been accepted. */
  reviewedAtMs: number | undefined
  createdAtMs: number
}

export type OwnLimits = { perMinute?: number | undefined; perDay?: number | undefined }

export const shownAccount = (account: AccountRecord): Account => {
  const { id, name, plan, own, suspendedAtMs, reviewedAtMs, createdAtMs } = account
  return {
    id,
    name,
    plan,
    ...accountLimits(plan, own),
    suspended: suspendedAtMs !== undefined,
    ...(suspendedAtMs !== undefined && { suspendedAt: showTime(suspendedAtMs) }),
    ...(reviewedAtMs !== undefined && { reviewedAt: showTime(reviewedAtMs) }),
    createdAt: showTime(createdAtMs),
  }
}

export const accountLimits = (plan: PlanName, own: OwnLimits): PlanLimits => ({
  perMinute: own.perMinute ?? plans[plan].perMinute,
  perDay: own.perDay ?? plans[plan].perDay,
})

/** Applies a patch. An account that leaves `enterprise` loses its own limits. */
export const patchedAccount = (before: AccountRecord, patch: AccountPatch, nowMs: number): AccountRecord => {
  const plan = patch.plan ?? before.plan
  const kept: OwnLimits = plan === 'enterprise' ? before.own : {}
  // Sending the limits back as they were shown changes nothing, even if they are the plan's.
  const shown = plan === before.plan ? accountLimits(plan, before.own) : undefined
  const limit = (name: 'perMinute' | 'perDay') => {
    const change = patch[name]
    return change === undefined || change === shown?.[name] ? kept[name] : (change ?? undefined)
  }
  const own = { perMinute: limit('perMinute'), perDay: limit('perDay') }
  const suspendedAtMs = patchedSuspension(before.suspendedAtMs, patch.suspended, nowMs)
  const reviewedAtMs = before.reviewedAtMs ?? (patch.reviewed ? nowMs : undefined)
  return { ...before, name: patch.name ?? before.name, plan, own, suspendedAtMs, reviewedAtMs }
}

/** Suspending a suspended account keeps the first time. */
const patchedSuspension = (
  sinceMs: number | undefined,
  suspended: boolean | undefined,
  nowMs: number,
): number | undefined => {
  if (suspended === undefined) return sinceMs
  return suspended ? (sinceMs ?? nowMs) : undefined
}

/** Validates own limits: only enterprise accounts have them, and they need both. */
export const ownLimitFaults = (plan: PlanName, { perMinute, perDay }: OwnLimits): Fault[] => {
  const limits = Object.entries({ perMinute, perDay })
  if (plan !== 'enterprise') {
    const message = 'is only for enterprise accounts: other plans have fixed limits'
    return limits
      .filter(([, limit]) => limit !== undefined)
      .map(([field]) => ({ field, code: 'invalid_value', message }))
  }
  if ((perMinute === undefined) === (perDay === undefined)) return []
  const message = 'is required: set both limits or neither'
  return limits.filter(([, limit]) => limit === undefined).map(([field]) => ({ field, code: 'required', message }))
}

export type AccountChange =
  | { kind: 'account added'; accountId: bigint }
  | {
      kind: 'account changed' | 'account suspended' | 'account resumed' | 'account accepted'
      accountId: bigint
      /** The names of the changed fields. */
      fields: readonly string[]
    }
