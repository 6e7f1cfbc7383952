// What generators make of openapi.json: clients and validators that type-check and accept all that the service returns.
// They are installed from npm into a temporary folder; none is a dependency of the product.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const packages = [
  ...['orval@8.38.0', '@hey-api/openapi-ts@0.99.0', 'openapi-typescript@7.13.0'],
  ...['openapi-fetch@0.14.0', '@seriousme/openapi-schema-validator@2.11.0'],
  ...['cli', 'core', 'plugin-oas', 'plugin-zod'].map((name) => `@kubb/${name}@4.39.3`),
  ...['zod@4.6.7', 'typescript@5.9.3', 'esbuild@0.27.2'],
]

const longest = ['q', 'é', '犬', '🐶'].map((character) => character.repeat(255))
const names = [
  ...[
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
  ],
  ...['  Rex  ', 'a\u00a0b', '\u2028x', '\ufeffx', '0', 'null', '"', '\\', ...longest],
]
const safe = ['0', '-1', '7', '9007199254740991', '-9007199254740991']
/**
 * Beyond JavaScript's safe integers: JSON has such numbers and int64 means them, but `JSON.parse` rounds them, and an
 * integer of Zod 4 is a safe one. The second is the largest that is not rounded to 2^63.
 */
const large = ['9007199254740993', '9223372036854774784', '-9223372036854775808']
const LARGE_FROM = names.length + safe.length

const key = newKey()
const store = temporaryFolder()
const workshop = temporaryFolder()
let server: Server

const run = (command: string, ...args: string[]): string => {
  try {
    return execFileSync(join(workshop.path, 'node_modules/.bin', command), args, {
      cwd: workshop.path,
      encoding: 'utf8',
      env: { ...process.env, KUBB_DISABLE_TELEMETRY: '1' },
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    return assert.fail(`${command}\n${stdout}\n${stderr}`)
  }
}

const write = (name: string, text: string) => writeFileSync(join(workshop.path, name), text)

before(async () => {
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
  // One of orval's own dependencies is newer than what every registry has.
  write(
    'package.json',
    '{"private":true,"type":"module","overrides":{"@scalar/openapi-parser":"0.29.8"}}',
  )
  execFileSync('npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', ...packages], {
    cwd: workshop.path,
    stdio: 'ignore',
  })
})

after(async () => {
  await server?.stop()
  store.remove()
  workshop.remove()
})

test('a validator of OpenAPI 3.1 finds nothing wrong', () => {
  write(
    'validate.mjs',
    `import { Validator } from '@seriousme/openapi-schema-validator'
    import { readFileSync } from 'node:fs'
    const validator = new Validator()
    const result = await validator.validate(JSON.parse(readFileSync('openapi.json', 'utf8')))
    console.log(JSON.stringify([result.valid, validator.version, result.errors ?? []]))`,
  )
  const output = execFileSync(process.execPath, ['validate.mjs'], { cwd: workshop.path })
  assert.deepEqual(JSON.parse(String(output)), [true, '3.1', []])
})

test('orval, kubb, hey-api and openapi-typescript generate what type-checks', () => {
  write(
    'orval.config.mjs',
    `const input = './openapi.json'
    export default {
      client: { input, output: { target: './out/orval/client.ts', client: 'fetch' } },
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
    import { pluginZod } from '@kubb/plugin-zod'
    const generate = (path, options) => ({
      root: '.',
      input: { path: './openapi.json' },
      output: { path, format: false, lint: false },
      plugins: [pluginOas(), pluginZod({ output: { path: './zod' }, ...options })],
    })
    export default defineConfig([
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
  run('orval', '--config', 'orval.config.mjs')
  run('kubb', 'generate', '--config', 'kubb.config.mjs')
  run('openapi-ts')
  run('openapi-typescript', 'openapi.json', '-o', 'out/paths.ts')
  // As in a project that has Zod 3.
  const orval3 = join(workshop.path, 'out/orval/zod3.ts')
  writeFileSync(orval3, readFileSync(orval3, 'utf8').replace("from 'zod'", "from 'zod/v3'"))
  write('consume.ts', consumer)
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'esnext', module: 'preserve', types: [] },
    ...{ moduleResolution: 'bundler', skipLibCheck: true, allowImportingTsExtensions: true },
    lib: ['esnext', 'dom', 'dom.iterable'],
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['out', 'consume.ts'] }))
  run('tsc', '-p', '.')
})

/** Reads every animal with each of them, and prints what each refused: its place in the list. */
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

test('they accept every animal that the service returns', () => {
  const values = { ADDRESS: server.address, KEY: key }
  const defined = Object.entries(values).map(([name, value]) => `--define:${name}="${value}"`)
  run(
    'esbuild',
    'consume.ts',
    '--bundle',
    '--format=esm',
    '--platform=node',
    '--packages=external',
    '--outfile=consume.mjs',
    ...defined,
  )
  const output = execFileSync(process.execPath, ['consume.mjs'], { cwd: workshop.path })
  const { names: seen, refused, client } = JSON.parse(String(output))
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
