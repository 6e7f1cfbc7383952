import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { ErrorCode } from '../platform/http/errors.ts'
import type { Origin } from '../platform/http/origin.ts'
import { errorAnswers } from '../platform/http/responses.ts'
import { plansTable } from './plans-table.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The errors of this operation, beyond those that any operation has. */
    errors?: readonly ErrorCode[]
    /** The request headers it heeds, beyond those that any operation does. */
    headers?: readonly RequestHeader[]
  }
  interface FastifySchema {
    'x-stability'?: 'experimental' | 'beta'
    'x-hideTryItPanel'?: true
    /** Day of removal, as a date. */
    'x-deprecated-sunset'?: string
  }
}

const requestHeaders = {
  'Idempotency-Key':
    'Makes the request happen once, however often it is sent: 1-255 printable characters.',
  'Last-Event-ID': 'Goes on after this event.',
  'If-Match': 'Changes nothing unless the resource still has this ETag.',
  'If-None-Match': 'Answers 304 if the answer still has this ETag.',
  Prefer: '`return=total-count` adds `X-Total-Count`.',
}
export type RequestHeader = keyof typeof requestHeaders

export type Servers = { production: string; staging: string }

/** What the document says where nobody has asked for it at an address. */
export const defaultOrigin = 'http://127.0.0.1:3000'

const description =
  (): string => `Animals offered for adoption: list and add them, order them, follow every change.

Send your API key as \`Authorization: Bearer <API_KEY>\`. Every answer tells where you stand in your limits.
The [guides](/docs/guides) begin with [a first request](/docs/guides/first-request).

${plansTable()}

Identifiers are 64-bit integers: beyond 2^53 use a JSON parser that keeps them whole.`

/** Collects the routes registered after it; \`app.swagger()\` is then the OpenAPI document of them. */
export const describeApi = (app: FastifyInstance): void => {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Animal Adoption Store API',
        version: '1.0.0',
        description: description(),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: servers({ production: defaultOrigin, staging: defaultOrigin }),
      tags: [
        { name: 'animals', description: 'Animals offered for adoption.' },
        { name: 'Categories', description: 'Names for the categories of animals.' },
        { name: 'Store', description: 'Orders, and what there is in the store.' },
        { name: 'Events', description: 'Every change of the store, in order.' },
        { name: 'Webhooks', description: 'The same changes, sent to you.' },
        { name: 'Admin', description: 'Accounts, keys, bans and usage.' },
      ],
      ...({
        'x-tagGroups': [
          { name: 'Pets', tags: ['animals', 'Categories'] },
          { name: 'Store', tags: ['Store', 'Events', 'Webhooks', 'Admin'] },
        ],
      } as object),
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, `aas_live_...` in production and `aas_test_...` in staging.',
          },
        },
      },
    },
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, at) => String($id ?? `schema-${at}`),
    },
    transform: ({ schema, url, route }) => ({ schema: documented(schema, route), url }),
  })
}

/** The schema with what is true of any operation like it: only for the document, as none of it is checked here. */
const documented = (schema: FastifySchema, { method, config }: RouteOptions): FastifySchema => {
  const isRead = method === 'GET'
  const names = [...(config?.headers ?? []), ...(isRead ? (['If-None-Match'] as const) : [])]
  const headers = names.map((name) => [name, { type: 'string', description: requestHeaders[name] }])
  return {
    ...schema,
    ...(names.length > 0 && {
      headers: { type: 'object', properties: Object.fromEntries(headers) },
    }),
    response: { ...(schema.response as object), ...errorAnswers(config?.errors ?? [], isRead) },
  }
}

/** The OpenAPI document, with the servers as this installation has them. */
export const openapiRoutes = (
  app: FastifyInstance,
  { servers: addresses }: { servers: { production: Origin; staging: Origin } },
): void => {
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    const { withCodeSamples } = await import('./code-samples.ts')
    const production = addresses.production(request)
    const document = {
      ...withCodeSamples(app.swagger(), `${production}/v1`),
      servers: servers({ production, staging: addresses.staging(request) }),
    }
    return reply
      .header('cache-control', 'no-cache')
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(document))
  })
}

const servers = ({ production, staging }: Servers) => [
  { url: `${production}/v1`, description: 'Production' },
  { url: `${staging}/v1`, description: 'Staging' },
]
