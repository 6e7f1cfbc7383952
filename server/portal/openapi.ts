import type { Api } from '../api/registry.ts'
import type { ApiDocument } from './api-document.ts'
import { componentSchemas, pathsOf } from './operation-docs.ts'
import { plansTable } from './plans-table.ts'

const description =
  (): string => `Animals offered for adoption: list and add them, order them, follow every change.

Send your API key as \`Authorization: Bearer <API_KEY>\`. Every answer tells where you stand in your limits.
The [guides](/docs/guides) begin with [a first request](/docs/guides/first-request).

${plansTable()}

Identifiers are 64-bit integers: beyond 2^53 use a JSON parser that keeps them whole.`

/** What the operations declare, as OpenAPI: what `publishedDocument` is made of. */
export const describedOperations = ({ operations, schemas }: Api): ApiDocument => ({
  ...about(),
  paths: pathsOf(operations),
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key, `aas_live_...` in production and `aas_test_...` in staging.',
      },
    },
    schemas: componentSchemas(schemas),
  },
})

const about = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Animal Adoption Store API',
    version: '1.0.0',
    description: description(),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  security: [{ apiKey: [] }],
  tags: [
    { name: 'animals', description: 'Animals offered for adoption.' },
    { name: 'Categories', description: 'Names for the categories of animals.' },
    { name: 'Store', description: 'Orders, and what there is in the store.' },
    { name: 'Events', description: 'Every change of the store, in order.' },
    { name: 'Webhooks', description: 'The same changes, sent to you.' },
    { name: 'Admin', description: 'Accounts, keys, bans and usage.' },
  ],
  'x-tagGroups': [
    { name: 'Pets', tags: ['animals', 'Categories'] },
    { name: 'Store', tags: ['Store', 'Events', 'Webhooks', 'Admin'] },
  ],
})
