import assert from 'node:assert/strict'
import { test } from 'node:test'
import { document, operation } from '../../test/harness/example-document.ts'
import { generatedResources } from './resources.ts'

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
