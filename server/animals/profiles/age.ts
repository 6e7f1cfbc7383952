import { DAY_MS } from '../../platform/durations.ts'

export const ageBands = ['baby', 'young', 'adult', 'senior'] as const
export type AgeBand = (typeof ageBands)[number]

/** The end of each age band in years; the last one has none. */
const ends: Record<AgeBand, number> = { baby: 1, young: 3, adult: 8, senior: Infinity }

/** Days since the Unix epoch. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

export type Age = { months: number | null; band: AgeBand | null }

/** Whole calendar months between two times, by their dates in UTC. */
export const monthsBetween = (fromMs: number, toMs: number): number => {
  const [from, to] = [new Date(fromMs), new Date(toMs)]
  const years = to.getUTCFullYear() - from.getUTCFullYear()
  const isBefore = to.getUTCDate() < from.getUTCDate() ? 1 : 0
  return Math.max(0, years * 12 + to.getUTCMonth() - from.getUTCMonth() - isBefore)
}

/**
 * The day so many calendar months earlier, or the last day of that month, as milliseconds at
 * midnight in UTC.
 */
export const monthsBefore = (nowMs: number, months: number): number => {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(now.getUTCDate(), last))
}

/** The age for a day of birth, in days since the Unix epoch; null if unknown. */
export const ageAt = (bornOn: bigint | null, nowMs: number): Age => {
  if (bornOn === null) return { months: null, band: null }
  const months = monthsBetween(Number(bornOn) * DAY_MS, nowMs)
  return { months, band: ageBands.find((band) => months < ends[band] * 12) ?? 'senior' }
}

/** Days of birth after the one and up to the other. */
export type Births = { after?: bigint; until?: bigint }

/** The days of birth of animals in a band now. */
export const birthsOf = (band: AgeBand, nowMs: number): Births => {
  const at = ageBands.indexOf(band)
  const younger = ageBands[at - 1]
  const end = ends[band]
  return {
    ...(end !== Infinity && { after: yearsBefore(nowMs, end) }),
    ...(younger && { until: yearsBefore(nowMs, ends[younger]) }),
  }
}

/** The days of birth between the bands now, youngest first. */
export const birthsBetweenBands = (nowMs: number): bigint[] =>
  ageBands.flatMap((band) => (ends[band] === Infinity ? [] : [yearsBefore(nowMs, ends[band])]))

/** The day so many years earlier; for 29 February, the 28th of a year without one. */
const yearsBefore = (nowMs: number, years: number): bigint => BigInt(monthsBefore(nowMs, years * 12) / DAY_MS)

/** The day from which an animal is in the next band; null if there is none. */
export const nextBandOn = (bornOn: bigint | null, nowMs: number): bigint | null => {
  const { band } = ageAt(bornOn, nowMs)
  if (bornOn === null || band === null || ends[band] === Infinity) return null
  const born = new Date(Number(bornOn) * DAY_MS)
  // An animal born on 29 February has its birthday on 1 March in other years.
  const year = born.getUTCFullYear() + ends[band]
  return BigInt(Date.UTC(year, born.getUTCMonth(), born.getUTCDate()) / DAY_MS)
}

/** Today, in days since the Unix epoch. */
export const todayOf = (nowMs: number): bigint => BigInt(Math.floor(nowMs / DAY_MS))
