import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { version } from '../../sdk/user-agent.ts'
import { buildConsole } from '../harness/console.ts'
import { codeBlocks } from '../harness/doc-examples.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)

const MAX_COMPRESSED_BYTES = 14_000

suite('the client as a package', () => {
  const folder = temporaryFolder()
  const files = temporaryFolder()
  const project = folder.path
  const key = newKey()
  let server: Server
  const write = (name: string, text: string) => writeFileSync(join(project, name), text)
  // The registry is unreachable, because the store serves everything that the client needs.
  const npm = (...args: string[]) =>
    run('npm', [...args, '--registry', 'http://127.0.0.1:1', '--no-audit', '--no-fund'], {
      cwd: project,
      env: {
        ...process.env,
        npm_config_cache: join(files.path, '.npm'),
        npm_config_fetch_retries: '0',
      },
    })
  const page = async (path: string): Promise<string> => (await server.fetch(path)).body

  before(async () => {
    buildConsole()
    server = await startServer({ folder: files.path, settings: { BOOTSTRAP_KEY: key } })
    // The folder is empty, as for somebody who tries out the client.
    await npm('install', `${server.address}/sdk/client-${version}.tgz`)
  })
  after(async () => {
    await server.stop()
    folder.remove()
    files.remove()
  })

  /** Runs a program of the project, which reads its key and URL itself. */
  const runProgram = async (name: string): Promise<string> => {
    const env = { ...basicEnvironment, ADOPTION_KEY: key, ADOPTION_URL: server.address }
    return (await run(process.execPath, [name], { cwd: project, env })).stdout.trim()
  }

  test('the install command of the docs installs it into an empty folder, without dependencies', async () => {
    const line = `npm i ${server.address}/sdk/client-${version}.tgz`
    assert.ok((await page('/docs/guides/first-request.md')).includes(`// ${line}`))
    assert.ok((await page('/docs/reference/animals')).includes(line))
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
    assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/@adoption-store/client'])
    const { resolved, integrity } = lock.packages['node_modules/@adoption-store/client']
    assert.equal(`npm i ${resolved}`, line)
    assert.match(integrity, /^sha512-/)
    // It contains only what users need.
    const packed = readdirSync(join(project, 'node_modules/@adoption-store/client'), {
      recursive: true,
      encoding: 'utf8',
    })
    const isNeeded =
      /^(dist(\/cjs)?|dist\/(cjs\/)?[\w.-]+\.(js|d\.ts)|dist\/cjs\/package\.json|README\.md|package\.json)$/
    assert.deepEqual(
      packed.filter((path) => !isNeeded.test(path) || /test|generate|\bcli\b/.test(path)),
      [],
    )
    assert.ok(packed.includes('dist/mod.js') && packed.includes('README.md'))
  })

  test('npm ci installs the same bytes again, even with an empty cache', async () => {
    rmSync(join(project, 'node_modules'), { recursive: true })
    rmSync(join(files.path, '.npm'), { recursive: true })
    await npm('ci')
    assert.ok(existsSync(join(project, 'node_modules/@adoption-store/client/dist/mod.js')))
  })

  test("the guide's first program runs as an ES module and as CommonJS", async () => {
    const [{ text: program } = { text: '' }] = codeBlocks(await page('/docs/guides/first-request.md')).filter(
      ({ language }) => language === 'ts',
    )
    assert.ok(program.includes("from '@adoption-store/client'"))
    write('first.mjs', program)
    assert.match(await runProgram('first.mjs'), /^\d+ Pepper$/m)
    const required = program.replace(/^import (.+) from (.+)$/gm, 'const $1 = require($2)')
    write('first.cjs', `(async () => {\n${required}\n})()`)
    assert.match(await runProgram('first.cjs'), /^\d+ Pepper$/m)
  })

  test('ids stay exact and error classes work in ES modules and CommonJS', async () => {
    write(
      'use.mjs',
      `import { AdoptionStore, isApiError } from '@adoption-store/client'
       const store = new AdoptionStore()
       const { id } = await store.pets.create({ name: 'Biscuit', categoryId: 9007199254740993n })
       const [found] = await store.pets.list({ id: [id] }).toArray({ limit: 1 })
       const code = await store.pets.update(9999, {}).catch((e) => isApiError(e) && e.code)
       console.log(JSON.stringify(found), code)`,
    )
    write(
      'use.cjs',
      `const { AdoptionStore } = require('@adoption-store/client')
       const store = new AdoptionStore()
       store.pets.list().then(({ items }) => console.log(items.at(-1).name))`,
    )
    const pet = /^{"id":\d+,"name":"Biscuit","categoryId":9007199254740993,"status":"available"} pet_not_found$/
    assert.match(await runProgram('use.mjs'), pet)
    assert.equal(await runProgram('use.cjs'), 'Biscuit')
  })

  // Without skipLibCheck, the package's declarations are checked too, but not those of TypeScript.
  const checked = ['--noEmit', '--strict', '--skipDefaultLibCheck']
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    test(`its types work with moduleResolution ${resolution}, and report errors`, async () => {
      write('package.json', '{ "type": "module" }')
      write(
        'use.ts',
        `import { AdoptionStore, type Int64, type Pet } from '@adoption-store/client'
         const store = new AdoptionStore({ apiKey: 'k', baseUrl: 'http://127.0.0.1:3000' })
         const pet: Pet = await store.pets.create({ name: 'Biscuit', categoryId: 7n, status: 'sold' })
         const id: Int64 = pet.id
         for await (const { name } of store.pets.list({ status: 'available' })) name.toUpperCase()
         const page = await store.orders.list({ status: 'placed', petId: id })
         page.items[0]?.customer?.email.trim()
         for await (const event of store.events.follow()) {
           if (event.type === 'pet.deleted') event.data.id satisfies Int64
         }
         // @ts-expect-error: no such status
         store.pets.list({ status: 'lost' })
         // @ts-expect-error: a name is required
         store.pets.create({ categoryId: 1 })
         // @ts-expect-error: an answer has no such field
         pet.colour`,
      )
      const flags = [...checked, '--target', 'es2022', '--lib', 'es2022,dom']
      for (const tsc of ['node_modules/.bin/tsc', 'sdk/node_modules/.bin/tsc']) {
        const args = [...flags, '--module', module, '--moduleResolution', resolution, 'use.ts']
        const failed = await run(join(root, tsc), args, { cwd: project }).catch((error) => error)
        assert.equal(failed.stdout, '', `${tsc}: ${failed.stdout}`)
      }
    })
  }

  test('its types work for CommonJS with the oldest module resolution of TypeScript 5', async () => {
    write(
      'common.ts',
      `import { AdoptionStore, type Pet } from '@adoption-store/client'
       const store = new AdoptionStore({ apiKey: 'k', baseUrl: 'http://127.0.0.1:3000' })
       export const add = (): Promise<Pet> => store.pets.create({ name: 'Biscuit', categoryId: 7n })`,
    )
    const module = ['--module', 'commonjs', '--moduleResolution', 'node10', '--lib', 'es2022,dom']
    const args = [...checked, '--target', 'es2022', ...module, 'common.ts']
    const tsc = join(root, 'sdk/node_modules/.bin/tsc')
    const failed = await run(tsc, args, { cwd: project }).catch((error) => error)
    assert.equal(failed.stdout, '', failed.stdout)
  })

  const bundled = async (source: string): Promise<string> => {
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: project },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    })
    return outputFiles[0]?.text ?? ''
  }

  test('the whole client is less than 14 KB compressed', async (t) => {
    const whole = await bundled("export * from '@adoption-store/client'")
    const bytes = gzipSync(whole, { level: 9 }).length
    t.diagnostic(`${bytes} bytes`)
    assert.ok(bytes < MAX_COMPRESSED_BYTES, `${bytes} bytes`)
  })

  test('code that only verifies webhooks bundles nothing else of the client', async (t) => {
    const some = await bundled("export { verifyWebhook } from '@adoption-store/client'")
    const bytes = gzipSync(some, { level: 9 }).length
    t.diagnostic(`${bytes} bytes`)
    assert.ok(some.includes('webhook-signature'))
    assert.ok(!some.includes('/store/orders') && !some.includes('idempotency-key'))
    assert.ok(bytes < 1_500, `${bytes} bytes`)
  })
})
