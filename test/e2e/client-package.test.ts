import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { newKey } from '../harness/keys.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)

const MAX_COMPRESSED_BYTES = 13_000

suite('the client as a package', () => {
  const folder = temporaryFolder()
  const project = folder.path
  const write = (name: string, text: string) => writeFileSync(join(project, name), text)
  const npm = (args: string[], cwd: string) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
      cwd,
      env: { ...process.env, npm_config_cache: join(project, '.npm') },
    })

  before(async () => {
    const pack = ['run', 'pack', '--', '--json', '--pack-destination', project]
    const { stdout } = await npm(pack, join(root, 'sdk'))
    const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
    const packed: string[] = files.map(({ path }: { path: string }) => path)
    assert.ok(packed.includes('dist/mod.js') && packed.includes('README.md'))
    // Nothing but what a user needs.
    assert.deepEqual(
      packed.filter(
        (path) =>
          !/^(dist\/(cjs\/)?[\w.-]+\.(js|d\.ts)|dist\/cjs\/package\.json|README\.md|package\.json)$/.test(
            path,
          ),
      ),
      [],
    )
    assert.deepEqual(
      packed.filter((path) => /test|generate|\bcli\b/.test(path)),
      [],
    )
    write('package.json', '{ "name": "empty", "private": true, "type": "module" }')
    await npm(['install', `./${filename}`], project)
  })
  after(() => folder.remove())

  test('it installs into an empty project, brings no dependencies, and works there', async () => {
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
    assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/@adoption-store/client'])
    const key = newKey()
    using store = temporaryFolder()
    await using server = await startServer({ folder: store.path, settings: { BOOTSTRAP_KEY: key } })
    write(
      'use.js',
      `import { AdoptionStore, isApiError } from '@adoption-store/client'
       const store = new AdoptionStore({ apiKey: process.env.KEY, baseUrl: process.env.URL })
       const { id } = await store.pets.create({ name: 'Biscuit', categoryId: 9007199254740993n })
       const found = []
       for await (const pet of store.pets.list({ id: [id] })) found.push(pet)
       const code = await store.pets.update(99, {}).catch((e) => isApiError(e) && e.code)
       console.log(JSON.stringify(found[0]), code)`,
    )
    write(
      'use.cjs',
      `const { AdoptionStore } = require('@adoption-store/client')
       const store = new AdoptionStore({ apiKey: process.env.KEY, baseUrl: process.env.URL })
       store.pets.list().then(({ items }) => console.log(items[0].name))`,
    )
    const environment = { PATH: process.env.PATH, KEY: key, URL: server.address }
    const { stdout } = await run(process.execPath, ['use.js'], { cwd: project, env: environment })
    const pet = '{"id":1,"name":"Biscuit","categoryId":9007199254740993,"status":"available"}'
    assert.equal(stdout.trim(), `${pet} pet_not_found`)
    const common = await run(process.execPath, ['use.cjs'], { cwd: project, env: environment })
    assert.equal(common.stdout.trim(), 'Biscuit')
  })

  // skipLibCheck is off: the package's own declarations are checked too, but not those of TypeScript.
  const checked = ['--noEmit', '--strict', '--skipDefaultLibCheck']
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    test(`its types work with moduleResolution ${resolution}, and refuse what is wrong`, async () => {
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

  test('its types work for CommonJS with the oldest resolution that TypeScript 5 has', async () => {
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

  test('all of it is less than 13 KB compressed', async (t) => {
    const whole = await bundled("export * from '@adoption-store/client'")
    const bytes = gzipSync(whole, { level: 9 }).length
    t.diagnostic(`${bytes} bytes`)
    assert.ok(bytes < MAX_COMPRESSED_BYTES, `${bytes} bytes`)
  })

  test('who only verifies webhooks bundles nothing of the client', async (t) => {
    const some = await bundled("export { verifyWebhook } from '@adoption-store/client'")
    const bytes = gzipSync(some, { level: 9 }).length
    t.diagnostic(`${bytes} bytes`)
    assert.ok(some.includes('webhook-signature'))
    assert.ok(!some.includes('/store/orders') && !some.includes('idempotency-key'))
    assert.ok(bytes < 1_500, `${bytes} bytes`)
  })
})
