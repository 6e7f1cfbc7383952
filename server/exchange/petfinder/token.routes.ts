import { type Static, Type } from 'typebox'
import { FORM, MULTIPART } from '../../platform/http/body.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { json } from '../../requests/api/reply.ts'
import type { AccessTokens } from './access-tokens.service.ts'
import { petfinderApi, TOKEN_OPERATION } from './petfinder-api.ts'

const TokenRequest = Type.Object({
  grant_type: Type.Enum(['client_credentials']),
  client_id: Type.Optional(Type.String({ maxLength: 1_000 })),
  client_secret: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
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
    mediaTypes: ['application/json', FORM, MULTIPART],
    // The schema above has been checked.
    keyIn: (body, authorization) => secretOf(body as TokenRequest, authorization),
    returns: { 200: { description: 'The token.' } },
    handle: ({ caller }) => {
      if (caller.kind === 'session') throw new Error('a person has no key')
      const { token, lifeSeconds } = tokens.issue(caller)
      const issued = { token_type: 'Bearer', expires_in: lifeSeconds, access_token: token }
      return { ...json(JSON.stringify(issued)), noStore: true }
    },
  })

/** The secret of a client: in the body, or the password of HTTP Basic, but not both (RFC 6749 section 2.3). */
const secretOf = ({ client_secret: sent }: TokenRequest, authorization = ''): string => {
  const basic = passwordIn(authorization)
  if (sent !== undefined && basic !== undefined)
    throw fault('invalid_value', 'must not be sent both in the body and by HTTP Basic')
  const secret = sent ?? basic
  if (!secret) throw fault('required', 'is required')
  return secret
}

const fault = (code: string, message: string) => validationFailed([{ field: 'client_secret', code, message }])

/** Both parts of the credentials are encoded as in a form (RFC 6749 section 2.3.1). */
const passwordIn = (authorization: string): string | undefined => {
  const [, encoded = ''] = /^basic +([\w+/=-]+)$/i.exec(authorization.trim()) ?? []
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return password && (new URLSearchParams(`password=${password}`).get('password') ?? undefined)
}
