import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { version } from '../../sdk/user-agent.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)

test('the console and the gallery are built only if missing or older than their sources', async () => {
  using clone = cloneWithoutConsole()
  const { start, page } = clone
  const first = await start()
  assert.equal(
    first.stderr,
    'Building the console (vite build) ...\nBuilding the gallery (vite build) ...\nBuilding the client (npm pack) ...\n',
  )
  assert.equal(clone.packedClients().length, 1)
  assert.ok(statSync(join(clone.path, 'embed/dist/gallery.js')).size > 0)
  assert.equal(first.stdout, 'started\n', 'standard output is that of the program alone')
  const builtAtMs = statSync(page).mtimeMs

  const second = await start()
  assert.equal(second.stderr, '')
  assert.equal(statSync(page).mtimeMs, builtAtMs)

  writeFileSync(join(clone.path, 'sdk/mod.ts'), "export * from './client.ts'\n", { flag: 'a' })
  const third = await start()
  const again = 'Building the console (vite build) ...\nBuilding the client (npm pack) ...\n'
  assert.equal(third.stderr, again, 'the gallery is as it was')
  assert.ok(statSync(page).mtimeMs > builtAtMs)
  assert.deepEqual(clone.unfinished(), [])

  // A released client is in the repository, so changes of its sources do not matter.
  for (const file of clone.packedClients()) {
    cpSync(join(clone.path, 'sdk/dist-packed', file), join(clone.path, 'sdk/releases', file))
  }
  writeFileSync(join(clone.path, 'sdk/mod.ts'), "export * from './pets.ts'\n", { flag: 'a' })
  assert.equal((await start()).stderr, 'Building the console (vite build) ...\n')
})

test('a console that cannot be built neither prevents a start nor replaces an existing build', async () => {
  using clone = cloneWithoutConsole()
  clone.pretendOthersAreBuilt()
  const { start, page } = clone
  await start()
  const builtAtMs = statSync(page).mtimeMs
  writeFileSync(join(clone.path, 'console/main.tsx'), 'this is no program')
  const { stdout, stderr } = await start()
  assert.equal(stdout, 'started\n')
  assert.match(stderr, /The console was not built/)
  assert.equal(statSync(page).mtimeMs, builtAtMs)
  assert.deepEqual(clone.unfinished(), [])
})

test('two concurrent starts each find a complete console', async () => {
  using clone = cloneWithoutConsole()
  clone.pretendOthersAreBuilt()
  const both = await Promise.all([clone.start(), clone.start()])
  for (const { stdout, stderr } of both) {
    assert.equal(stdout, 'started\n')
    assert.doesNotMatch(stderr, /not built/)
  }
  assert.ok(statSync(clone.page).size > 0)
  assert.deepEqual(clone.unfinished(), [])
})

/** The sources of the console, with the packages of this checkout. */
const cloneWithoutConsole = () => {
  const folder = temporaryFolder()
  const { path } = folder
  const isSource = (source: string) => !/^(dist.*|node_modules)$/.test(basename(source))
  const chooser = ['node-releases.mjs', 'node-releases.json'].map((name) => `server/platform/${name}`)
  const sources = ['console', 'embed', 'sdk', 'scripts', 'package.json', 'tsconfig.json']
  for (const name of [...sources, ...chooser]) {
    cpSync(join(root, name), join(path, name), { recursive: true, filter: isSource })
  }
  cpSync(join(root, 'package-lock.json'), join(path, 'package-lock.json'), {
    preserveTimestamps: true,
  })
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'))
  rmSync(join(path, 'console/dist'), { recursive: true, force: true })
  // The state before its release.
  for (const file of readdirSync(join(path, 'sdk/releases'))) {
    if (file.endsWith('.tgz')) rmSync(join(path, 'sdk/releases', file))
  }
  // A small one is enough to test when it is built.
  writeFileSync(join(path, 'console/main.tsx'), "import '../sdk/mod.ts'\n")
  const program = join(path, 'program.mjs')
  writeFileSync(program, "console.log('started')\n")
  return {
    path,
    page: join(path, 'console/dist/index.html'),
    start: () => run(process.execPath, [join(path, 'scripts/run.mjs'), '--console', program], { cwd: path }),
    /** Leaves only the console to build. */
    pretendOthersAreBuilt() {
      for (const file of ['embed/dist/gallery.js', `sdk/dist-packed/client-${version}.tgz`]) {
        mkdirSync(dirname(join(path, file)), { recursive: true })
        writeFileSync(join(path, file), '')
      }
    },
    /** Files that unfinished builds have left behind. */
    unfinished: () =>
      ['console', 'sdk']
        .flatMap((name) => readdirSync(join(path, name)))
        .filter((name) => /^dist-(?!packed$)/.test(name)),
    packedClients: () => readdirSync(join(path, 'sdk/dist-packed')),
    [Symbol.dispose]: folder.remove,
  }
}
