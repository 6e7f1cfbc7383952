import { ApiError } from '../errors/api-error.ts'
import type { Scope } from './scope.ts'

/** Who acts: for an account or for the store itself, and what they may do. */
export type Actor = { accountId: bigint; scopes: ReadonlySet<Scope>; actsForStore: boolean }

/** Throws `not_owner` for what belongs to another account. */
export const checkOwner = (actor: Actor, ownerId: bigint): void => {
  if (!isOwner(actor, ownerId)) throw new ApiError('not_owner')
}

export const isOwner = (
  actor: Pick<Actor, 'accountId' | 'actsForStore'>,
  ownerId: bigint,
): boolean => actor.actsForStore || actor.accountId === ownerId

/** Whose things somebody is shown: those of one account, or, undefined, of all. */
export const visibleAccount = (
  actor: Pick<Actor, 'accountId' | 'actsForStore'>,
): bigint | undefined => (actor.actsForStore ? undefined : actor.accountId)

/** The same of who asks for one account. Throws `not_owner` for another one than their own. */
export const askedAccount = (actor: Actor, accountId: bigint | undefined): bigint | undefined => {
  if (accountId !== undefined) checkOwner(actor, accountId)
  return accountId ?? visibleAccount(actor)
}

/**
 * What somebody may give to a key. `admin` reaches every account: who acts for one account alone does not have that.
 */
export const grantableScopes = ({ scopes, actsForStore }: Actor): ReadonlySet<Scope> =>
  actsForStore ? scopes : new Set([...scopes].filter((scope) => scope !== 'admin'))

/** What names an account is of that account, and of nobody else's animals. */
export const actorFor = ({ accountId }: { accountId?: bigint }, actor: Actor): Actor =>
  accountId === undefined ? actor : { ...actor, accountId }
