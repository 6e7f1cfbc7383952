// Generators create clients and validators from openapi.json that type-check and accept everything the service returns.
// They are installed from npm into a temporary folder; none is a dependency of the product.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { whyNoRegistry, workshop } from '../harness/workshop.ts'
import { clients, programs } from './generated-clients.ts'

const kubb = ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-zod', 'plugin-client']
const packages = [
  'orval@8.38.0',
  '@hey-api/openapi-ts@0.99.0',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'axios@1.13.2',
  '@seriousme/openapi-schema-validator@2.11.0',
  ...kubb.map((name) => `@kubb/${name}@4.39.3`),
  '@apidevtools/swagger-parser@13.0.0',
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'zod@4.6.7',
  'typescript@5.9.3',
  'esbuild@0.27.2',
  '@stoplight/prism-cli@5.16.0',
]

const longest = ['q', 'é', '犬', '🐶'].map((character) => character.repeat(255))
const names = [
  'Biscuit',
  'Señor',
  'Zoë',
  'Bärli',
  '犬',
  'ไข่มุก',
  'شجاع',
  '🐶',
  '👩‍👧‍👦',
  'e\u0301',
  '=1+1',
  '</script>',
  '  Rex  ',
  'a\u00a0b',
  '\u2028x',
  '\ufeffx',
  '0',
  'null',
  '"',
  '\\',
  ...longest,
]
const safe = ['0', '-1', '7', '9007199254740991', '-9007199254740991']
/**
 * Beyond JavaScript's safe integers. JSON and int64 allow them, but `JSON.parse` rounds them, and Zod 4 accepts only
 * safe integers. The second is the largest that is not rounded to 2^63.
 */
const large = ['9007199254740993', '9223372036854774784', '-9223372036854775808']
const LARGE_FROM = names.length + safe.length

const key = newKey()
const store = temporaryFolder()
const shop = workshop()
const { write, run } = shop
let server: Server
const options = { skip: whyNoRegistry() ?? false }

before(async () => {
  if (options.skip) return
  server = await startServer({ folder: store.path, settings: { BOOTSTRAP_KEY: key } })
  const add = async (json: string) => {
    const headers = { ...bearer(key), 'content-type': 'application/json' }
    const { status, body } = await server.fetch('/v1/pets', { method: 'POST', headers, body: json })
    assert.equal(status, 201, body)
  }
  for (const name of names) await add(JSON.stringify({ name, categoryId: 7 }))
  for (const id of safe) await add(`{"name":"Rex","categoryId":${id},"status":"sold"}`)
  for (const id of large) await add(`{"name":"Rex","categoryId":${id},"status":"pending"}`)
  write('openapi.json', (await server.fetch('/openapi.json')).body)
  // Not every registry has the newest version of one of orval's dependencies.
  await shop.install(packages, { '@scalar/openapi-parser': '0.29.8' })
})

after(async () => {
  await server?.stop()
  store.remove()
  shop.remove()
})

test('a validator of OpenAPI 3.1 reports no errors', options, async () => {
  write(
    'validate.mjs',
    `import { Validator } from '@seriousme/openapi-schema-validator'
    import { readFileSync } from 'node:fs'
    const validator = new Validator()
    const result = await validator.validate(JSON.parse(readFileSync('openapi.json', 'utf8')))
    console.log(JSON.stringify([result.valid, validator.version, result.errors ?? []]))`,
  )
  const output = await shop.execute(process.execPath, ['validate.mjs'])
  assert.deepEqual(JSON.parse(output), [true, '3.1', []])
})

test('swagger-parser, Redocly and Spectral report no errors', options, async () => {
  write(
    'parse.mjs',
    `import SwaggerParser from '@apidevtools/swagger-parser'
    await SwaggerParser.validate('openapi.json')`,
  )
  await shop.execute(process.execPath, ['parse.mjs'])
  await shop.execute(shop.path('node_modules/.bin/redocly'), ['lint', 'openapi.json'], {
    REDOCLY_TELEMETRY: 'off',
  })
  write('.spectral.yaml', 'extends: ["spectral:oas"]\n')
  await run('spectral', 'lint', 'openapi.json', '--fail-severity', 'hint')
})

test('orval, kubb, hey-api and openapi-typescript generate what type-checks', options, async () => {
  write(
    'orval.config.mjs',
    `const input = './openapi.json'
    export default {
      client: {
        input,
        output: {
          target: './out/orval/client.ts',
          client: 'fetch',
          baseUrl: { getBaseUrlFromSpecification: true },
        },
      },
      zod: { input, output: { target: './out/orval/zod.ts', client: 'zod' } },
      zod3: {
        input,
        output: { target: './out/orval/zod3.ts', client: 'zod', override: { zod: { version: 3 } } },
      },
    }`,
  )
  write(
    'kubb.config.mjs',
    `import { defineConfig } from '@kubb/core'
    import { pluginOas } from '@kubb/plugin-oas'
    import { pluginTs } from '@kubb/plugin-ts'
    import { pluginZod } from '@kubb/plugin-zod'
    import { pluginClient } from '@kubb/plugin-client'
    const generate = (path, options, ...others) => ({
      root: '.',
      input: { path: './openapi.json' },
      output: { path, format: false, lint: false },
      plugins: [pluginOas(), pluginZod({ output: { path: './zod' }, ...options }), ...others],
    })
    const client = (client) => [
      pluginTs(),
      pluginClient({ client, parser: 'zod', output: { path: './client' } }),
    ]
    export default defineConfig([
      generate('./out/kubb-fetch', {}, ...client('fetch')),
      generate('./out/kubb-axios', {}, ...client('axios')),
      generate('./out/kubb', {}),
      generate('./out/kubb3', { version: '3', importPath: 'zod/v3' }),
    ])`,
  )
  write(
    'openapi-ts.config.mjs',
    `export default {
      input: './openapi.json',
      output: './out/hey',
      plugins: [
        '@hey-api/typescript',
        '@hey-api/client-fetch',
        'zod',
        { name: '@hey-api/sdk', validator: 'zod' },
      ],
    }`,
  )
  await run('orval', '--config', 'orval.config.mjs')
  await run('kubb', 'generate', '--config', 'kubb.config.mjs')
  await run('openapi-ts')
  await run('openapi-typescript', 'openapi.json', '-o', 'out/paths.ts')
  // Like a project that uses Zod 3.
  const orval3 = readFileSync(shop.path('out/orval/zod3.ts'), 'utf8')
  write('out/orval/zod3.ts', orval3.replace("from 'zod'", "from 'zod/v3'"))
  write('consume.ts', consumer)
  for (const [name, program] of Object.entries(programs)) write(`${name}.ts`, program)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'preserve',
    types: [],
    moduleResolution: 'bundler',
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    lib: ['esnext', 'dom', 'dom.iterable'],
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['out', '*.ts'] }))
  await run('tsc', '-p', '.')
})

/** Reads every animal with each of them, and prints the positions of those that it rejected. */
const consumer = `
import createClient from 'openapi-fetch'
import type { paths } from './out/paths.ts'
import { listPets } from './out/hey/index.ts'
import { zPets } from './out/hey/zod.gen.ts'
import { petsSchema } from './out/kubb/zod/petsSchema.ts'
import { petsSchema as petsSchema3 } from './out/kubb3/zod/petsSchema.ts'
import { ListPetsResponse } from './out/orval/zod.ts'
import { ListPetsResponse as ListPetsResponse3 } from './out/orval/zod3.ts'

declare const ADDRESS: string, KEY: string
const baseUrl = ADDRESS + '/v1'
const headers = { authorization: 'Bearer ' + KEY }
const onZod3 = { kubb3: petsSchema3, orval3: ListPetsResponse3 }
const onZod4 = { hey: zPets, kubb: petsSchema, orval: ListPetsResponse }
const validators = { ...onZod3, ...onZod4 }

const typed = createClient<paths>({ baseUrl, headers })
const { data } = await typed.GET('/pets', { params: { query: { limit: 100, sort: 'id' } } })
const pets = data ?? []
const names: string[] = pets.map(({ name, status }) => name + (status satisfies 'available' | 'pending' | 'sold' && ''))
const refused = Object.fromEntries(
  Object.entries(validators).map(([generator, validator]) => [
    generator,
    pets.flatMap((pet, at) => (validator.safeParse([pet]).success ? [] : [at])),
  ]),
)
const own = await listPets({ baseUrl, headers, query: { limit: 100 } })
console.log(JSON.stringify({ names, refused, client: own.error === undefined ? own.data?.length : String(own.error) }))
`

/** Bundles a program and everything that it imports into one file. */
const bundle = async (name: string, given: Record<string, string>): Promise<string> => {
  const defined = Object.entries(given).map(([key, value]) => `--define:${key}="${value}"`)
  const file = shop.path(`${name}.mjs`)
  const options = ['--bundle', '--format=esm', '--platform=node', '--packages=external']
  await run('esbuild', `${name}.ts`, ...options, `--outfile=${file}`, ...defined)
  return file
}

const base = () => `${server.address}/v1`

test('they accept every animal that the service returns', options, async () => {
  const file = await bundle('consume', { ADDRESS: server.address, KEY: key })
  const output = await shop.execute(process.execPath, [file])
  const { names: seen, refused, client } = JSON.parse(output)
  const count = LARGE_FROM + large.length
  assert.deepEqual(seen.slice(0, names.length), names)
  assert.equal(seen.length, count)
  assert.equal(client, count, 'hey-api reads and validates the whole list')
  const { hey, kubb3, orval3, ...onSafeIntegers } = refused as Record<string, number[]>
  assert.deepEqual({ hey, kubb3, orval3 }, { hey: [], kubb3: [], orval3: [] })
  for (const [generator, places] of Object.entries(onSafeIntegers)) {
    assert.ok(
      places.every((at) => at >= LARGE_FROM),
      `${generator}: ${places}`,
    )
  }
})

/** Returns the names of all animals, in list order. */
const namesNow = async (): Promise<string[]> => {
  const { body } = await server.fetch('/v1/pets?limit=100', { headers: bearer(key) })
  return JSON.parse(body).map(({ name }: { name: string }) => name)
}

/** Zod 4 and Prism support only safe integers. */
const removeLarge = async () => {
  for (const at of large.keys()) {
    const path = `/v1/pets/${LARGE_FROM + at + 1}`
    const { status } = await server.fetch(path, { method: 'DELETE', headers: bearer(key) })
    assert.equal(status, 204)
  }
}

const takeTour = async (client: string, name: string, address: string) => {
  const file = await bundle(client, { ADDRESS: address, KEY: key, NAME: name })
  // Orval's clients use the address in the document.
  write(`${client}.mjs`, readFileSync(file, 'utf8').replaceAll(base(), address))
  const { pages, ...rest } = JSON.parse(await shop.execute(process.execPath, [file]))
  assert.deepEqual(pages.flat(), await namesNow())
  assert.ok(pages.every((page: string[]) => page.length <= 2))
  const chosen = client === 'kubb-axios' ? {} : { chosen: [names[0], name] }
  assert.deepEqual(rest, { ...chosen, status: 'placed', isPending: true })
}

suite('each client that they generate adds, pages, chooses and orders', options, () => {
  before(removeLarge)

  for (const client of clients) {
    test(client, () => takeTour(client, `of ${client}`, base()))
  }
})

suite('so it does through Prism, which finds nothing wrong with requests and responses', options, () => {
  let proxy = ''
  let prism: ChildProcess | undefined

  before(async () => {
    const port = await freePort()
    proxy = `http://127.0.0.1:${port}`
    const args = ['proxy', '--errors', '--host', '127.0.0.1', '--port', String(port)]
    const options = { cwd: shop.path('.'), stdio: 'ignore' } as const
    prism = spawn(shop.path('node_modules/.bin/prism'), [...args, 'openapi.json', base()], options)
    if (prism.pid !== undefined) prism.once('exit', cleanupProcess.kill(prism.pid))
    await eventually('Prism listens', () =>
      fetch(proxy).then(
        () => true,
        () => false,
      ),
    )
  })
  after(() => prism?.kill())

  for (const client of clients) {
    test(client, () => takeTour(client, `of ${client} through Prism`, proxy))
  }

  test('it does find violations', async () => {
    const headers = { ...bearer(key), 'content-type': 'application/json' }
    const ask = async (path: string, init?: RequestInit) =>
      (await fetch(`${proxy}${path}`, { headers, ...init })).status
    assert.equal(await ask('/pets?id=1,2'), 200)
    assert.equal(await ask('/pets?id=1&id=2'), 200)
    assert.equal(await ask('/pets?id=one'), 422)
    assert.equal(await ask('/pets', { method: 'POST', body: '{"name":"Rex"}' }), 422)
  })
})
