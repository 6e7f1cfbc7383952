import type { Caller, KeyCaller, UserCaller } from '../../requests/access/caller.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { resource } from '../../requests/api/reply.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { ApiKeysService } from '../api-keys/api-keys.service.ts'
import type { UsersService } from '../users/users.service.ts'
import { type Environment, Me } from './me.ts'

type Deps = {
  keys: Pick<ApiKeysService, 'find'>
  users: Pick<UsersService, 'find'>
  accounts: Pick<AccountsService, 'find'>
  environment: Environment
}

export const meSchemas = [Me]

export const meOperations = (deps: Deps): Operation[] => [
  operation({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    tag: 'Store',
    stability: 'stable',
    summary: 'Get the caller',
    description:
      'Returns your key or your user, its scopes, its account and the environment. Needs no scope.',
    returns: { 200: { description: 'The caller.', schema: Me } },
    guide: { name: 'authentication', about: 'Kinds of keys and their permissions' },
    example: {
      client: `const { scopes } = await store.me.get()\nconsole.log(scopes)`,
    },
    handle: async ({ caller }) => resource(await meOf(deps, caller)),
  }),
]

const meOf = (deps: Deps, caller: Caller): Promise<Me> =>
  caller.kind === 'session' ? userAsMe(deps, caller) : keyAsMe(deps, caller)

const userAsMe = async (
  { users, accounts, environment }: Deps,
  caller: UserCaller,
): Promise<Me> => {
  const { accountId, isStaff, scopes, rights } = caller
  const [user, account] = await Promise.all([
    users.find(caller, caller.userId),
    isStaff ? undefined : accounts.find(accountId),
  ])
  if (!user) throw new ApiError('session_expired')
  const { id, name, email, role } = user
  return {
    ...{ type: 'user', id, name, email, role, environment },
    scopes: [...scopes],
    rights: [...rights],
    ...(account && { account: { id: account.id, name: account.name, plan: account.plan } }),
  }
}

const keyAsMe = async (
  { keys, accounts, environment }: Deps,
  { keyId, accountId, scopes }: KeyCaller,
): Promise<Me> => {
  const [key, account] = await Promise.all([keys.find(keyId), accounts.find(accountId)])
  // Keys and users are never deleted, but an operator may restore a backup that lacks them.
  if (!key || !account) throw new ApiError('invalid_api_key')
  return {
    type: 'key',
    id: key.id,
    name: key.name,
    kind: key.kind,
    scopes: [...scopes],
    // Everybody can use a publishable key, so it must not reveal its account.
    ...(key.kind === 'secret' && {
      account: { id: account.id, name: account.name, plan: account.plan },
    }),
    environment,
    ...(key.expiresAt !== undefined && { expiresAt: key.expiresAt }),
  }
}
