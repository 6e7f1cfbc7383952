import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { ErrorCode } from '../platform/http/errors.ts'
import type { ApiDocument } from './api-document.ts'
import type { Declared, RequestHeader } from './openapi-operations.ts'
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
    'x-declared'?: Declared
  }
}

const description =
  (): string => `Animals offered for adoption: list and add them, order them, follow every change.

Send your API key as \`Authorization: Bearer <API_KEY>\`. Every answer tells where you stand in your limits.
The [guides](/docs/guides) begin with [a first request](/docs/guides/first-request).

${plansTable()}

Identifiers are 64-bit integers: beyond 2^53 use a JSON parser that keeps them whole.`

/** Collects the routes registered after it, for `describedRoutes`. */
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
    transform: ({ schema, url, route }) => ({
      // The routes of `/v1` are the API; a server's address has the version.
      url: url.replace(/^\/v1(?=\/)/, ''),
      schema: schema?.hide ? schema : { ...schema, 'x-declared': declared(schema, route) },
    }),
  })
}

/** What the routes declare, as OpenAPI: what `publishedDocument` is made of. */
export const describedRoutes = (app: FastifyInstance): ApiDocument =>
  // Of OpenAPI's many shapes, those that our own routes make.
  app.swagger() as unknown as ApiDocument

const declared = (schema: FastifySchema, { config }: RouteOptions): Declared => {
  const query = schema.querystring as { properties?: Record<string, { description?: string }> }
  return {
    errors: config?.errors ?? [],
    headers: config?.headers ?? [],
    // Beside a `$ref` the collector drops them.
    queryDescriptions: Object.fromEntries(
      Object.entries(query?.properties ?? {}).flatMap(([name, { description: text }]) =>
        text === undefined ? [] : [[name, text]],
      ),
    ),
  }
}
