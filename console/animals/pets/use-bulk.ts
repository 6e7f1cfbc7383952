import type { Animal } from '@adoption-store/client'
import { useRef, useState } from 'react'
import { formatCounted } from '../../platform/number-format.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { refresh, slowRefresh } from '../../platform/refresh.ts'
import { toast } from '../../platform/toast.tsx'
import { reportTrouble } from '../../platform/trouble.ts'
import { useUnsavedDialog } from '../../platform/unsaved.ts'
import { useStore } from '../../session/session.ts'
import type { AnimalSelection } from './animal-selection.ts'
import type { BulkAction } from './bulk-actions.ts'
import { type BulkChange, changeAll, type Outcome, type Progress } from './bulk-work.ts'

export type Failed = Outcome & {
  action: BulkAction
  /** Repeats it for the animals that failed; absent for an undo. */
  again?: () => void
}

/** The list is behind the dialog with the progress, so it need not follow each batch. */
const REFRESH_MS = 30_000

/** Runs actions. Animals that could not be changed stay selected, for another try. */
export const useBulk = (keep: AnimalSelection['keep']) => {
  const store = useStore()
  const [progress, setProgress] = useState<Progress>()
  const [failed, setFailed] = useState<Failed>()
  const stopping = useRef<AbortController>(undefined)
  useUnsavedDialog(() => progress !== undefined)

  const change = async (animals: readonly Animal[], changeOf: (animal: Animal) => BulkChange) => {
    const stopped = new AbortController()
    stopping.current = stopped
    setProgress({ done: 0, total: animals.length })
    const endSlow = slowRefresh(REFRESH_MS)
    try {
      return await changeAll(animals, changeOf, {
        store,
        signal: stopped.signal,
        onProgress: setProgress,
      })
    } catch (error) {
      return { done: [], failed: animals.map((animal) => ({ animal, error })) }
    } finally {
      setProgress(undefined)
      endSlow()
      refresh([queryKeys.animals, queryKeys.allPetsById])
    }
  }

  const run = async (action: BulkAction, animals: readonly Animal[]): Promise<void> => {
    setFailed(undefined)
    const needed = animals.filter(action.isNeeded)
    const outcome = await change(needed, action.changeOf)
    const done = new Set(outcome.done)
    keep(needed.filter((animal) => !done.has(animal)))
    const [first] = outcome.failed
    if (first) {
      reportTrouble(outcome.failed.at(-1)?.error)
      const left = outcome.failed.map(({ animal }) => animal)
      return setFailed({ ...outcome, action, again: () => void run(action, left) })
    }
    const text = action.done(formatCounted(done.size, 'animal'))
    // In place of the message about an earlier action, which can no longer be undone.
    toast({ text, undo: undoOf(action, outcome), id: 'bulk' })
  }

  /** Offered if every change can be undone. */
  const undoOf = (action: BulkAction, { done }: Outcome) => {
    const before = new Map(done.map((animal) => [animal, action.undoOf(animal)]))
    if (done.length === 0 || [...before.values()].includes(undefined)) return undefined
    return async () => {
      // Checked above.
      const undone = await change(done, (animal) => before.get(animal) ?? action.changeOf(animal))
      if (undone.failed.length > 0) setFailed({ ...undone, action })
    }
  }

  const stop = () => stopping.current?.abort()
  return { run, stop, progress, failed, close: () => setFailed(undefined) }
}
