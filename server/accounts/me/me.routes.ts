import { timeZoneIn, usesMiles, usesPounds } from '../../platform/country.ts'
import type { Caller, KeyCaller, UserCaller } from '../../requests/access/caller.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { resource } from '../../requests/api/reply.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { ApiKeysService } from '../api-keys/api-keys.service.ts'
import type { UsersService } from '../users/users.service.ts'
import { type Environment, Me, Shelter } from './me.ts'

type Deps = {
  keys: Pick<ApiKeysService, 'find'>
  users: Pick<UsersService, 'find'>
  accounts: Pick<AccountsService, 'find'>
  findOrganization: FindOrganization
  environment: Environment
}

export type FindOrganization = (
  accountId: bigint,
) => Promise<{ name: string; address: { country?: string | undefined } } | undefined>

export const meSchemas = [Me, Shelter]

export const meOperations = (deps: Deps): Operation[] => [
  operation({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    tag: 'Store',
    stability: 'stable',
    summary: 'Get the caller',
    description:
      'Returns your key or your user, its scopes, its account, your shelter and the environment. Needs no scope.',
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

const userAsMe = async (deps: Deps, caller: UserCaller): Promise<Me> => {
  const { accountId, isStaff, scopes, rights } = caller
  const [user, account, organization] = await Promise.all([
    deps.users.find(caller, caller.userId),
    deps.accounts.find(accountId),
    deps.findOrganization(accountId),
  ])
  if (!user) throw requestError('session_expired')
  const { id, name, email, role } = user
  return {
    type: 'user',
    id,
    name,
    email,
    role,
    environment: deps.environment,
    scopes: [...scopes],
    rights: [...rights],
    ...(account && !isStaff && { account: partsOf(account) }),
    ...(account && { shelter: shelterOf(account, organization) }),
  }
}

const keyAsMe = async (
  { keys, accounts, findOrganization, environment }: Deps,
  { keyId, accountId, scopes }: KeyCaller,
): Promise<Me> => {
  const [key, account, organization] = await Promise.all([
    keys.find(keyId),
    accounts.find(accountId),
    findOrganization(accountId),
  ])
  // Keys and users are never deleted, but an operator may restore a backup that lacks them.
  if (!key || !account) throw requestError('invalid_api_key')
  return {
    type: 'key',
    id: key.id,
    name: key.name,
    kind: key.kind,
    scopes: [...scopes],
    // Everybody can use a publishable key, so it must not reveal its account.
    ...(key.kind === 'secret' && {
      account: partsOf(account),
      shelter: shelterOf(account, organization),
    }),
    environment,
    ...(key.expiresAt !== undefined && { expiresAt: key.expiresAt }),
  }
}

const partsOf = ({ id, name, plan }: Account): NonNullable<Me['account']> => ({ id, name, plan })

const shelterOf = ({ id, name }: Account, organization: Awaited<ReturnType<FindOrganization>>): Shelter => {
  const country = organization?.address.country
  return {
    id,
    name: organization?.name ?? name,
    ...(country !== undefined && { country }),
    units: {
      weight: usesPounds(country) ? 'lb' : 'kg',
      distance: usesMiles(country) ? 'mi' : 'km',
    },
    timeZone: timeZoneIn(country),
  }
}
