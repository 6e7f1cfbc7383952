import type { ExpressionBuilder } from 'kysely'
import type { WorkFilter } from '../../platform/due-work/handler.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

/** What is done with imports as due work, whose key is the import. */
export const importWork = { check: 'imports.check', run: 'imports.run', undo: 'imports.undo' } as const

/** Imports of each kind of work that a process works on at a time. One kind does not wait for another. */
export const IMPORTS_AT_ONCE = 2

/** The import of due work. */
export const importOfWork = ({ cast, ref }: ExpressionBuilder<Tables, 'due_work'>) =>
  cast<bigint>(ref('due_work.key'), 'bigint')

/** Our claim where programs of release 1.3.0 lease an import: in its own row. */
export const OUR_CLAIM = 'due work'

/** Whether no program of release 1.3.0 has leased an import. */
export const isUnclaimed =
  (nowMs: number) =>
  ({ or, eb }: ExpressionBuilder<Tables, 'imports'>) =>
    or([eb('claim', 'is', null), eb('claim', '=', OUR_CLAIM), eb('leased_until', '<=', instant(nowMs))])

/** Whether no program of release 1.3.0 has leased the import of due work. */
export const isOfUnclaimedImport =
  (nowMs: number): WorkFilter =>
  (work) =>
    work.not(
      work.exists(
        work
          .selectFrom('imports')
          .select('imports.id')
          .where('imports.id', '=', importOfWork(work))
          .where((eb) => eb.not(isUnclaimed(nowMs)(eb))),
      ),
    )
