import { createHmac, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { foldEmail } from '../../accounts/users/user.ts'
import type { Clock } from '../../platform/clock.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { addressBucket, countedUnder } from '../../requests/rate-limits/address.ts'
import { applicationError } from './application.errors.ts'

const PURGE_STEP = 1_000

/** How many applications one email or IP address may send within a time. */
const applicationLimits = {
  email: { most: 5, withinMs: DAY_MS },
  address: { most: 60, withinMs: HOUR_MS },
} as const

/** The sender to count. `address` is only set for visitors, because a program sends for many people. */
export type Sender = { email: string; address?: string | undefined }

type Count = { countedBy: string; most: number; withinMs: number; what: string }

type Deps = {
  database: Pick<Database, 'read' | 'write'>
  clock: Pick<Clock, 'nowMs'>
  /** Keys the digests, so that nobody else can tell their addresses. The same on all replicas. */
  key: KeyObject
}

export type ApplicationLimits = ReturnType<typeof applicationLimiter>

/** The limits of applications, counted in the database, for all replicas and across restarts. */
export const applicationLimiter = ({ database, clock, key }: Deps) => {
  const digest = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')

  /** Always in this order, which is also the order of locks. */
  const countsOf = ({ email, address }: Sender): Count[] => [
    {
      ...applicationLimits.email,
      countedBy: digest(`email ${foldEmail(email)}`),
      what: 'day from this email address',
    },
    ...(address === undefined
      ? []
      : countedUnder(addressBucket(address)).map(({ name, times }) => ({
          withinMs: applicationLimits.address.withinMs,
          most: applicationLimits.address.most * times,
          countedBy: digest(`address ${name}`),
          what: 'hour from this IP address or its network',
        }))),
  ]

  /** Throws `too_many_applications`. */
  const check = async (query: Kysely<Tables>, sender: Sender): Promise<void> => {
    const nowMs = clock.nowMs()
    for (const { countedBy, most, withinMs, what } of countsOf(sender)) {
      const since = instant(nowMs - withinMs)
      const rows = await recentRows(query, { countedBy, since, most })
      const first = rows[most - 1]
      if (!first) continue
      const waitMs = Number(first.sent_at) + withinMs - nowMs
      throw applicationError('too_many_applications', {
        message: `${most} applications were sent within a ${what}. Retry after \`Retry-After\` seconds.`,
        headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
      })
    }
  }

  const purgeSome = (): Promise<number> =>
    database.write(async ({ query }) => {
      const gone = await query
        .deleteFrom('recent_applications')
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('counted_by', 'application_id'),
            'in',
            selectFrom('recent_applications')
              .select(['counted_by', 'application_id'])
              .where('sent_at', '<=', instant(clock.nowMs() - DAY_MS))
              .orderBy('sent_at')
              .limit(PURGE_STEP)
              .$asTuple('counted_by', 'application_id'),
          ),
        )
        .executeTakeFirst()
      return Number(gone.numDeletedRows)
    })

  return {
    check: (sender: Sender): Promise<void> => check(database.read, sender),

    /**
     * Like `check`, with locks, so that concurrent applications do not exceed the limit. Call
     * `count` after it.
     */
    async reserve(trx: Trx, sender: Sender): Promise<void> {
      for (const { countedBy } of countsOf(sender)) await trx.lockName(`applications ${countedBy}`)
      await check(trx.query, sender)
    },

    async count({ query }: Trx, sender: Sender, applicationId: bigint): Promise<void> {
      const row = { application_id: applicationId, sent_at: instant(clock.nowMs()) }
      const rows = countsOf(sender).map(({ countedBy }) => ({ counted_by: countedBy, ...row }))
      await query.insertInto('recent_applications').values(rows).execute()
    },

    /** Removes expired counts, some at a time, as all writes wait for it. */
    purge: (stopping: AbortSignal): Promise<void> =>
      repeatUntilDone(async () => (await purgeSome()) === PURGE_STEP, stopping),
  }
}

const recentRows = prepared((query, { countedBy, since, most }: { countedBy: string; since: bigint; most: number }) =>
  query
    .selectFrom('recent_applications')
    .select('sent_at')
    .where('counted_by', '=', countedBy)
    .where('sent_at', '>', since)
    .orderBy('sent_at', 'desc')
    .limit(most),
)
