import { listEntries } from '../../../accounts/audit/audit-log.repository.ts'
import { showTime } from '../../../platform/time.ts'
import { releases } from '../../../reference/changelog/snapshots.ts'
import type { DatabaseConfig } from '../../config/database.settings.ts'
import type { Config } from '../../config.ts'
import { readIfThere } from '../../schema/older-database.ts'
import type { Finding } from './finding.ts'

const CLOCK_MS = 1_000
/** Replicas write entries a little out of order. */
const SLACK_MS = 60_000

/** Checks that this machine's clock is not behind what was written before. Nothing shows that it is ahead. */
export const checkOwnClock = async ({ database }: Config): Promise<Finding[]> => {
  const nowMs = Date.now()
  const releasedMs = Date.parse(releases.at(-1)?.date ?? '')
  const writtenMs = await newestEntryMs(database)
  if (nowMs >= releasedMs && nowMs >= (writtenMs ?? 0) - SLACK_MS) return []
  const since =
    nowMs < releasedMs
      ? `${showTime(releasedMs)}, when this version was not released yet`
      : `${showTime(writtenMs ?? 0)}, when the audit log was last written`
  const advice = 'set the clock, and run NTP: otherwise sessions, tokens and limits last too long'
  return [
    {
      check: 'clock',
      state: 'warn',
      found: `it is ${showTime(nowMs)} here, which is before ${since}`,
      advice,
    },
  ]
}

/** A database that cannot be read has its own finding. */
const newestEntryMs = async (database: DatabaseConfig): Promise<number | undefined> => {
  try {
    const read = readIfThere(database, '0010-audit-log', (query) => listEntries(query, { limit: 1 }))
    const [newest] = (await read) ?? []
    return newest && Number(newest.time)
  } catch {
    return undefined
  }
}

/** Compares the clock of another machine with this one's. */
export const checkClock = (check: string, timeMs = Date.now()): Finding => {
  const offMs = Math.abs(timeMs - Date.now())
  const isOff = offMs > CLOCK_MS
  return {
    check,
    state: isOff ? 'warn' : 'ok',
    found: `${offMs} ms from this machine's`,
    ...(isOff && { advice: 'run NTP on both machines' }),
  }
}
