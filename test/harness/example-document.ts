import type { Document, Operation } from '../../sdk/generate/document.ts'

/** An operation whose sample makes this call. */
export const operation = (operationId: string, call: string, rest: Partial<Operation> = {}): Operation => ({
  operationId,
  summary: `Summary of ${operationId}`,
  responses: { 204: { description: 'Done.' } },
  'x-codeSamples': [{ lang: 'typescript', source: `await ${call}` }],
  ...rest,
})

/** The body of a home. */
const home = { 'application/json': { schema: { $ref: '#/components/schemas/Home' } } }
const parameter = (name: string, place: string) => ({ name, in: place, schema: { type: 'integer', format: 'int64' } })

const kind = {
  name: 'kind',
  in: 'query',
  description: 'The kind. Default: all.',
  schema: { type: 'string', enum: ['house', 'flat'] },
}

/** A document with one resource. */
export const document: Document = {
  paths: {
    '/homes': {
      get: operation('listHomes', 'store.homes.list()', {
        description: 'Returns a page of homes.',
        'x-required-scope': 'pets:read',
        parameters: [parameter('limit', 'query'), kind, { $ref: '#/components/parameters/cursor' }],
        responses: {
          200: {
            description: 'A page.',
            headers: { 'X-Next-Cursor': {} },
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Home' } } },
            },
          },
        },
      }),
      post: operation('addHome', 'store.homes.add({})', {
        parameters: [parameter('Idempotency-Key', 'header')],
        requestBody: { content: home },
        responses: { 201: { description: 'The home.', content: home } },
      }),
    },
    '/homes/{homeId}': {
      delete: operation('removeHome', 'store.homes.get(1)\nawait store.homes.remove(1)', {
        deprecated: true,
        parameters: [
          { ...parameter('homeId', 'path'), description: 'Identifier of the home.' },
          parameter('If-Match', 'header'),
        ],
        responses: {
          204: { description: 'Removed.' },
          404: { description: '`home_not_found`: there is no such home.\n`request_timeout`: it took too long.' },
        },
      }),
    },
  },
  webhooks: {},
  components: {
    schemas: {
      Home: {
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'Its name.' },
          animals: { type: 'array', items: { type: 'integer', format: 'int64' }, description: 'Ids of animals.' },
        },
      },
      Other: {},
    },
    parameters: { cursor: parameter('cursor', 'query') },
  },
}
