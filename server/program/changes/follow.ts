import type { PendingEntry } from '../../accounts/audit/audit-entry.ts'
import type { CountChange } from '../../animals/categories/category.ts'
import type { PendingHistory } from '../../animals/history/history.ts'
import { type EventRow, eventData, type NewEvent } from '../../feed/events/event.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Consequences, ConsequenceTrx, Recorded } from '../../platform/storage/consequences.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { Consequence } from '../../requests/api/consequence.ts'
import { subjectColumns } from '../../requests/api/subject.ts'
import type { Author } from '../../requests/author/author.ts'
import { contributions } from '../contributions.ts'
import { type Change, consequences } from './consequences.ts'
import type { Notified } from './notified.ts'
import type { Writers } from './writers.ts'

type Query = Trx['query']
type Counts = { id: bigint; available: bigint; pending: bigint; sold: bigint }

type Deps = { clock: Clock; writers: Writers; notified: () => Notified }

/** Writes the consequences of changes in their transaction, and notifies after the commit. */
export const followChanges = ({ clock, writers, notified }: Deps): Consequences<Change, Author> => ({
  async write(trx, recorded) {
    // Consequences may record changes themselves, which are appended to the list and processed in turn.
    for (const each of recorded) {
      const { webhooksOf, removedAnimal } = follows(each.change)
      if (webhooksOf) await writeWebhooks(trx, writers, each, clock.nowMs())
      if (removedAnimal) await removeAnimal(trx, writers, each, clock.nowMs())
    }
    const changes = recorded.map(({ change }) => change)
    const nowMs = clock.nowMs()
    await writeAnimals(trx.query, writers, changes, nowMs)
    await writeListings(trx.query, writers, changes, nowMs)
    await writeHistory(trx.query, writers, recorded, nowMs)
    await writeCounts(trx.query, writers, changes)
    const responses = eachOf(changes, 'response')
    if (responses.length > 0) await writers.insertResponses(trx.query, responses)
    const mails = eachOf(changes, 'mail')
    if (mails.length > 0) await writers.insertMails(trx.query, mails, nowMs)
    await writeEvents(trx, writers, recorded, nowMs)
    // Last, so that it includes the events of this transaction.
    for (const { events, location, json } of eachOf(changes, 'rewrite')) {
      if (events) {
        await writers.rewriteEvents(trx.query, events, json)
        await writers.eraseResponses(trx.query, events)
      }
      await writers.rewriteResponses(trx.query, location, json)
    }
    for (const events of eachOf(changes, 'forgetsResponsesTo')) await writers.eraseResponses(trx.query, events)
    const entries = [...eachOf(changes, 'entries').flat(), ...entriesOf(recorded, nowMs)]
    return writers.appendAudit(trx, entries)
  },

  notify: (changes) => notifyOf(changes, notified()),
})

type WriteTrx = ConsequenceTrx<Change, Author>

/** Returns the consequences of a kind of change. */
const follows = (change: Change): Consequence<Change> => consequences[change.kind] as Consequence<Change>

/** Collects one kind of consequence from the changes that have it. */
const eachOf = <
  Name extends
    | 'response'
    | 'mail'
    | 'rewrite'
    | 'forgetsResponsesTo'
    | 'adoption'
    | 'animalsOf'
    | 'listingsOf'
    | 'counts'
    | 'namesForgotten'
    | 'entries',
>(
  changes: readonly Change[],
  name: Name,
): Made<Name>[] => {
  const made: Made<Name>[] = []
  for (const change of changes) {
    const make = follows(change)[name]
    if (make) made.push(make(change) as Made<Name>)
  }
  return made
}

type Made<Name extends keyof Consequence<Change>> = ReturnType<
  Extract<Consequence<Change>[Name], (change: Change) => unknown>
>

const writeWebhooks = async (
  trx: WriteTrx,
  writers: Writers,
  { change, by }: Recorded<Change, Author>,
  nowMs: number,
): Promise<void> => {
  const keys = follows(change).webhooksOf?.(change)
  if (!keys) return
  const { keyId, successorId } = keys
  if (successorId !== undefined) {
    await writers.handOverWebhooks(trx.query, { from: keyId, to: successorId })
    return
  }
  for (const webhook of await writers.disableWebhooksOf(trx.query, keyId, nowMs)) {
    trx.record({ kind: 'webhook disabled', webhook }, by)
  }
}

const removeAnimal = async (
  trx: WriteTrx,
  writers: Writers,
  { change, by }: Recorded<Change, Author>,
  nowMs: number,
): Promise<void> => {
  const petId = follows(change).removedAnimal?.(change)
  if (petId === undefined) return
  const wasPublished = await writers.removeProfile(trx.query, petId)
  if (wasPublished) trx.record({ kind: 'listing unpublished', petId }, by)
  const { rewriteResponses } = writers
  for (const remove of writers.goesWithAnimal) await remove(trx.query, petId, { nowMs, rewriteResponses })
}

const writeAnimals = async (
  query: Query,
  writers: Writers,
  changes: readonly Change[],
  nowMs: number,
): Promise<void> => {
  const steps = eachOf(changes, 'adoption').filter((step) => step !== undefined)
  if (steps.length > 0) await writers.recordAdoptions(query, steps, nowMs)
  const petIds = eachOf(changes, 'animalsOf').flat()
  if (petIds.length > 0) await writers.refreshAnimals(query, petIds, nowMs)
}

/** Runs after the profiles of removed animals are gone. Each animal is locked by the writer who changed it. */
const writeListings = async (
  query: Query,
  writers: Writers,
  changes: readonly Change[],
  nowMs: number,
): Promise<void> => {
  const petIds = eachOf(changes, 'listingsOf').flat()
  if (petIds.length > 0) await writers.refreshListings(query, petIds, nowMs)
}

const writeHistory = async (
  query: Query,
  writers: Writers,
  recorded: readonly Recorded<Change, Author>[],
  timeMs: number,
): Promise<void> => {
  const forgotten = eachOf(
    recorded.map(({ change }) => change),
    'namesForgotten',
  ).flat()
  if (forgotten.length > 0) for (const forget of writers.namesOfStaff) await forget(query, forgotten)
  const entries = historyOf(recorded, new Set(forgotten), timeMs)
  if (entries.length > 0) await writers.recordHistory(query, entries)
}

/** `moved` are the animals that went to another account. */
const historyOf = (
  recorded: readonly Recorded<Change, Author>[],
  moved: ReadonlySet<bigint>,
  timeMs: number,
): PendingHistory[] => {
  let entries: PendingHistory[] = []
  const gone = new Set<bigint>()
  for (const { change, by: author } of recorded) {
    const { history, removedAnimal } = follows(change)
    // The profile and the photos of a removed animal go with it, and their own changes come later.
    const removed = removedAnimal?.(change)
    if (removed !== undefined) {
      entries = entries.filter(({ petId }) => petId !== removed)
      gone.add(removed)
    }
    for (const entry of history?.(change) ?? []) {
      if (entry.action === 'added') gone.delete(entry.petId)
      if (gone.has(entry.petId)) continue
      const ownerId = moved.has(entry.petId) ? undefined : entry.ownerId
      entries.push({ ...entry, ...contributions.historyActions[entry.action], ownerId, author, timeMs })
    }
  }
  return entries
}

/**
 * At the end of the transaction and by id: the shared row of a category is locked only briefly, and no two
 * transactions deadlock.
 */
const writeCounts = async (query: Query, writers: Writers, changes: readonly Change[]): Promise<void> => {
  const sums = sumsOf(changes)
  if (sums.length > 0) await writers.changeCounts(query, sums)
}

const sumsOf = (changes: readonly Change[]): Counts[] => {
  const sums = new Map<bigint, Counts>()
  const add = ({ categoryId: id, status, by }: CountChange) => {
    const counts = sums.get(id) ?? { id, available: 0n, pending: 0n, sold: 0n }
    counts[status] += BigInt(by)
    sums.set(id, counts)
  }
  for (const counts of eachOf(changes, 'counts')) for (const count of counts) add(count)
  return [...sums.values()]
    .filter(({ available, pending, sold }) => available !== 0n || pending !== 0n || sold !== 0n)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

/**
 * Sequence numbers are assigned when a row is written, and visible to others when it is committed. With concurrent
 * transactions, a reader could see 8, ask for what comes after it, and never see the 7 that is committed a moment
 * later. So from here to the commit there is one transaction at a time.
 */
const writeEvents = async (
  trx: WriteTrx,
  writers: Writers,
  recorded: readonly Recorded<Change, Author>[],
  nowMs: number,
): Promise<void> => {
  const rows: EventRow[] = []
  for (const { change, by } of recorded) {
    const event = follows(change).event?.(change)
    if (event) rows.push(rowOf(event, by, nowMs))
  }
  if (rows.length === 0) return
  await trx.lockName('feed')
  await writers.insertEvents(trx.query, rows)
}

const rowOf = (event: NewEvent, { isSilent }: Author, nowMs: number): EventRow => {
  const { type, data, subject, accountId, ownerId } = event
  return {
    type,
    time: BigInt(nowMs),
    data: eventData(data),
    ...subjectColumns(subject),
    account_id: accountId ?? null,
    owner_account_id: ownerId === undefined || ownerId === accountId ? null : ownerId,
    is_silent: isSilent ? 1n : null,
  }
}

const entriesOf = (recorded: readonly Recorded<Change, Author>[], timeMs: number): PendingEntry[] => {
  const entries: PendingEntry[] = []
  for (const { change, by: author } of recorded) {
    const { audit, isWhole } = follows(change)
    if (audit && (isWhole || !author.isInBulk)) entries.push({ ...audit(change), author, timeMs })
  }
  return entries
}

/** The listeners to notify of each kind of change. */
const notifiedOf = Object.fromEntries(
  Object.entries(consequences).map(([kind, { event, notify = [] }]) => [kind, event ? [...notify, 'feed'] : notify]),
) as Record<Change['kind'], readonly (keyof Notified)[]>

/**
 * Notifies those that committed changes concern. Returns a promise if there is something to wait for; otherwise the
 * writer gets its response at once.
 */
const notifyOf = (changes: readonly Change[], notified: Notified): Promise<unknown> | undefined => {
  const waits: Promise<unknown>[] = []
  for (const name of namesOf(changes)) {
    // Most writers make one change, and notify only those that its kind names.
    const some = changes.length === 1 ? changes : changes.filter((change) => notifiedOf[change.kind].includes(name))
    try {
      const wait = (notified[name] as (changes: readonly Change[]) => unknown)(some)
      if (wait instanceof Promise) waits.push(wait.catch(warn))
    } catch (error) {
      warn(error)
    }
  }
  return waits.length > 0 ? Promise.all(waits) : undefined
}

const namesOf = (changes: readonly Change[]): Iterable<keyof Notified> => {
  const [first] = changes
  if (first && changes.length === 1) return notifiedOf[first.kind]
  return new Set(changes.flatMap(({ kind }) => notifiedOf[kind]))
}

/** A committed change is acknowledged even if notifying fails, and the others are still notified. */
const warn = (error: unknown): void => process.emitWarning(error as Error)
