import type { Conditions } from './listing-conditions.repository.ts'
import type { Place } from './listings.repository.ts'

/** What decides in which lists a listing is, and where in their order. */
export type Standing = Place & { status: string; terms: ReadonlySet<string> }

/** Whether it is in the list of all that hold, where nothing is asked but for terms. */
export const isListed = (
  { status, terms }: Standing,
  conditions: Pick<Conditions, 'status' | 'groups'>,
): boolean =>
  status === conditions.status &&
  conditions.groups.every((group) => group.some((term) => terms.has(term)))
