import type { Clock } from '../../platform/clock.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'
import type { Author } from '../../requests/author/author.ts'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

type Deps = {
  note: (author: Author, entry: NewAuditEntry) => void
  clock: Pick<Clock, 'steadyMs'>
}

type Failed = { userId: bigint | undefined; address: string; requestId: string }

/** Identical failures within this time are one entry. */
const EVERY_MS = 60_000
/** The most entries within that time, whatever addresses and emails a guesser uses. */
const MAX_DISTINCT = 1_000

/** Logs failed sign-ins: once a minute for each user and address, however many there are. */
export const failedSignIns = ({ note, clock }: Deps) => {
  const noted = recentlyUsed<number>(MAX_DISTINCT)
  let since = -Infinity
  let count = 0

  return ({ userId, address, requestId }: Failed): void => {
    const nowMs = clock.steadyMs()
    if (nowMs - since >= EVERY_MS) {
      since = nowMs
      count = 0
    }
    const alike = `${userId ?? ''} ${address}`
    if (count >= MAX_DISTINCT || nowMs - (noted.get(alike) ?? -Infinity) < EVERY_MS) return
    noted.set(alike, nowMs)
    count += 1
    note(
      { type: 'system', name: 'sign-in', address, requestId },
      { action: 'user.signInFailed', target: { type: 'user', ...(userId && { id: userId }) } },
    )
  }
}

export type NoteFailed = ReturnType<typeof failedSignIns>
