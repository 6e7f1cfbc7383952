import type { AdoptionStore, Int64 } from '@adoption-store/client'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { signal } from '../../platform/signal.ts'
import { warnAtUnload } from '../../platform/unload.ts'
import type { ImportFile } from './import-file.ts'
import type { Counts, RejectedRow } from './import-outcome.ts'
import { importPart } from './import-part.ts'

export type ImportJob = Counts & {
  /** In whose session it runs. */
  store: AdoptionStore
  file: ImportFile
  /** Whose new animals are; left out, the reader's own. */
  accountId: Int64 | undefined
  /** Names its requests, so that one that is sent again does nothing twice. */
  runId: string
  state: 'running' | 'paused' | 'done'
  /** How many rows are through. */
  done: number
  rejected: readonly RejectedRow[]
  /** Why it paused; undefined if somebody asked for it. */
  error: unknown
}

/** At most one runs in a tab, also while other pages are shown. */
const job = signal<ImportJob | undefined>(undefined)

/** That of the reader's session. */
export const useImportJob = (store: AdoptionStore): ImportJob | undefined => {
  const current = job.use()
  return current?.store === store ? current : undefined
}

/** The most that a batch takes. */
const PART = 100

type Start = Pick<ImportJob, 'store' | 'file' | 'accountId'>

export const startImport = (start: Start): void => {
  const counts = { added: 0, updated: 0, unchanged: 0, done: 0 }
  const runId = crypto.randomUUID()
  job.set({ ...start, ...counts, runId, state: 'running', rejected: [], error: undefined })
  void run(runId)
}

/** What is on its way is finished first. */
export const pauseImport = (): void => change({ state: 'paused' })

export const resumeImport = (): void => {
  const current = job.get()
  if (current?.state !== 'paused') return
  change({ state: 'running', error: undefined })
  void run(current.runId)
}

/** For another file. */
export const endImport = (): void => job.set(undefined)

const change = (changes: Partial<ImportJob>): void => {
  const current = job.get()
  if (current) job.set({ ...current, ...changes })
}

let runningId: string | undefined

const run = async (runId: string): Promise<void> => {
  // Paused and resumed while a request is on its way: the same run goes on.
  if (runningId === runId) return
  runningId = runId
  const stopWarning = warnAtUnload(() => true)
  try {
    for (let now = job.get(); now?.runId === runId && now.state === 'running'; now = job.get()) {
      if (now.done >= now.file.rows.length) {
        change({ state: 'done' })
        break
      }
      await importNext(now)
    }
  } finally {
    runningId = undefined
    stopWarning()
    void queryClient.invalidateQueries({ queryKey: queryKeys.animals })
  }
}

const importNext = async ({ store, accountId, file, runId, done }: ImportJob): Promise<void> => {
  const rows = file.rows.slice(done, done + PART)
  try {
    const part = await importPart({ store, accountId, rows, key: `${runId}-${done}` })
    const now = job.get()
    if (now?.runId !== runId) return
    change({
      done: done + rows.length,
      added: now.added + part.added,
      updated: now.updated + part.updated,
      unchanged: now.unchanged + part.unchanged,
      rejected: [...now.rejected, ...part.rejected],
    })
  } catch (error) {
    if (job.get()?.runId === runId) change({ state: 'paused', error })
  }
}
