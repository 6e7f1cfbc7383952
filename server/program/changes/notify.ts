import type { Change } from './change.ts'
import { consequences } from './consequences.ts'
import type { Notified } from './notified.ts'

/** Who is notified of a change of each kind. */
const notifiedOf = Object.fromEntries(
  Object.entries(consequences).map(([kind, { event, notify = [] }]) => [
    kind,
    event ? [...notify, 'feed'] : notify,
  ]),
) as Record<Change['kind'], readonly (keyof Notified)[]>

/**
 * Notifies those whom committed changes concern. A promise when there is something to wait for: a writer who is waited for
 * by nobody else gets its response at once.
 */
export const notifyOf = (
  changes: readonly Change[],
  notified: Notified,
): Promise<unknown> | undefined => {
  const waits: Promise<unknown>[] = []
  for (const name of namesOf(changes)) {
    // Most writers make one change, and its names are those that are called.
    const some =
      changes.length === 1
        ? changes
        : changes.filter((change) => notifiedOf[change.kind].includes(name))
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

/** What was committed is acknowledged, whatever becomes of one of those who are notified; the others are all the same. */
const warn = (error: unknown): void => process.emitWarning(error as Error)
