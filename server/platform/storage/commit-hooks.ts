import type { Trx } from './database.ts'

type Effect = Parameters<Trx['onCommit']>[0]

/** What is to be done around the commit of one transaction. */
export const commitHooks = () => {
  const early: (() => Promise<void>)[] = []
  const last: (() => Promise<void>)[] = []
  const effects: Effect[] = []

  const beforeCommit: Trx['beforeCommit'] = (work, place) =>
    void (place === 'last' ? last : early).push(work)
  const onCommit: Trx['onCommit'] = (effect) => void effects.push(effect)

  return {
    beforeCommit,
    onCommit,

    /** Work may bring more of it. */
    async runBefore(): Promise<void> {
      for (let work = next(); work; work = next()) await work()
    },

    /**
     * What was committed is acknowledged, whatever becomes of its effects. A promise when there is one to wait for:
     * a writer that has only effects in this process is answered at once.
     */
    runAfter(): Promise<unknown> | undefined {
      const waits: Promise<unknown>[] = []
      for (const effect of effects) {
        try {
          const wait = effect()
          if (wait instanceof Promise) waits.push(wait.catch(warn))
        } catch (error) {
          warn(error)
        }
      }
      return waits.length > 0 ? Promise.all(waits) : undefined
    },
  }

  function next() {
    return early.shift() ?? last.shift()
  }
}

const warn = (error: unknown): void => process.emitWarning(error as Error)
