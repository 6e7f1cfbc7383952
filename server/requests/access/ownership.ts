import { requestError } from '../errors/request.errors.ts'
import type { Scope } from './scope.ts'

/** A caller who acts for an account or for the store, and their permissions. */
export type Actor = { accountId: bigint; scopes: ReadonlySet<Scope>; actsForStore: boolean }

/** Throws `not_owner` if the owner is another account. */
export const checkOwner = (actor: Actor, ownerId: bigint): void => {
  if (!isOwner(actor, ownerId)) throw requestError('not_owner')
}

export const isOwner = (actor: Pick<Actor, 'accountId' | 'actsForStore'>, ownerId: bigint): boolean =>
  actor.actsForStore || actor.accountId === ownerId

/** The account whose data an actor sees; undefined means all accounts. */
export const visibleAccount = (actor: Pick<Actor, 'accountId' | 'actsForStore'>): bigint | undefined =>
  actor.actsForStore ? undefined : actor.accountId

/**
 * Returns the account that an actor asks for, if they may see it. Throws `not_owner` for an account other than their
 * own.
 */
export const requestedAccount = (actor: Actor, accountId: bigint | undefined): bigint | undefined => {
  if (accountId !== undefined) checkOwner(actor, accountId)
  return accountId ?? visibleAccount(actor)
}

/**
 * The scopes that an actor may grant to a key. `admin` reaches every account, so actors of a single account cannot
 * grant it.
 */
export const grantableScopes = ({ scopes, actsForStore }: Actor): ReadonlySet<Scope> =>
  actsForStore ? scopes : new Set([...scopes].filter((scope) => scope !== 'admin'))

/** Narrows the actor to the named account, so that it cannot reach other accounts' animals. */
export const actorFor = ({ accountId }: { accountId?: bigint }, actor: Actor): Actor =>
  accountId === undefined ? actor : { ...actor, accountId }
