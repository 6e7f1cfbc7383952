import type { Caller } from '../access/caller.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { type Operation, operation } from '../api/operation.ts'
import { resource } from '../api/reply.ts'
import type { ApiKeysService } from '../api-keys/api-keys.service.ts'
import { ApiError } from '../errors/api-error.ts'
import { type Environment, Me } from './me.ts'

type Deps = {
  keys: Pick<ApiKeysService, 'find'>
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
    stability: 'beta',
    summary: 'Get the caller',
    description:
      'Who you are to the API: your key, its scopes, its account and the environment. Needs no scope.',
    returns: { 200: { description: 'The caller.', schema: Me } },
    handle: async ({ caller }) => resource(await keyAsMe(deps, caller)),
  }),
]

const keyAsMe = async (
  { keys, accounts, environment }: Deps,
  { keyId, accountId, scopes }: Caller,
): Promise<Me> => {
  const [key, account] = await Promise.all([keys.find(keyId), accounts.find(accountId)])
  // Neither is ever deleted, but an operator may restore a backup that has neither.
  if (!key || !account) throw new ApiError('invalid_api_key')
  return {
    type: 'key',
    id: key.id,
    name: key.name,
    kind: key.kind,
    scopes: [...scopes],
    // Everybody can use a publishable key, and is not to learn whose it is.
    ...(key.kind === 'secret' && {
      account: { id: account.id, name: account.name, plan: account.plan },
    }),
    environment,
    ...(key.expiresAt !== undefined && { expiresAt: key.expiresAt }),
  }
}
