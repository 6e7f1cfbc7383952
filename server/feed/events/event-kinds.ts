import type { Scope } from '../../requests/access/scope.ts'
import type { EventKinds, EventType } from '../../requests/api/event-type.ts'
import type { Reader } from './event.ts'

export type KnownEventTypes = ReturnType<typeof knownEventTypes>

/** The types of events that all modules contribute. */
export const knownEventTypes = (kinds: EventKinds) => {
  const all = Object.keys(kinds) as EventType[]
  const byName = new Map(Object.entries(kinds))

  /** The scope needed to read events of a type, in addition to the general one. */
  const scopeOf = (type: string): Scope | undefined => byName.get(type)?.scope

  return {
    all,
    scopeOf,
    isPrivate: (type: string): boolean => byName.get(type)?.isPrivate ?? false,
    showsPerson: (type: string): boolean => byName.get(type)?.showsPerson ?? false,

    /** The types that a reader may see, of `wanted` or of all. */
    readable({ scopes }: Pick<Reader, 'scopes'>, wanted: readonly string[] = all): EventType[] {
      const names = new Set(wanted)
      return all.filter((type) => {
        const scope = scopeOf(type)
        return names.has(type) && (scope === undefined || scopes.has(scope))
      })
    },
  }
}
