import assert from 'node:assert/strict'
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { before, test } from 'node:test'
import { layOutRelease } from '../../scripts/release-tree.ts'
import { programVersion } from '../../server/program/version.ts'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { buildConsole } from '../harness/console.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { oldExport, placeOldStore } from '../harness/old-stores.ts'
import { newFolder } from '../harness/temporary-folder.ts'

// The procedure of docs/operating/upgrade.md, with its commands: two releases side by side, and a link to the one in use.

const root = new URL('../../', import.meta.url).pathname
const LATER = '99.0.0'
const OLD = `adoption-store-${programVersion}`
const skip = process.platform === 'win32' ? 'releases need a shell' : false
let templates: string

before(() => {
  if (skip) return
  buildConsole()
  templates = newFolder('store')
  layOutRelease(join(templates, OLD), join(root, 'node_modules'))
  rmSync(join(templates, OLD, 'node_modules'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(templates, OLD, 'node_modules'))
})

/** A machine with this release, its data, and the next release with a migration whose work is `up`. */
const machine = (up: string) => {
  const folder = newFolder('store')
  const place = (name: string) => join(folder, name)
  const later = `adoption-store-${LATER}`
  for (const name of [OLD, later])
    cpSync(join(templates, OLD), place(name), { recursive: true, verbatimSymlinks: true })
  addMigration(place(later), up)
  const path = placeOldStore('1.1.0', folder)
  const key = newKey()
  const settings = { DATABASE_URL: `sqlite:${path}`, PORT: '0', BOOTSTRAP_KEY: key }
  const env = { ...basicEnvironment, ...settings }
  const link = (name: string) => spawnSync('ln', ['-sfn', name, place('current')])
  link(OLD)
  return {
    folder,
    key,
    later,
    link,
    /** Runs a command of a release, or of the one in use. */
    run: (args: string[], name = 'current'): SpawnSyncReturns<string> =>
      spawnSync(join(place(name), 'adoption-store'), args, { encoding: 'utf8', env, cwd: folder }),
    serve: () => serve(join(place('current'), 'adoption-store'), env),
  }
}

/** Makes a release a later one, whose migration old servers cannot live with. */
const addMigration = (release: string, up: string): void => {
  const edit = (path: string, from: string | RegExp, to: string) => {
    const text = readFileSync(join(release, path), 'utf8')
    assert.notEqual(text.replace(from, to), text)
    writeFileSync(join(release, path), text.replace(from, to))
  }
  edit('server/program/version.ts', `'${programVersion}'`, `'${LATER}'`)
  edit(
    'server/program/schema/migrations.ts',
    /\n\}\s*$/,
    `\n  '9999-later': { version: '${LATER}', isAdditive: false, async up(db: any) { ${up} } },\n}\n`,
  )
}

const serve = async (program: string, env: NodeJS.ProcessEnv) => {
  const child = spawn(program, ['serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  const output: string[] = []
  const ended = once(child, 'close')
  const ready = new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        output.push(line)
        if (line.includes('"msg":"ready"')) resolve(JSON.parse(line).address)
      })
    ended.then(() => resolve(undefined))
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  return {
    /** Undefined if it could not start. */
    address: await ready,
    output,
    code: () => child.exitCode,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

type Machine = ReturnType<typeof machine>

/** Steps 2 and 3 of the procedure: a backup with the old version while it serves, and a dry run of the later one. */
const prepareUpgrade = async ({ run, serve, folder, later }: Machine): Promise<void> => {
  assert.equal(run(['migrate']).status, 0)
  await using server = await serve()
  assert.ok(server.address, server.output.join('\n'))
  assert.equal(run(['backup', join(folder, 'before.db')]).status, 0)
  const dryRun = run(['migrate', '--dry-run'], later)
  assert.match(dryRun.stdout, /9999-later +99\.0\.0 +not additive/)
  assert.match(run(['doctor'], later).stdout, /the next start or migrate will upgrade it/)
  await server.stop()
}

const add = async (address: string | undefined, key: string): Promise<number> => {
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Luna', categoryId: 1 })
  const { status } = await fetch(`${address}/v1/pets`, { method: 'POST', headers, body })
  return status
}

test('a later version whose upgrade fails changes nothing, and linking the old version is the way back', {
  skip,
}, async () => {
  const one = machine(`await db.schema.dropTable('api_keys').execute(); throw new Error('broken')`)
  const { run, serve, link, key, later } = one
  await prepareUpgrade(one)
  link(later)
  await using failed = await serve()
  assert.equal(failed.address, undefined)
  assert.equal(failed.code(), 1)
  link(OLD)
  await using server = await serve()
  assert.ok(server.address, server.output.join('\n'))
  assert.equal(run(['export', '-', '--format', 'csv']).stdout, oldExport('1.1.0'))
  assert.equal(await add(server.address, key), 201)
  await server.stop()
  assert.equal(run(['audit', 'verify']).status, 0)
})

test('if a later version upgrades the store and cannot start, the old version names the required version and restores the backup', {
  skip,
}, async () => {
  const one = machine(`await db.schema.createTable('later').addColumn('id', 'integer').execute()`)
  const { run, serve, link, folder, key, later } = one
  await prepareUpgrade(one)
  link(later)
  assert.equal(run(['migrate']).status, 0)
  link(OLD)
  await using refused = await serve()
  assert.deepEqual([refused.address, refused.code()], [undefined, 1])
  assert.match(refused.output.join('\n'), /needs version 99\.0\.0 or newer/)
  const doctor = run(['doctor'])
  assert.equal(doctor.status, 1)
  assert.match(doctor.stdout, /restore the backup from before/)

  const restored = run(['restore', join(folder, 'before.db'), '--replace'])
  assert.equal(restored.status, 0, restored.stderr)
  await using server = await serve()
  assert.ok(server.address, server.output.join('\n'))
  assert.equal(run(['export', '-', '--format', 'csv']).stdout, oldExport('1.1.0'))
  assert.equal(await add(server.address, key), 503, 'it is read-only until it was checked')
  assert.equal(run(['restore', '--confirm']).status, 0)
  await server.stop()
  await using again = await serve()
  assert.equal(await add(again.address, key), 201)
  await again.stop()
  assert.equal(run(['audit', 'verify']).status, 0)
})
