import type { PetStatus } from '../../animals/pets/pet.ts'
import { type Read, Unreadable, wordOf } from './animal-fields.ts'

export type ReadStatus = {
  status: PetStatus
  /** Whether it is available to others than its shelter. */
  isOffered: boolean
  /** The file's status of an animal that left without being adopted. */
  departed?: string
}

const available: ReadonlySet<string> = new Set([
  ...['a', 'available', 'adoptable', 'active', 'publishable', 'available for adoption'],
  ...['up for adoption', 'for adoption', 'ready for adoption', 'available now'],
  ...['available in foster', 'in foster available', 'foster available', 'available in shelter'],
  ...['available foster', 'adoptable in foster', 'in foster adoptable', 'avail', 'avl'],
])
const pending: ReadonlySet<string> = new Set([
  ...['h', 'held', 'hold', 'on hold', 'pending', 'adoption pending', 'pending adoption', 'reserve'],
  ...['reserved', 'trial', 'trial adoption', 'on trial', 'application pending', 'sale pending'],
  ...['pending application', 'adoption hold', 'available pending', 'in trial adoption'],
  ...['foster to adopt'],
])
const sold: ReadonlySet<string> = new Set([
  ...['x', 'sold', 'adopted', 'adoption', 'rehomed', 'healthy in home', 'sold adopted'],
  ...['adopted offsite', 'adopted out', 'adopted in store', 'adopted off site', 'adopted onsite'],
])
const died: ReadonlySet<string> = new Set([
  ...['died', 'dead', 'deceased', 'passed away', 'passed', 'died in care', 'death', 'doa'],
  ...['dead on arrival', 'unassisted death', 'euthanized', 'euthanised', 'euthanize', 'euthanise'],
  ...['euthanasia', 'euth', 'put to sleep', 'pts', 'disposal', 'disposed', 'humanely euthanized'],
  ...['rip', 'r i p', 'rainbow bridge', 'over the rainbow bridge', 'found dead', 'died in foster'],
  ...['crossed the rainbow bridge', 'passed over the rainbow bridge', 'passed over rainbow bridge'],
])
const departed: ReadonlySet<string> = new Set([
  ...['transfer', 'transferred', 'transferred out', 'transfer out', 'transferred to rescue'],
  ...['rescue', 'transferred to another organization', 'transferred to other organization'],
  ...['rto', 'rtg', 'return to owner', 'returned to owner', 'returned to guardian', 'reclaim'],
  ...['return to owner guardian', 'reclaimed', 'owner reclaimed', 'reclaimed by owner'],
  ...['redeemed', 'redemption', 'rto adopt', 'return to guardian', 'escaped', 'escape', 'missing'],
  ...['lost', 'stolen', 'deleted', 'archived', 'archive', 'removed', 'released'],
  ...['released to wild', 'return to field', 'returned to field', 'tnr', 'snr', 'rtf'],
  ...['shelter neuter return', 'trap neuter return', 'permanent foster', 'non shelter animal'],
  ...['relocated', 'relocate'],
])
/** A status with this prefix describes how the animal left, and where it went. */
const DEPARTED =
  /^(?:transferred out|transfer out|returned to owner|return to owner|reclaimed|rto)\b/
const DIED = /^(?:died|dead|deceased|euthani[sz]ed|euthanasia|put to sleep|passed away)\b/
/** But not an event that is planned, or has ended. */
const NOT_YET =
  /\b(?:pending|scheduled|requested|request|planned|possible|considered|hold|recovered|not|cancelled|canceled|awaiting|foster|adopted|available)\b/
/** Still in the shelter, but not available. */
const withheld =
  /^(?:f|found|(?:in )?foster(?:ed| care| home)?|(?:.* )?quarantine|stray(?: hold)?|in custody|not available(?: for adoption)?|unavailable|not for adoption|medical(?: hold)?|behaviou?r(?:al)?(?: hold)?|welfare|intake|awaiting .{1,60}|in clinic|passed stray(?: hold)?|(?:court|legal|bite|police|vet|rabies) hold|not ready)$/

/** Characters of a status in the history. */
const MAX_SHOWN = 100

/** An unknown status: the animal is imported, but not published before somebody has checked it. */
export const unknownStatus: ReadStatus = { status: 'pending', isOffered: false }

export const readStatus: Read = (value): ReadStatus | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const plain = plainStatus(word)
  if (available.has(plain)) return { status: 'available', isOffered: true }
  if (pending.has(plain)) return { status: 'pending', isOffered: true }
  if (sold.has(plain)) return { status: 'sold', isOffered: true }
  const hasLeft = departed.has(plain) || (DEPARTED.test(plain) && !NOT_YET.test(plain))
  if (hasLeft || isDeath(word)) {
    const text = String(value).trim().replaceAll(/\s+/g, ' ')
    return { status: 'sold', isOffered: false, departed: text.slice(0, MAX_SHOWN) }
  }
  if (withheld.test(plain)) return { status: 'pending', isOffered: false }
  throw new Unreadable('is not a known status; the animal was imported as a draft on hold')
}

/** Whether a status means that the animal has died. */
export const isDeath = (status: string): boolean => {
  const plain = plainStatus(status.toLowerCase())
  return died.has(plain) || (DIED.test(plain) && !NOT_YET.test(plain))
}

const plainStatus = (word: string): string =>
  word
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 100)
