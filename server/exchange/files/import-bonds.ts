import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Actor } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import type { AnimalDetails, DetailedChange, ReadyRow } from './animal-details.service.ts'
import type { ImportChange } from './import-change.ts'
import type { ImportChanges, Snapshot } from './import-changes.service.ts'
import type { ImportFile } from './import-file.ts'
import type { ImportPace } from './import-pace.ts'
import type { ImportRow } from './import-row.ts'
import { type ErrorReport, remarksOf } from './report-lines.ts'

type Deps = {
  database: Database<DetailedChange | ImportChange, Author>
  details: Pick<AnimalDetails, 'bond'>
  changes: Pick<ImportChanges, 'snapshots' | 'recordBonds'>
  clock: Pick<Clock, 'steadyMs'>
  pace: Pick<ImportPace, 'fewRows' | 'pauseMs'>
}

type Bonding = {
  actor: Actor
  author: Author
  file: Pick<ImportFile, 'rows'>
  digest: string
  importId: bigint
  report: Pick<ErrorReport, 'write'>
  stopping: AbortSignal
}

/** The bonds of imported animals, which are set once all animals exist. */
export const importBonds = ({ database, details, changes, clock, pace }: Deps) => {
  const bond = async (trx: Trx<DetailedChange>, { actor, importId }: Bonding, rows: readonly ReadyRow[]) => {
    const before = new Map<bigint, Snapshot>()
    const snapshot = async (ids: readonly bigint[]): Promise<void> => {
      const added = ids.filter((id) => !before.has(id))
      for (const [id, found] of await changes.snapshots(trx.query, added)) before.set(id, found)
    }
    const notes = await details.bond(trx, actor, rows, async (petId, bondedWith) => {
      await snapshot([petId, ...bondedWith])
      // The animals of bonds that end change too.
      await snapshot(before.get(petId)?.profile.shown.bondedWith ?? [])
    })
    await changes.recordBonds(trx.query, importId, before)
    return notes
  }

  return {
    /** Returns the new length of the report. */
    async set(bonding: Bonding, reportedLength: number, onLeftOut: (values: number) => void): Promise<number> {
      const { author, file, digest, report, stopping } = bonding
      let reportLength = reportedLength
      for await (const { rows } of file.rows(digest)) {
        const bonded = rows.filter((row): row is ReadyRow => !('isOther' in row) && isBonded(row))
        for (let at = 0; at < bonded.length; at += pace.fewRows) {
          stopping.throwIfAborted()
          const startedAtMs = clock.steadyMs()
          const some = bonded.slice(at, at + pace.fewRows)
          const notes = await database.writeAs(author, (trx) => bond(trx, bonding, some))
          const remarks = [...notes].flatMap(([row, found]) => remarksOf({ ...row, notes: found }))
          for (const { faults } of remarks) onLeftOut(faults.length)
          reportLength = await report.write(reportLength, remarks)
          await sleep(pace.pauseMs(clock.steadyMs() - startedAtMs))
        }
      }
      return reportLength
    },
  }
}

const isBonded = (row: ImportRow): row is ReadyRow =>
  row.details !== undefined && (row.details.bondedWith.length > 0 || (row.details.profile.bondedWith?.length ?? 0) > 0)
