import { fairQueue } from './fair-queue.ts'

/** Runs tasks, at most `atOnce` at a time. Owners take turns, so that one owner's many tasks do not delay the others'. */
export const fairLimit = (atOnce: number) => {
  const waiting = fairQueue<() => void>()
  let running = 0

  const next = (): void => {
    const begin = running < atOnce ? waiting.take() : undefined
    if (!begin) return
    running += 1
    begin()
  }

  return async <Result>(owner: string, task: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((resolve) => {
      waiting.add(owner, resolve)
      next()
    })
    try {
      return await task()
    } finally {
      running -= 1
      next()
    }
  }
}
