import { isPerson } from '../../requests/author/author.ts'
import type { HistoryAction, PendingHistory } from './history.ts'

/** So long after the last change, another one of the same kind by the same author is part of its entry. */
export const JOINED_WITHIN_MS = 5 * 60_000

/** What pages save while somebody types: each save would be an entry. */
const joinedActions: ReadonlySet<HistoryAction> = new Set([
  'changed',
  'profileChanged',
  'photoChanged',
  'photosOrdered',
])

/** With what one author does in one go as one entry each, of what is written at once. */
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
 * Those that may become one with the newest entry that is stored: the first of each animal. They are in the order of
 * animals, which everybody locks them in.
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
  joinedActions.has(entry.action) && isPerson(entry.author) && entry.author.id !== undefined
