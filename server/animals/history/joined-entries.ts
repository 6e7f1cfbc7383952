import { isPerson } from '../../requests/author/author.ts'
import type { PendingHistory } from './history.ts'

/**
 * A change within this time of the last one of the same kind, by the same author, joins its entry.
 */
export const JOINED_WITHIN_MS = 5 * 60_000

/** Joins related changes by one author among entries that are written together. */
export const joinedEntries = (entries: readonly PendingHistory[]): PendingHistory[] => {
  const joined: PendingHistory[] = []
  const last = new Map<bigint, number>()
  for (const entry of entries) {
    const at = last.get(entry.petId)
    const before = at === undefined ? undefined : joined[at]
    if (at !== undefined && before && isSame(before, entry)) {
      joined[at] = { ...entry, ...union(before, entry) }
    } else {
      last.set(entry.petId, joined.push(entry) - 1)
    }
  }
  return joined
}

const isSame = (before: PendingHistory, { action, author, timeMs }: PendingHistory): boolean =>
  before.action === action &&
  isJoined(before) &&
  before.author.type === author.type &&
  before.author.id === author.id &&
  timeMs - before.timeMs <= JOINED_WITHIN_MS

const union = ({ fields: before }: PendingHistory, { fields }: PendingHistory) =>
  before && fields ? { fields: [...new Set([...before, ...fields])] } : {}

/**
 * Splits off the entries that may join the newest stored one: the first of each animal. They are
 * sorted by animal, in the order of locks.
 */
export const inTwoParts = (entries: readonly PendingHistory[]) => {
  const seen = new Set<bigint>()
  const joining: PendingHistory[] = []
  const others: PendingHistory[] = []
  for (const entry of entries) {
    const isFirst = !seen.has(entry.petId)
    seen.add(entry.petId)
    if (isFirst && isJoined(entry)) joining.push(entry)
    else others.push(entry)
  }
  joining.sort((one, other) => Number(one.petId - other.petId))
  return { joining, others }
}

const isJoined = (entry: PendingHistory): boolean =>
  entry.isJoined === true && isPerson(entry.author) && entry.author.id !== undefined
