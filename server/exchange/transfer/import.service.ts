import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PetUpserts, Upserted } from '../../animals/pets/pet-upserts.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import { type Fault, HttpError } from '../../platform/http/http-error.ts'
import { type Database, NotUnique, type Trx } from '../../platform/storage/database.ts'
import { type Actor, actorFor } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import type {
  AnimalDetails,
  DetailedChange,
  Identified,
  ReadyRow,
} from './animal-details.service.ts'
import type { ErrorReport, RejectedRow } from './error-report.ts'
import type { ImportChange } from './import-change.ts'
import type { ImportChanges } from './import-changes.service.ts'
import { digestOf, highestId, readRows } from './import-file.ts'
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
import { seenIds } from './seen-ids.ts'
import { ImportFault, type RowReading } from './transfer.ts'

type Deps = {
  database: Database<DetailedChange | ImportChange, Author>
  upserts: PetUpserts
  details: AnimalDetails
  changes: Pick<ImportChanges, 'snapshots' | 'record' | 'removeOld'>
  clock: Clock
  /** Between two transactions the database is left to others for this long. */
  pauseMs: number
}

export type ImportOrder = {
  /** Whose account it is for, with what they may do there. */
  actor: Actor
  /** In whose name the animals are added and changed. */
  author: Author
  /** Where the file is read. */
  path: string
  /** What it is called: its full path. */
  source: string
  reading: RowReading
  /** Reports what would become of the rows, and changes nothing. */
  isDryRun: boolean
  /** Imports nothing if a row is rejected. */
  isAllOrNothing: boolean
  /** Begins at the top, whatever has become of this file before. */
  isAgain: boolean
  /** The id that it has already. */
  importId?: bigint
  report: ErrorReport
  /** Ends the import between two transactions. */
  stopping: AbortSignal
  onProgress?: (progress: ImportProgress) => void
  onNote?: (note: string) => void
}

type ImportProgress = { bytes: number } & Tally

export type ImportResult = Tally & {
  state: 'done' | 'checked' | 'refused' | 'done before'
  /** Rows that an earlier run had dealt with. */
  rowsBefore: number
  /** By which it can be undone; none of a dry run. */
  importId?: bigint
  /** What did not go in of the rows that did. */
  left?: LeftOut
}

/** A transaction keeps all other writers waiting, and should not be longer. */
const TRANSACTION_MS = 150
const MIN_ROWS = 200
const FIRST_ROWS = 1_000
/** Of rows that say more of their animals, or have photos to fetch first. */
const FEW_ROWS = 50
const MAX_ROWS = 8_000
const MAX_ATTEMPTS = 5

const nothing: Tally = { rows: 0, added: 0, updated: 0, unchanged: 0, refused: 0, reportBytes: 0 }

/** Animals from a file, each row once, however often the import is killed and run again. */
export const importService = ({ database, upserts, details, changes, clock, pauseMs }: Deps) => {
  const run = async (order: ImportOrder): Promise<ImportResult> => {
    const digest = await digestOf(order, order.reading)
    const before = order.isAgain ? undefined : await findImport(database.read, digest)
    if (before?.finishedAtMs !== undefined && !order.isDryRun) {
      return { ...before, state: 'done before', rowsBefore: before.rows, importId: before.id }
    }
    const unfinished = before?.finishedAtMs === undefined ? before : undefined
    if (!unfinished && !order.isAgain && !order.isDryRun) await checkUnchanged(order.source)
    if (order.isDryRun || (order.isAllOrNothing && !unfinished)) {
      order.report.resume(0)
      const left = leftOut()
      const tally = await pass(order, { digest, left })
      details.forgetCategories()
      if (order.isDryRun) return { ...tally, state: 'checked', rowsBefore: 0, left: left.all() }
      if (tally.refused > 0) {
        return { ...nothing, refused: tally.refused, state: 'refused', rowsBefore: 0 }
      }
    }
    await changes.removeOld()
    const begun = unfinished ? await goOn(order, unfinished) : await begin(order, digest)
    if (begun.rows > 0)
      order.onNote?.(`Going on after the ${counted(begun.rows, 'row')} already imported.`)
    if (!order.report.resume(begun.reportBytes)) {
      order.onNote?.('The report of the earlier run is gone: the new one has later rows only.')
    }
    // Neither the server nor this import may assign an id that a later row has.
    const highest = await highestId(order, order.reading)
    if (highest > 0n) await upserts.reserveIds(highest)
    const left = leftOut()
    const tally = await pass(order, { digest, left, begun })
    if (left.hasBonds) await bondAll(order, { digest, left, tally })
    await database.write((trx) => finishImport(trx.query, begun.id, clock.nowMs()))
    const done = { state: 'done', rowsBefore: begun.rows, importId: begun.id } as const
    return { ...tally, ...done, left: left.all() }
  }

  /** Animals that belong together, once all of them are there. */
  const bondAll = async (
    order: ImportOrder,
    { digest, left, tally }: { digest: string; left: Left; tally: Tally },
  ): Promise<void> => {
    let reportBytes = tally.reportBytes
    for await (const { rows } of readRows(order, order.reading, digest)) {
      const bonded = rows.filter((row): row is ReadyRow => !('isOther' in row) && isBonded(row))
      if (bonded.length === 0) continue
      const notes = await database.writeAs(order.author, (trx) =>
        details.bond(trx, order.actor, bonded),
      )
      const remarked = [...notes].map(([row, found]) => remarkOf({ ...row, notes: found }))
      const report = remarked.flatMap(({ report }) => report)
      for (const { faults } of report) left.note(faults.length)
      reportBytes = order.report.write(reportBytes, report)
    }
  }

  /** Rows without an id would go in a second time. */
  const checkUnchanged = async (source: string): Promise<void> => {
    const other = await findUnfinishedImport(database.read, source)
    if (!other || other.rows === 0) return
    throw new ImportFault(
      `an import of this file stopped after ${counted(other.rows, 'row')}, and the file has changed since, or is read otherwise; ` +
        'to import it from the top, where rows without an id are added once more, say --again',
    )
  }

  const begin = (order: ImportOrder, digest: string): Promise<Import> =>
    database.writeAs(order.author, async (trx) => {
      const { source, importId: id } = order
      const [accountId, nowMs] = [order.actor.accountId, clock.nowMs()]
      const begun =
        id === undefined
          ? await beginImport(trx.query, { source, digest, accountId, nowMs })
          : await startImport(trx.query, { id, digest, nowMs })
      trx.record({ kind: 'import begun', id: begun.id })
      return begun
    })

  /** Not necessarily the one who began it. */
  const goOn = ({ author }: ImportOrder, begun: Import): Promise<Import> =>
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
    let size = FIRST_ROWS
    let least = MIN_ROWS
    let freeAtMs = 0
    const isDryRun = begun === undefined
    const { actor, author } = order

    const commit = async (bytes: number): Promise<void> => {
      const next = waiting.slice(0, size)
      waiting = waiting.slice(size)
      // Outside of the transaction, as it may wait for others.
      const rows = await details.prepare(next, { actor, author, isDryRun })
      for (const row of rows) if (row.pet) left.note(row.notes?.length ?? 0)
      const pausedMs = freeAtMs - clock.steadyMs()
      if (pausedMs > 0) await sleep(pausedMs)
      // Also before it is written down that photos were not fetched.
      order.stopping.throwIfAborted()
      const startedAtMs = clock.steadyMs()
      tally = await commitRows(order, { rows, before: tally, id: begun?.id, left })
      const tookMs = clock.steadyMs() - startedAtMs
      freeAtMs = clock.steadyMs() + pauseMs
      const wanted = Math.round((rows.length * TRANSACTION_MS) / Math.max(1, tookMs))
      size = Math.min(MAX_ROWS, Math.max(least, Math.min(wanted, size * 2)))
      order.onProgress?.({ ...tally, bytes })
    }

    for await (const { rows, bytes, headerRows } of readRows(order, order.reading, digest)) {
      for (let count = 0; count < headerRows; count += 1) left.addOther('header')
      for (const row of rows) {
        if ('isOther' in row) {
          left.addOther('other', row.noPlace)
          continue
        }
        const once = withoutTwin(row, seen)
        left.add(once)
        if (row.details)
          [least, size] = [FEW_ROWS, Math.min(size, details.hasPhotos ? FEW_ROWS : size)]
        if (toSkip > 0) toSkip -= 1
        else waiting.push(once)
      }
      while (waiting.length >= size) await commit(bytes)
    }
    while (waiting.length > 0) await commit(Number.POSITIVE_INFINITY)
    return tally
  }

  /** Rows, their events, the counts and how far the import has come are in one transaction: all of it, or nothing. */
  const commitRows = async (
    order: ImportOrder,
    { rows, before, id, left }: Batch,
  ): Promise<Tally> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { after, photos, notes } = await database.writeAs(order.author, async (trx) => {
          const done = await upsert(trx, order, { rows, id })
          const { outcomes, rejectedRows, remarks } = done
          if (id !== undefined && order.isAllOrNothing && rejectedRows[0]) {
            throw new ImportFault(
              `line ${rejectedRows[0].line} was rejected meanwhile; the rows before it were imported`,
            )
          }
          const reported = [...rejectedRows, ...remarks].sort((one, other) => one.line - other.line)
          const reportBytes = order.report.write(before.reportBytes, reported)
          const after = {
            ...tallied(before, outcomes, rows.length, rejectedRows.length),
            reportBytes,
          }
          if (id === undefined) throw new LookedOnly(after)
          const progress = { id, from: before.rows, to: after, nowMs: clock.nowMs() }
          if (!(await advanceImport(trx.query, progress))) {
            throw new ImportFault('another import of this file is running')
          }
          return { after, photos: done.photosAdded, notes: done.notes }
        })
        left.addPhotos(photos)
        left.note(notes)
        return after
      } catch (error) {
        if (error instanceof LookedOnly) return error.tally
        // Another client has added an animal with such an id: now it can be changed.
        if (!(error instanceof NotUnique) || attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  const upsert = async (
    trx: Trx<DetailedChange>,
    { actor }: ImportOrder,
    { rows, id }: { rows: ImportRow[]; id: bigint | undefined },
  ) => {
    const isDryRun = id === undefined
    const sound = rows.filter((row): row is ReadyRow => row.pet !== undefined)
    const identified = await details.identify(trx, actor, sound)
    const taken = identified.filter(({ pet }) => pet !== undefined)
    const pets = taken.flatMap(({ pet }) => pet ?? [])
    const known = pets.flatMap(({ id: petId }) => petId ?? [])
    const before = isDryRun ? new Map() : await changes.snapshots(trx.query, known)
    const upserted = await upserts.upsertMany(trx, pets, { actor, isDryRun })
    const rejected = new Map<ImportRow, Fault[]>()
    for (const { row, other } of identified) if (other) rejected.set(row, [takenId(other)])
    const remarks = rows.flatMap((row) => (row.faults ? [] : remarkOf(row).report))
    let photosAdded = 0
    let notes = 0
    for (const [at, done] of upserted.entries()) {
      const { row } = taken[at] as Identified
      if (done.outcome instanceof HttpError) rejected.set(row, faultsOf(done.outcome))
      else if (done.petId !== undefined && (row.details || row.images)) {
        const owner = actorFor(row.pet, actor)
        const applied = await details.apply(trx, owner, { petId: done.petId, row })
        if (applied.isChanged && done.outcome === 'unchanged') done.outcome = 'updated'
        photosAdded += applied.photosAdded
        notes += applied.notes.length
        remarks.push(...remarkOf({ ...row, notes: applied.notes }).report)
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
    return { outcomes: upserted, rejectedRows, remarks, photosAdded, notes }
  }

  return { run }
}

/** Ends a transaction that was only to find out. */
class LookedOnly extends Error {
  readonly tally: Tally
  constructor(tally: Tally) {
    super('a dry run changes nothing')
    this.tally = tally
  }
}

const takenId = ({ id, name }: { id: bigint; name: string }): Fault => ({
  ...{ field: 'externalId', code: 'other_animal' },
  message: `is the id of ${name} (${id}), in another category: is this file of another system?`,
})

type Left = ReturnType<typeof leftOut>
type Batch = { rows: ImportRow[]; before: Tally; id: bigint | undefined; left: Left }

const isBonded = (row: ImportRow): row is ReadyRow =>
  row.details !== undefined &&
  (row.details.bondedWith.length > 0 || (row.details.profile.bondedWith?.length ?? 0) > 0)

/** A row whose values were left out in part, as the report has it. */
const remarkOf = (row: ImportRow): { report: RejectedRow[] } => ({
  report: row.notes?.length ? [{ line: row.line, raw: row.raw, faults: row.notes }] : [],
})

/** The row, or the error that its id was on an earlier line. */
const withoutTwin = (row: ImportRow, seen: ReturnType<typeof seenIds>): ImportRow => {
  const id = row.pet?.id ?? digestOfId(row.details?.externalId)
  if (id === undefined) return row
  const first = seen.add(id, row.line)
  if (first === undefined) return row
  const message = `has the id of line ${first}`
  return { line: row.line, raw: row.raw, faults: [{ field: 'id', code: 'duplicate_row', message }] }
}

/** Of an id in another system, which may be any text: its digest takes 8 bytes. */
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
