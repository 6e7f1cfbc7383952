import { DAY_MS } from '../../platform/durations.ts'
import type { Database } from '../../platform/storage/database.ts'
import { instant } from '../../platform/time.ts'
import { requestError } from '../../requests/errors/request.errors.ts'

/** A key that the docs create lasts a week. */
export const PANEL_KEY_MS = 7 * 86_400_000
export const PANEL_KEY_NAME = 'docs'

/** How many keys the docs may create in a day, and how many of them may be valid. */
export const MAX_PER_DAY = 20
export const MAX_VALID = 50

type PanelKey = { createdAtMs: number; expiresAtMs: number }

/** Throws `rate_limit_exceeded` if the docs have created as many keys for an account as they may. */
export const checkPanelKeys = async (
  query: Database['read'],
  { accountId, nowMs }: { accountId: bigint; nowMs: number },
): Promise<void> => {
  const rows = await query
    .selectFrom('api_keys')
    .select(['created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('name', '=', PANEL_KEY_NAME)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', instant(nowMs))
    .orderBy('created_at', 'desc')
    .limit(MAX_VALID)
    .execute()
  const keys = rows.map(({ created_at, expires_at }) => ({
    createdAtMs: Number(created_at),
    expiresAtMs: Number(expires_at),
  }))
  const waitMs = waitForRoom(keys, nowMs)
  if (waitMs === 0) return
  throw requestError('rate_limit_exceeded', {
    message:
      `Without signing in, ${MAX_PER_DAY} test keys can be created a day, and ${MAX_VALID} can be valid at a time. ` +
      'Use one that you have, or create one in the console or with the command line.',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  })
}

/** How long until another key may be created; 0 if one may be created now. `keys` are the newest valid ones first. */
export const waitForRoom = (keys: readonly PanelKey[], nowMs: number): number => {
  const oldestOfDay = keys[MAX_PER_DAY - 1]
  const dayMs = oldestOfDay ? oldestOfDay.createdAtMs + DAY_MS - nowMs : 0
  const oldest = keys[MAX_VALID - 1]
  const validMs = oldest ? oldest.expiresAtMs - nowMs : 0
  return Math.max(0, dayMs, validMs)
}
