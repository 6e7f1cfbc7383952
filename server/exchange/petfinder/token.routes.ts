import { type Static, Type } from 'typebox'
import { FORM } from '../../platform/http/body.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { json } from '../../requests/api/reply.ts'
import type { AccessTokens } from './access-tokens.service.ts'
import { petfinderApi, TOKEN_OPERATION } from './petfinder-api.ts'

const TokenRequest = Type.Object({
  grant_type: Type.Enum(['client_credentials']),
  client_id: Type.Optional(Type.String({ maxLength: 1_000 })),
  client_secret: Type.String({ minLength: 1, maxLength: 1_000 }),
})
type TokenRequest = Static<typeof TokenRequest>

export const tokenOperation = (tokens: Pick<AccessTokens, 'issue'>): Operation =>
  operation({
    surface: petfinderApi,
    id: TOKEN_OPERATION,
    method: 'POST',
    path: '/oauth2/token',
    isAllowedReadOnly: true,
    tag: 'Petfinder',
    summary: 'Create an access token',
    scope: 'listings:read',
    body: TokenRequest,
    mediaTypes: ['application/json', FORM],
    // The schema above has been checked.
    keyIn: (body) => (body as TokenRequest).client_secret,
    returns: { 200: { description: 'The token.' } },
    handle: ({ caller }) => {
      if (caller.kind === 'session') throw new Error('a person has no key')
      const { token, lifeSeconds } = tokens.issue(caller)
      const issued = { token_type: 'Bearer', expires_in: lifeSeconds, access_token: token }
      return { ...json(JSON.stringify(issued)), noStore: true }
    },
  })
