import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PetUpserts, Upserted } from '../../animals/pets/pet-upserts.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import { type Fault, HttpError } from '../../platform/http/http-error.ts'
import { type Database, NotUnique, type Trx } from '../../platform/storage/database.ts'
import { type Actor, actorFor } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import { type Note, noteOf } from '../animal-formats/foreign-animal.ts'
import type { AnimalDetails, DetailedChange, Identified, ReadyRow } from './animal-details.service.ts'
import { ImportFault } from './file-format.ts'
import { batchSize, nextBatch } from './import-batch.ts'
import { importBonds } from './import-bonds.ts'
import type { ImportChange } from './import-change.ts'
import type { ImportChanges } from './import-changes.service.ts'
import type { ImportFile } from './import-file.ts'
import { type ImportPace, nextSize } from './import-pace.ts'
import type { ImportRow } from './import-row.ts'
import {
  advanceImport,
  beginImport,
  findImport,
  findUnfinishedImport,
  finishImport,
  type Import,
  startImport,
  type Tally,
} from './imports.repository.ts'
import { type LeftOut, leftOut } from './left-out.ts'
import { type ErrorReport, type RejectedRow, remarksOf } from './report-lines.ts'
import { seenIds } from './seen-ids.ts'

type Deps = {
  database: Database<DetailedChange | ImportChange, Author>
  upserts: PetUpserts
  details: AnimalDetails
  changes: Pick<ImportChanges, 'snapshots' | 'record' | 'recordBonds' | 'removeOld'>
  clock: Clock
  pace: ImportPace
}

export type ImportOrder = {
  /** The account to import for, with its permissions. */
  actor: Actor
  /** The author of the changes. */
  author: Author
  file: ImportFile
  /** The name of the file: its full path. */
  source: string
  /** Computes the result of each row without changing anything. */
  isDryRun: boolean
  /** Imports nothing if a row is rejected. */
  isAllOrNothing: boolean
  /** Starts from the top, whatever an earlier import of this file did. */
  isAgain: boolean
  /** The stored import to start or continue with its file. */
  importId?: bigint
  /** Whether a row may choose the id of a new animal. */
  choosesIds: boolean
  /** Whether it never counts as finished, so that it can be undone without a time limit. */
  staysOpen?: true
  /** Called in each transaction, before its rows. Throws if they must not be imported. */
  guard?: ((trx: Trx) => Promise<void>) | undefined
  report: ErrorReport
  /** Stops the import between two transactions. */
  stopping: AbortSignal
  onProgress?: (progress: ImportProgress) => void
  onNote?: (note: string) => void
  onRows?: (outcomes: readonly RowOutcome[]) => void
}

/** The result of a row. */
export type RowOutcome = {
  kind: 'added' | 'updated' | 'unchanged' | 'refused' | 'leftOut'
  line: number
  /** Empty if the row has no readable name. */
  name: string
  reason?: string
}

type ImportProgress = { bytes: number } & Tally

export type ImportResult = Tally & {
  state: 'done' | 'checked' | 'refused' | 'done before'
  /** Rows that an earlier run has processed. */
  rowsBefore: number
  /** Undoes the import; undefined for a dry run. */
  importId?: bigint
  digest?: string
  /** The values left out of imported rows. */
  left?: LeftOut
}

const MAX_ATTEMPTS = 5

const nothing: Tally = { rows: 0, added: 0, updated: 0, unchanged: 0, refused: 0, reportLength: 0 }

export type ImportService = ReturnType<typeof importService>

/** Imports animals from a file, each row once, however often the import is killed and repeated. */
export const importService = ({ database, upserts, details, changes, clock, pace }: Deps) => {
  const bonds = importBonds({ database, details, changes, clock, pace })

  const run = async (order: ImportOrder): Promise<ImportResult> => {
    const digest = await order.file.digest()
    if (order.importId !== undefined) return runStored(order, order.importId, digest)
    const before = order.isAgain ? undefined : await findImport(database.read, digest)
    if (before?.finishedAtMs !== undefined && !order.isDryRun) {
      return { ...before, state: 'done before', rowsBefore: before.rows, importId: before.id }
    }
    const unfinished = before?.finishedAtMs === undefined ? before : undefined
    if (!unfinished && !order.isAgain && !order.isDryRun) await checkUnchanged(order.source)
    if (order.isDryRun || (order.isAllOrNothing && !unfinished)) {
      const checked = await check(order, digest)
      if (order.isDryRun) return checked
      if (checked.refused > 0) {
        return { ...nothing, refused: checked.refused, state: 'refused', rowsBefore: 0 }
      }
    }
    await changes.removeOld()
    const begun = unfinished ? await resume(order, unfinished) : await begin(order, digest)
    if (begun.rows > 0) order.onNote?.(`Continuing after the ${counted(begun.rows, 'row')} already imported.`)
    return complete(order, begun, digest)
  }

  /** An import with an id: its requester is already in the audit log. */
  const runStored = async (order: ImportOrder, id: bigint, digest: string): Promise<ImportResult> => {
    if (order.isDryRun) return check(order, digest)
    await changes.removeOld()
    const begun = await database.write(({ query }) => startImport(query, { id, digest, nowMs: clock.nowMs() }))
    return complete(order, begun, digest)
  }

  const check = async (order: ImportOrder, digest: string): Promise<ImportResult> => {
    await order.report.resume(0)
    const left = leftOut()
    const tally = await pass(order, { digest, left })
    details.forgetCategories()
    return { ...tally, digest, state: 'checked', rowsBefore: 0, left: left.all() }
  }

  const complete = async (order: ImportOrder, begun: Import, digest: string): Promise<ImportResult> => {
    if (!(await order.report.resume(begun.reportLength))) {
      order.onNote?.('The report of the earlier run is missing: the new one only has later rows.')
    }
    // Neither the server nor this import may assign an id that a later row has.
    const highest = order.choosesIds ? await order.file.highestId() : 0n
    if (highest > 0n) await upserts.reserveIds(highest)
    const left = leftOut()
    const tally = await pass(order, { digest, left, begun })
    const reportLength = left.hasBonds
      ? await bonds.set({ ...order, digest, importId: begun.id }, tally.reportLength, (values) =>
          left.addDone({ valuesLeftOut: values }),
        )
      : tally.reportLength
    if (!order.staysOpen) await database.write((trx) => finishImport(trx.query, begun.id, clock.nowMs()))
    const done = { state: 'done', rowsBefore: begun.rows, importId: begun.id, digest } as const
    return { ...tally, ...done, reportLength, left: left.all() }
  }

  /** Prevents rows without an id from being added twice. */
  const checkUnchanged = async (source: string): Promise<void> => {
    const other = await findUnfinishedImport(database.read, source)
    if (!other || other.rows === 0) return
    throw new ImportFault(
      `an import of this file stopped after ${counted(other.rows, 'row')}, and the file or its options have changed since; ` +
        'to import it from the top, adding rows without an id once more, use --again',
    )
  }

  const begin = (order: ImportOrder, digest: string): Promise<Import> =>
    database.writeAs(order.author, async (trx) => {
      const { source } = order
      const [accountId, nowMs] = [order.actor.accountId, clock.nowMs()]
      const begun = await beginImport(trx.query, { source, digest, accountId, nowMs })
      trx.record({ kind: 'import begun', id: begun.id })
      return begun
    })

  /** The author may differ from the one who started it. */
  const resume = ({ author }: ImportOrder, begun: Import): Promise<Import> =>
    database.writeAs(author, async (trx) => {
      trx.record({ kind: 'import begun', id: begun.id })
      return begun
    })

  /** One pass through the file; without a position to continue from, it only checks. */
  const pass = async (
    order: ImportOrder,
    { digest, left, begun }: { digest: string; left: Left; begun?: Import },
  ): Promise<Tally> => {
    const seen = seenIds()
    let tally: Tally = begun ?? nothing
    let toSkip = tally.rows
    let waiting: ImportRow[] = []
    let size = pace.firstRows
    let least = pace.minRows
    let freeAtMs = 0
    const { actor, author } = order

    const commit = async (bytes: number): Promise<void> => {
      order.stopping.throwIfAborted()
      const next = nextBatch(waiting, size)
      waiting = waiting.slice(next.length)
      // Outside the transaction, as it may wait for others.
      const rows = await details.prepare(next, { actor, author, importId: begun?.id })
      for (const row of rows) left.addDone({ valuesLeftOut: valuesLeftOutOf(row) })
      const pausedMs = freeAtMs - clock.steadyMs()
      if (pausedMs > 0) await sleep(pausedMs)
      // Checked before failed downloads are recorded.
      order.stopping.throwIfAborted()
      const startedAtMs = clock.steadyMs()
      const committed = await commitRows(order, { rows, before: tally, id: begun?.id, left })
      const { workMs } = committed
      tally = committed.after
      freeAtMs = clock.steadyMs() + pace.pauseMs(clock.steadyMs() - startedAtMs)
      size = nextSize(pace, { size, rows: batchSize(next), workMs, least })
      order.onProgress?.({ ...tally, bytes })
    }

    for await (const { rows, bytes, headerRows } of order.file.rows(digest)) {
      for (let count = 0; count < headerRows; count += 1) left.addOther('header')
      const animals = rows.filter((row): row is ImportRow => {
        const isOther = 'isOther' in row
        if (isOther) left.addOther(row.isMerged ? 'merged' : 'other', row.noPlace)
        return !isOther
      })
      for (const row of await details.replaceDeparted(actor, animals)) {
        const once = withoutTwin(row, seen)
        left.add(once)
        if (row.details) {
          least = Math.min(pace.minRows, pace.fewRows)
          if (details.hasPhotos) size = Math.min(size, pace.fewRows)
        }
        if (toSkip > 0) {
          toSkip -= 1
          left.addDone({ valuesLeftOut: valuesLeftOutOf(once) })
        } else waiting.push(once)
      }
      while (waiting.length >= size) await commit(bytes)
    }
    while (waiting.length > 0) await commit(Number.POSITIVE_INFINITY)
    return tally
  }

  /** Commits rows, their events, the counts and the progress in one transaction. */
  const commitRows = async (
    order: ImportOrder,
    { rows, before, id, left }: Batch,
  ): Promise<{ after: Tally; workMs: number }> => {
    let startedAtMs = 0
    const workMs = () => clock.steadyMs() - startedAtMs
    for (let attempt = 1; ; attempt += 1) {
      try {
        const committed = await database.writeAs(order.author, async (trx) => {
          startedAtMs = clock.steadyMs()
          await order.guard?.(trx)
          const done = await upsert(trx, order, { rows, id })
          const { outcomes, rejectedRows, remarks } = done
          if (id !== undefined && order.isAllOrNothing && rejectedRows[0]) {
            throw new ImportFault(
              `line ${rejectedRows[0].line} was rejected in the meantime; the rows before it were imported`,
            )
          }
          const reported = [...rejectedRows, ...remarks].sort((one, other) => one.line - other.line)
          const tally = tallied(before, outcomes, rows.length, rejectedRows.length)
          // A dry run writes nothing that would not be rolled back.
          if (id === undefined) throw new DryRunRollback(tally, reported, done)
          const reportLength = await order.report.write(before.reportLength, reported, trx.query)
          const after = { ...tally, reportLength }
          const progress = { id, from: before.rows, to: after, nowMs: clock.nowMs() }
          if (!(await advanceImport(trx.query, progress))) {
            throw new ImportFault('another import of this file is running')
          }
          // The consequences are part of what the rows cost.
          await trx.settle()
          return { after, done, workMs: workMs() }
        })
        const { done } = committed
        left.addDone(done.counts)
        order.onRows?.(done.rowOutcomes)
        return committed
      } catch (error) {
        if (error instanceof DryRunRollback) {
          const { tally, done } = error
          left.addDone(done.counts)
          order.onRows?.(done.rowOutcomes)
          const spentMs = workMs()
          const reportLength = await order.report.write(before.reportLength, error.reported)
          return { after: { ...tally, reportLength }, workMs: spentMs }
        }
        // Another client has added an animal with such an id: now it can be changed.
        if (!(error instanceof NotUnique) || attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  const upsert = async (
    trx: Trx<DetailedChange>,
    { actor, choosesIds }: ImportOrder,
    { rows, id }: { rows: ImportRow[]; id: bigint | undefined },
  ) => {
    const isDryRun = id === undefined
    const sound = rows.filter((row): row is ReadyRow => row.pet !== undefined)
    const identified = await details.identify(trx, actor, sound)
    const taken = identified.filter(({ pet }) => pet !== undefined)
    const pets = taken.flatMap(({ pet }) => pet ?? [])
    const known = pets.flatMap(({ id: petId }) => petId ?? [])
    const before = isDryRun ? new Map() : await changes.snapshots(trx.query, known)
    const upserted = await upserts.upsertMany(trx, pets, { actor, isDryRun, choosesIds })
    const rejected = new Map<ImportRow, Fault[]>()
    for (const { row, other } of identified) if (other) rejected.set(row, [takenId(other)])
    const remarks = rows.flatMap((row) => (row.faults ? [] : remarksOf(row)))
    const counts = { photosAdded: 0, valuesLeftOut: 0, markedAsLeft: 0, published: 0 }
    for (const [at, done] of upserted.entries()) {
      const { row } = taken[at] as Identified
      const { petId } = done
      if (done.outcome instanceof HttpError) {
        rejected.set(row, faultsOf(done.outcome))
        continue
      }
      if (row.details || row.images) {
        const owner = actorFor(row.pet, actor)
        const applied = petId === undefined ? details.preview(row) : await details.apply(trx, owner, { petId, row })
        if (applied.isChanged && done.outcome === 'unchanged') done.outcome = 'updated'
        counts.photosAdded += applied.photosAdded
        counts.valuesLeftOut += applied.notes.length
        if (applied.isPublished && row.pet.status !== 'sold') counts.published += 1
        remarks.push(...remarksOf({ ...row, notes: applied.notes }))
      }
      if (row.leaves !== undefined) {
        if (done.outcome === 'updated') counts.markedAsLeft += 1
        remarks.push(...remarksOf({ ...row, notes: [leavesNote(row.leaves, row.pet.name)] }))
      }
    }
    const changed = upserted.flatMap(({ outcome, petId }) =>
      (outcome === 'added' || outcome === 'updated') && petId !== undefined ? petId : [],
    )
    if (id !== undefined) await changes.record(trx.query, id, changed, before)
    const rejectedRows = rows.flatMap((row): RejectedRow[] => {
      const faults = row.faults ?? rejected.get(row)
      return faults ? [{ line: row.line, raw: row.raw, faults }] : []
    })
    const kinds = new Map<ImportRow, string>()
    for (const [at, { outcome }] of upserted.entries()) {
      if (typeof outcome === 'string') kinds.set((taken[at] as Identified).row, outcome)
    }
    const rowOutcomes = rows.map((row) => outcomeOf(row, kinds.get(row), rejected.get(row)))
    return { outcomes: upserted, rejectedRows, remarks, counts, rowOutcomes }
  }

  return { run }
}

type Done = { counts: Parameters<Left['addDone']>[0]; rowOutcomes: readonly RowOutcome[] }

/** Rolls back a dry run. */
class DryRunRollback extends Error {
  readonly tally: Tally
  readonly reported: readonly RejectedRow[]
  readonly done: Done
  constructor(tally: Tally, reported: readonly RejectedRow[], done: Done) {
    super('a dry run changes nothing')
    this.tally = tally
    this.reported = reported
    this.done = done
  }
}

const outcomeOf = (row: ImportRow, kind: string | undefined, rejected: readonly Fault[] | undefined): RowOutcome => {
  const { line } = row
  const name = row.pet?.name ?? row.departed?.name ?? ''
  if (row.departed) return { kind: 'leftOut', line, name, reason: row.departed.status }
  const faults = row.faults ?? rejected
  if (faults || kind === undefined) {
    const [fault] = faults ?? []
    const reason = fault && `${fault.field} ${fault.message}`.trim()
    return { kind: 'refused', line, name, ...(reason !== undefined && { reason }) }
  }
  const reason = row.leaves
  // Only these three are left.
  const own = kind as 'added' | 'updated' | 'unchanged'
  return { kind: own, line, name, ...(reason !== undefined && { reason }) }
}

/** How many values of an animal were left out, without notes on the row as a whole. */
const valuesLeftOutOf = ({ pet, notes = [] }: ImportRow): number =>
  pet ? notes.filter(({ code }) => code !== 'merged_row').length : 0

const leavesNote = (status: string, name: string): Note =>
  noteOf('status', `has left: ${status}. It is unpublished and \`sold\` here too`, name, 'left_shelter')

const takenId = ({ id, name }: { id: bigint; name: string }): Fault => ({
  field: 'externalId',
  code: 'other_animal',
  message: `is the id of ${name} (${id}), in another category. Is this a file of another system?`,
})

type Left = ReturnType<typeof leftOut>
type Batch = { rows: ImportRow[]; before: Tally; id: bigint | undefined; left: Left }

/** The row, or an error if its id was on an earlier line. */
const withoutTwin = (row: ImportRow, seen: ReturnType<typeof seenIds>): ImportRow => {
  const { line, raw, pet, details, about } = row
  const id = pet?.id ?? digestOfId(details?.externalId)
  if (id === undefined) return row
  const first = seen.add(id, line)
  if (first === undefined) return row
  const field = pet?.id === undefined ? (about?.idField ?? 'externalId') : 'id'
  const message = `has the same ${field} as line ${first}`
  return { line, raw, faults: [{ field, code: 'duplicate_row', message }] }
}

/** The digest of an id in another system, which may be any text, takes only 8 bytes. */
const digestOfId = (id: string | undefined): bigint | undefined =>
  id === undefined ? undefined : createHash('sha256').update(id).digest().readBigInt64BE()

const tallied = (before: Tally, outcomes: Upserted[], rows: number, refused: number): Tally => {
  const after = { ...before, rows: before.rows + rows, refused: before.refused + refused }
  for (const { outcome } of outcomes) if (typeof outcome === 'string') after[outcome] += 1
  return after
}

const faultsOf = ({ code, message, errors }: HttpError): Fault[] =>
  errors ?? [
    {
      field: code === 'invalid_transition' || code === 'pet_has_open_order' ? 'status' : '',
      code,
      message,
    },
  ]
