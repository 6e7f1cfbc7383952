import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

/** When backups are made; `periodMs` is the time between two of them. */
export type BackupSchedule =
  | { kind: 'daily'; atMs: number; periodMs: number }
  | { kind: 'every'; periodMs: number }
  /** Only by the command. */
  | { kind: 'off' }

const units = { m: MINUTE_MS, h: HOUR_MS } as const

/** Reads `03:00`, `every 15m`, `every 6h` or `off`. Throws a text that says what is allowed. */
export const readSchedule = (text: string): BackupSchedule => {
  if (text === 'off') return { kind: 'off' }
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours !== undefined) {
    const atMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS
    return { kind: 'daily', atMs, periodMs: DAY_MS }
  }
  const [, count = '', unit] = /^every ([1-9]\d{0,3})([mh])$/.exec(text) ?? []
  if (unit === 'm' || unit === 'h') return { kind: 'every', periodMs: Number(count) * units[unit] }
  throw 'must be a time of day in UTC such as 03:00, an interval of at least a minute such as every 15m or every 6h, or off'
}

export const showSchedule = (schedule: BackupSchedule): string => {
  if (schedule.kind === 'off') return 'off'
  const hours = (ms: number) => String(Math.trunc(ms / HOUR_MS)).padStart(2, '0')
  const minutes = (ms: number) => String((ms % HOUR_MS) / MINUTE_MS).padStart(2, '0')
  if (schedule.kind === 'daily') return `${hours(schedule.atMs)}:${minutes(schedule.atMs)}`
  const { periodMs } = schedule
  return periodMs % HOUR_MS === 0 ? `every ${periodMs / HOUR_MS}h` : `every ${periodMs / MINUTE_MS}m`
}

/** The first scheduled time after a backup; undefined if none is scheduled. */
export const nextAfter = (schedule: BackupSchedule, sinceMs: number): number | undefined => {
  if (schedule.kind === 'off') return undefined
  if (schedule.kind === 'every') return sinceMs + schedule.periodMs
  const todayMs = Math.floor(sinceMs / DAY_MS) * DAY_MS + schedule.atMs
  return todayMs > sinceMs ? todayMs : todayMs + DAY_MS
}

/** How many scheduled times have passed since a backup. */
export const missedSince = (schedule: BackupSchedule, sinceMs: number, nowMs: number): number => {
  const firstMs = nextAfter(schedule, sinceMs)
  if (schedule.kind === 'off' || firstMs === undefined || nowMs < firstMs) return 0
  return Math.floor((nowMs - firstMs) / schedule.periodMs) + 1
}
