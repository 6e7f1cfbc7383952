import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { AccountPath } from '../accounts/account.ts'
import { ApiError } from '../platform/http/errors.ts'
import { sendResource } from '../platform/http/etag.ts'
import type { Answer, Idempotency } from '../platform/http/idempotency.ts'
import { Int64 } from '../platform/http/int64.ts'
import { stringifyJson } from '../platform/http/json.ts'
import type { Origin } from '../platform/http/origin.ts'
import { pageParameters, readPage, sendPage } from '../platform/http/paging.ts'
import {
  bodyErrors,
  etagHeader,
  idempotencyErrors,
  linkHeaders,
  noContent,
  success,
} from '../platform/http/responses.ts'
import { ApiKey, IssuedApiKey, type IssuedKey, NewApiKey, Rotation, Scope } from './api-key.ts'
import type { ApiKeysService, Caller } from './api-keys.service.ts'

type Deps = { keys: ApiKeysService; idempotency: Idempotency; origin: Origin }

const ListKeys = Type.Object(pageParameters, { additionalProperties: false })
type ListKeys = Static<typeof ListKeys>

const KeyPath = Type.Object(
  { keyId: Int64({ description: 'Identifier of the key.' }) },
  { 'x-not-found': 'key_not_found' },
)
type KeyPath = { Params: { keyId: bigint } }

const once =
  'The key itself is in the answer, and nowhere else: only its hash is kept. So with an `Idempotency-Key` a repeated ' +
  'request makes no second key and is answered without `key`; if the first answer was lost, revoke this key and ' +
  'make another.'

export const apiKeyRoutes = (app: FastifyInstance, { keys, idempotency, origin }: Deps): void => {
  for (const schema of [Scope, NewApiKey, Rotation, ApiKey, IssuedApiKey]) app.addSchema(schema)
  const shared = { tags: ['Admin'], 'x-stability': 'experimental' } as const
  const issued = {
    201: success('The key, shown this once.', Type.Ref('IssuedApiKey#'), {
      Location: { type: 'string', description: 'Path of the key, without the key itself.' },
      ...etagHeader,
    }),
  }

  app.get<AccountPath & { Querystring: ListKeys }>(
    '/accounts/:accountId/keys',
    {
      config: {
        scope: 'admin',
        headers: ['Prefer'],
        errors: ['invalid_parameter', 'invalid_cursor', 'account_not_found'],
      },
      schema: {
        ...shared,
        operationId: 'listKeys',
        summary: "List an account's keys",
        description: 'Its keys, a page at a time, oldest first; those that have ended too.',
        params: AccountPath,
        querystring: ListKeys,
        response: {
          200: success('A page of keys.', Type.Array(Type.Ref('ApiKey#')), {
            ...linkHeaders,
            ...etagHeader,
          }),
        },
      },
    },
    async (request, reply) => {
      const { accountId } = request.params
      const page = await readPage({
        request,
        reply,
        list: `keys ${accountId}`,
        path: `/v1/accounts/${accountId}/keys`,
        read: (page) => keys.list({ accountId, ...page }),
        count: () => keys.count(accountId),
      })
      return sendPage(reply, page, origin(request))
    },
  )

  app.post<AccountPath & { Body: NewApiKey }>(
    '/accounts/:accountId/keys',
    {
      config: {
        scope: 'admin',
        headers: ['Idempotency-Key'],
        errors: [...bodyErrors, ...idempotencyErrors, 'account_not_found'],
      },
      schema: {
        ...shared,
        operationId: 'createKey',
        summary: 'Make a key',
        description: once,
        params: AccountPath,
        body: Type.Ref('NewApiKey#'),
        response: issued,
      },
    },
    (request, reply) =>
      idempotency.once(request, reply, request.caller as Caller, async (trx) =>
        answer(await keys.issue(trx, request.params.accountId, request.body)),
      ),
  )

  app.get<KeyPath>(
    '/keys/:keyId',
    {
      config: { scope: 'admin', errors: ['key_not_found'] },
      schema: {
        ...shared,
        operationId: 'getKey',
        summary: 'Get a key',
        description: 'What is kept of it: not the key itself.',
        params: KeyPath,
        response: { 200: success('The key.', Type.Ref('ApiKey#'), etagHeader) },
      },
    },
    async ({ params: { keyId } }, reply) => {
      const key = await keys.find(keyId)
      if (!key) throw new ApiError('key_not_found')
      return sendResource(reply, key)
    },
  )

  app.delete<KeyPath>(
    '/keys/:keyId',
    {
      config: {
        scope: 'admin',
        headers: ['If-Match'],
        errors: ['key_not_found', 'precondition_failed'],
      },
      schema: {
        ...shared,
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description: 'Ends it at once and for good. To revoke it again changes nothing.',
        params: KeyPath,
        response: { 204: noContent('It is revoked.') },
      },
    },
    async ({ params: { keyId }, headers }, reply) => {
      await keys.revoke(keyId, headers['if-match'])
      return reply.code(204).send()
    },
  )

  app.post<KeyPath & { Body: Rotation }>(
    '/keys/:keyId/rotate',
    {
      config: {
        scope: 'admin',
        headers: ['Idempotency-Key'],
        errors: [...bodyErrors, ...idempotencyErrors, 'key_not_found', 'invalid_transition'],
      },
      schema: {
        ...shared,
        operationId: 'rotateKey',
        summary: 'Rotate a key',
        description:
          'Makes a key with the same account, name, scopes and end. The old one goes on for `graceSeconds`, or ends at ' +
          `once without. A key that has ended, or was rotated before, cannot be rotated. ${once}`,
        params: KeyPath,
        body: Type.Ref('Rotation#'),
        response: issued,
      },
    },
    (request, reply) =>
      idempotency.once(request, reply, request.caller as Caller, async (trx) => {
        const { graceSeconds = 0 } = request.body
        return answer(await keys.replace(trx, request.params.keyId, graceSeconds))
      }),
  )
}

/** The key is in what is sent, and not in what is stored for an `Idempotency-Key`. */
const answer = ({ key, ...kept }: IssuedKey): Answer => ({
  status: 201,
  location: `/v1/keys/${kept.id}`,
  body: stringifyJson(kept),
  shownOnce: stringifyJson({ ...kept, key }),
})
