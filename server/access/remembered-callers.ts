import { DatabaseUnavailable } from '../platform/storage/database.ts'

type Deps<Known> = {
  /** Asks the store. */
  read: (hash: string) => Promise<Known | undefined>
  /**
   * Older results are not trusted: this bounds the effect of a missed notification. The database is queried again, in
   * the background, from half of this time on.
   */
  maxAgeMs: number
  steadyMs: () => number
}

type Entry<Known> = Known & {
  readAtMs: number
  /** Set while the database does not respond: when to query it again. */
  retryAtMs?: number
}

/** Maximum number of cached callers; any other credential costs a lookup in the database. */
const MAX_REMEMBERED = 50_000
/** While the database does not respond, a key that was verified this recently is still trusted. */
const VERIFIED_MS = 60_000
const RETRY_MS = 1_000

/** What the database says of the keys that are in use, by their hash. */
export const rememberedCallers = <Known extends object>({
  read,
  maxAgeMs,
  steadyMs,
}: Deps<Known>) => {
  const entries = new Map<string, Entry<Known>>()
  let underWay = new Map<string, Promise<Entry<Known> | undefined>>()

  const find = (hash: string): Entry<Known> | undefined => {
    const entry = entries.get(hash)
    if (!entry || maxAgeMs === Infinity) return entry
    const nowMs = steadyMs()
    const ageMs = nowMs - entry.readAtMs
    if (ageMs < maxAgeMs / 2) return entry
    if (nowMs >= (entry.retryAtMs ?? 0)) look(hash).catch(() => {})
    return ageMs < (entry.retryAtMs === undefined ? maxAgeMs : VERIFIED_MS) ? entry : undefined
  }

  /** Asks the database, once for all who want to know at the time. */
  const look = (hash: string): Promise<Entry<Known> | undefined> => {
    const known = underWay.get(hash)
    if (known) return known
    const ofThisEpoch = underWay
    const asked = ask(hash, () => ofThisEpoch === underWay).finally(() => ofThisEpoch.delete(hash))
    underWay.set(hash, asked)
    return asked
  }

  const ask = async (hash: string, isCurrent: () => boolean): Promise<Entry<Known> | undefined> => {
    const readAtMs = steadyMs()
    try {
      const known = await read(hash)
      const entry = known && { ...known, readAtMs }
      // What was read before a change must not be remembered after it.
      if (isCurrent()) remember(hash, entry)
      return entry
    } catch (error) {
      const entry = entries.get(hash)
      const isVerified = entry && readAtMs - entry.readAtMs < VERIFIED_MS
      if (!isVerified || !(error instanceof DatabaseUnavailable)) throw error
      entry.retryAtMs = steadyMs() + RETRY_MS
      return entry
    }
  }

  const remember = (hash: string, entry: Entry<Known> | undefined): void => {
    if (!entry) return void entries.delete(hash)
    if (entries.size >= MAX_REMEMBERED) entries.clear()
    entries.set(hash, entry)
  }

  return {
    /** Undefined if the database has to be queried. */
    find,
    look,
    /** Something has changed: nothing that was read before counts, nor what is just being read. */
    forget(): void {
      entries.clear()
      underWay = new Map()
    },
  }
}
