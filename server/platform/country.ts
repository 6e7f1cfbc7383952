/** The conventions of a country, by its ISO 3166-1 code. */
type Code = string | null | undefined

/** Whether people there weigh in pounds. */
export const usesPounds = (country: Code): boolean => withPounds.has(country ?? '')

/** Whether distances are in miles. */
export const usesMiles = (country: Code): boolean => country === 'GB' || usesPounds(country)

const withPounds: ReadonlySet<string> = new Set('US LR MM PR GU VI AS MP'.split(' '))

declare global {
  namespace Intl {
    interface Locale {
      /** Not yet among TypeScript's own declarations. */
      getTimeZones?: () => string[] | undefined
    }
  }
}

/** The time zone that most places of the country share; UTC for an unknown country. */
export const timeZoneIn = (country: Code): string => {
  if (!country) return 'UTC'
  const known = zonesByCountry.get(country)
  if (known) return known
  const zone = commonZone(new Intl.Locale(`und-${country}`).getTimeZones?.() ?? [])
  zonesByCountry.set(country, zone)
  return zone
}

/** At most a few hundred. */
const zonesByCountry = new Map<string, string>()

/** One of the zones with the same time as most others. */
const commonZone = (zones: readonly string[]): string => {
  const groups = Map.groupBy(zones, (timeZone) => seasons.map((day) => offsetIn(timeZone, day)).join())
  const [most = []] = [...groups.values()].sort((one, other) => other.length - one.length)
  return findTimeZone(most[0] ?? 'UTC') ?? 'UTC'
}

/** Both halves of a year, as of summer time. */
const seasons = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]

const offsetIn = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** The canonical name: `Asia/Calcutta` for `Asia/Kolkata`. Undefined for an unknown name. */
export const findTimeZone = (text: string): string | undefined => {
  timeZones ??= new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
  if (timeZones.has(text)) return text
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return timeZones.has(timeZone) ? timeZone : undefined
  } catch {
    return undefined
  }
}

/** Created on first use, as it takes longer than loading all of this module. */
let timeZones: ReadonlySet<string> | undefined
