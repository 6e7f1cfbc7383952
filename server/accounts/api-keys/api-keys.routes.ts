import { Type } from 'typebox'
import { etagOfResource } from '../../platform/http/etag.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { isOwner } from '../../requests/access/ownership.ts'
import { Scope } from '../../requests/access/scope.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { filteredList, idPageParameters, listPage } from '../../requests/api/page.ts'
import { noContent, resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { Idempotency, StoredResponse } from '../../requests/idempotency/idempotency.service.ts'
import { accountError } from '../accounts/account.errors.ts'
import { AccountPath } from '../accounts/account.ts'
import {
  ApiKey,
  expiryIssues,
  IssuedApiKey,
  type IssuedKey,
  type KeyChange,
  KeyKindSchema,
  keyFilters,
  NewApiKey,
  Rotation,
  versionOf,
} from './api-key.ts'
import type { ApiKeysService } from './api-keys.service.ts'

type Deps = { keys: ApiKeysService; idempotency: Idempotency<KeyChange> }

const ListKeys = Type.Object({ ...idPageParameters, ...keyFilters }, { additionalProperties: false })

const KeyPath = Type.Object(
  { keyId: Int64({ description: 'Identifier of the key.' }) },
  { 'x-not-found': 'key_not_found' },
)

const once =
  'The response is the only place where the key itself is shown; we store only its hash. If you repeat the request ' +
  'with the same `Idempotency-Key`, no second key is created and the response has no `key`. If you lost the first ' +
  'response, revoke the key and create another.'

export const apiKeySchemas = [Scope, KeyKindSchema, NewApiKey, Rotation, ApiKey, IssuedApiKey]

const shared = { tag: 'Admin', stability: 'stable', scope: 'admin' } as const
const issued = { 201: { description: 'The new key. It is shown only once.', schema: IssuedApiKey } }

export const apiKeyOperations = ({ keys, idempotency }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listKeys',
    method: 'GET',
    path: '/accounts/{accountId}/keys',
    summary: "List an account's keys",
    description:
      'Returns a page of keys, oldest first, including expired and revoked ones. `q`, `state` and `kind` narrow the list.',
    params: AccountPath,
    query: ListKeys,
    requestHeaders: ['Prefer'],
    returns: {
      200: { description: 'A page of keys.', schema: Type.Array(ApiKey), headers: linkHeaders },
    },
    errors: ['invalid_cursor', 'account_not_found'],
    example: {
      path: { accountId: '1' },
      client: `for await (const key of store.keys.list(1)) console.log(key.display)`,
    },
    handle: (call) => {
      const { accountId } = call.params
      checkAccount(call.caller, accountId)
      const { limit: _limit, cursor: _cursor, after: _after, ...filters } = call.query
      return listPage(call, {
        list: filteredList(`keys ${accountId}`, filters),
        path: `/v1/accounts/${accountId}/keys`,
        parameters: filters,
        read: (page) => keys.list({ accountId, ...filters, ...page }),
        count: () => keys.count({ accountId, ...filters }),
      })
    },
  }),

  operation({
    ...shared,
    id: 'createKey',
    method: 'POST',
    path: '/accounts/{accountId}/keys',
    summary: 'Create a key',
    description: once,
    params: AccountPath,
    body: NewApiKey,
    bodyIssues: expiryIssues,
    requestHeaders: ['Idempotency-Key'],
    returns: issued,
    errors: ['account_not_found'],
    guide: { name: 'authentication', about: 'Keys for web pages' },
    example: {
      path: { accountId: '1' },
      body: { name: 'Adoption site', scopes: ['pets:read'] },
      client: `const issued = await store.keys.create(1, { name: 'Adoption site', scopes: ['pets:read'] })\nconsole.log(issued.key) // Shown only now.`,
    },
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) => {
        const { caller, body } = call
        const { accountId } = call.params
        checkAccount(caller, accountId)
        return issuedResponse(await keys.issueBy(trx, caller, accountId, body))
      }),
  }),

  operation({
    ...shared,
    id: 'getKey',
    method: 'GET',
    path: '/keys/{keyId}',
    summary: 'Get a key',
    description: 'Returns the details of a key, but never the key itself.',
    params: KeyPath,
    returns: { 200: { description: 'The key.', schema: ApiKey } },
    errors: ['key_not_found'],
    example: {
      path: { keyId: '2' },
      client: `const key = await store.keys.get(2)\nconsole.log(key.lastUsedAt)`,
    },
    handle: async ({ params: { keyId }, caller }) => {
      const key = await keys.find(keyId)
      if (!key || !isOwner(caller, key.accountId)) throw requestError('key_not_found')
      return resource(key, { etag: etagOfResource(key, versionOf(key)) })
    },
  }),

  operation({
    ...shared,
    id: 'revokeKey',
    method: 'DELETE',
    path: '/keys/{keyId}',
    summary: 'Revoke a key',
    description: 'Revokes it immediately and permanently. Revoking it again has no effect.',
    params: KeyPath,
    requestHeaders: ['If-Match'],
    returns: { 204: { description: 'The key is revoked.' } },
    errors: ['key_not_found', 'precondition_failed'],
    example: { path: { keyId: '2' }, client: `await store.keys.revoke(2)` },
    handle: async ({ author, params: { keyId }, headers, caller }) => {
      await keys.revoke(author, keyId, { ifMatch: headers['if-match'], by: caller })
      return noContent
    },
  }),

  operation({
    ...shared,
    id: 'rotateKey',
    method: 'POST',
    path: '/keys/{keyId}/rotate',
    summary: 'Rotate a key',
    description:
      'Creates a key with the same account, name, kind, scopes, origins and expiry. The old one works for another `graceSeconds`, or ends at ' +
      `once without it. A key that has ended, or was rotated before, cannot be rotated. ${once}`,
    params: KeyPath,
    body: Rotation,
    isBodyOptional: true,
    requestHeaders: ['Idempotency-Key'],
    returns: issued,
    errors: ['key_not_found', 'invalid_transition'],
    example: {
      path: { keyId: '2' },
      body: { graceSeconds: 3600 },
      client: `const issued = await store.keys.rotate(2, { graceSeconds: 3600 })\nconsole.log(issued.key) // Shown only now.`,
    },
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) => {
        const { graceSeconds = 0 } = call.body
        return issuedResponse(await keys.replace(trx, call.params.keyId, graceSeconds, call.caller))
      }),
  }),
]

/** An account that is not the caller's is indistinguishable from one that does not exist. */
const checkAccount = (caller: Caller, accountId: bigint): void => {
  if (!isOwner(caller, accountId)) throw accountError('account_not_found')
}

/** The response has the key, but the copy stored for an `Idempotency-Key` does not. */
const issuedResponse = ({ key, ...stored }: IssuedKey): StoredResponse => ({
  status: 201,
  location: `/v1/keys/${stored.id}`,
  body: stringifyJson(stored),
  shownOnce: stringifyJson({ ...stored, key }),
})
