import { ApiError } from '../errors/api-error.ts'
import type { Scope } from './scope.ts'

/** Who acts: the account of a key, and the permissions of the key. */
export type Actor = { accountId: bigint; scopes: ReadonlySet<Scope> }

/** Whether this is the operator, who may act on everything of every account. */
export const actsForStore = ({ scopes }: Pick<Actor, 'scopes'>): boolean => scopes.has('admin')

/** Throws `not_owner` for what belongs to another account. */
export const checkOwner = (actor: Actor, ownerId: bigint): void => {
  if (!isOwner(actor, ownerId)) throw new ApiError('not_owner')
}

export const isOwner = (actor: Actor, ownerId: bigint): boolean =>
  actor.accountId === ownerId || actsForStore(actor)

/** Whose things somebody is shown: those of one account, or, undefined, of all. */
export const visibleAccount = (actor: Actor): bigint | undefined =>
  actsForStore(actor) ? undefined : actor.accountId
