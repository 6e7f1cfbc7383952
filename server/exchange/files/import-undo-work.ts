import type { DueWorkHandler } from '../../platform/due-work/handler.ts'
import { IMPORTS_AT_ONCE, importWork, isOfUnclaimedImport } from './import-lease.ts'
import type { LeaseImport } from './import-leases.ts'
import type { ImportUndos } from './import-undo.service.ts'

type Deps = {
  undos: Pick<ImportUndos, 'run'>
  lease: LeaseImport
  listUnqueued: NonNullable<DueWorkHandler['listUnqueued']>
}

/** Undoes imports that were queued for it. */
export const undoWork = ({ undos, lease, listUnqueued }: Deps): DueWorkHandler => ({
  kind: importWork.undo,
  atOnce: IMPORTS_AT_ONCE,
  isReady: isOfUnclaimedImport,
  listUnqueued,
  async run(job) {
    await lease(job)
    await undos.run({ id: BigInt(job.key), signal: job.signal, check: job.check })
  },
})
