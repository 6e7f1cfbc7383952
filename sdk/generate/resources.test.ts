import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document, Operation } from './document.ts'
import { generatedResources } from './resources.ts'

const operation = (operationId: string, call: string, rest: Partial<Operation> = {}): Operation => ({
  operationId,
  summary: `Summary of ${operationId}`,
  responses: { 204: { description: 'Done.' } },
  'x-codeSamples': [{ lang: 'typescript', source: `await ${call}` }],
  ...rest,
})

const home = { 'application/json': { schema: { $ref: '#/components/schemas/Home' } } }
const parameter = (name: string, place: string) => ({ name, in: place, schema: { type: 'integer', format: 'int64' } })

const document: Document = {
  paths: {
    '/homes': {
      get: operation('listHomes', 'store.homes.list()', {
        description: 'Returns a page of homes.',
        'x-required-scope': 'pets:read',
        parameters: [parameter('limit', 'query'), { $ref: '#/components/parameters/cursor' }],
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
        parameters: [parameter('homeId', 'path'), parameter('If-Match', 'header')],
        responses: {
          204: { description: 'Removed.' },
          404: { description: '`home_not_found`: there is no such home.\n`request_timeout`: it took too long.' },
        },
      }),
    },
  },
  webhooks: {},
  components: { schemas: { Home: {}, Other: {} }, parameters: { cursor: parameter('cursor', 'query') } },
}

test('a new resource of the document gets its methods, named as in the samples, and its types are exported', () => {
  const { resources, exports } = generatedResources(document)
  const [, methods] = resources.split('const homeCalls = ')
  assert.equal(
    methods,
    `(send: Send) => ({
  /**
   * Summary of listHomes. Returns a page of homes.
   *
   * Awaitable, and iterable over all pages. Needs \`pets:read\`. \`GET /v1/homes\`
   */
  list: (query?: Query<'listHomes'>, options?: ListOptions): List<Home> =>
    list(send, { operation: 'listHomes', path: '/homes', query }, options),

  /**
   * Summary of addHome.
   *
   * \`POST /v1/homes\`
   */
  add: (body: Home = {}, options?: PostOptions): Call<Home> =>
    send({ operation: 'addHome', method: 'POST', path: '/homes', body }, options),

  /**
   * Summary of removeHome.
   *
   * Throws \`home_not_found\`. \`DELETE /v1/homes/{homeId}\`
   * @deprecated
   */
  remove: (homeId: Int64, options?: ChangeOptions): Call<undefined> =>
    send({ operation: 'removeHome', method: 'DELETE', path: \`/homes/\${inPath(homeId)}\` }, options),
})
`,
  )
  assert.match(resources, /readonly homes: HomeCalls/)
  assert.match(resources, /this\.homes = homeCalls\(send\)/)
  assert.match(exports, /export type { Home } from/)
  assert.match(exports, /export type { HomeCalls } from/)
})

test('an operation whose sample does not call the client is reported', () => {
  const paths = { '/homes': { get: operation('listHomes', 'fetch("/homes")') } }
  assert.throws(() => generatedResources({ ...document, paths }), /the sample of listHomes calls no method/)
})
