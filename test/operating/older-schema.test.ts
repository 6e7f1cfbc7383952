import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { commandLine } from '../../server/program/cli/command-entry.ts'
import { operatorCommands } from '../../server/program/cli/operator-commands.ts'
import { openDatabase } from '../../server/program/open-database.ts'
import { migrations } from '../../server/program/schema/migrations.ts'
import { runCommand } from '../harness/commands.ts'
import { digestsIn } from '../harness/digests.ts'
import { type Finding, isFault } from '../harness/doctor.ts'
import { engines } from '../harness/engines.ts'
import { oldDatabase } from '../harness/old-database.ts'
import { oldVersions, placeOldStore } from '../harness/old-stores.ts'
import { patientDatabase } from '../harness/patient-database.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const names = Object.keys(migrations)
const FIRST_OF_1_1_0 = '0004-keys-that-end'

const storeIn = (folder: string) => {
  const path = join(folder, 'store')
  mkdirSync(path)
  return path
}

for (const version of oldVersions) {
  test(`commands that only read leave a store of ${version} byte for byte as it was`, async () => {
    using folder = temporaryFolder()
    const store = storeIn(folder.path)
    const environment = { DATABASE_URL: `sqlite:${placeOldStore(version, store)}`, PORT: '0' }
    const before = digestsIn(store)
    const run = async (...args: string[]) => {
      const result = await runCommand({ args, environment, cwd: folder.path })
      assert.deepEqual(digestsIn(store), before, args.join(' '))
      return result
    }
    assert.equal((await run('keys', 'list')).code, 1)
    const { code, stdout } = await run('doctor', '--json')
    const { state, advice } = JSON.parse(stdout).find(({ check }: { check: string }) => check === 'store')
    assert.deepEqual([code, state], [0, 'warn'])
    assert.match(advice, /migrate will upgrade it/)

    const file = join(folder.path, 'backup.db')
    const backup = await run('backup', file, '--json')
    assert.equal(backup.code, 0, backup.stderr)
    assert.match(backup.stderr, /^note: the store is of an earlier version.*no entry.*\n$/)
    const { rows } = JSON.parse(backup.stdout)
    assert.deepEqual([rows.pets, rows.orders], [60, 12])
    // It is restored unchanged, too.
    const args = ['restore', file, '--replace', '--json']
    const restored = await runCommand({ args, environment, cwd: folder.path })
    assert.equal(restored.code, 0, restored.stderr)
    assert.equal(JSON.parse(restored.stdout).version, JSON.parse(backup.stdout).version)
    assert.deepEqual((await runCommand({ args: ['keys', 'list'], environment })).code, 1)
  })
}

test('a killed server leaves a WAL, which no command that reads merges into the file', async () => {
  using folder = temporaryFolder()
  const store = storeIn(folder.path)
  const path = placeOldStore('1.0.0', store)

  using killed = new DatabaseSync(path)
  killed.exec("update pets set name = 'Renamed' where id = 1")
  const copy = join(folder.path, 'copy')
  mkdirSync(copy)
  for (const name of ['store.db', 'store.db-wal']) {
    writeFileSync(join(copy, name), readFileSync(join(store, name)))
  }
  const before = digestsIn(copy)
  const environment = { DATABASE_URL: `sqlite:${join(copy, 'store.db')}`, PORT: '0' }
  for (const args of [['keys', 'list'], ['doctor'], ['backup', join(folder.path, 'backup.db')]]) {
    await runCommand({ args, environment, cwd: folder.path })
    const { 'store.db-shm': _index, ...after } = digestsIn(copy)
    assert.deepEqual(after, before, args.join(' '))
  }
  using backup = new DatabaseSync(join(folder.path, 'backup.db'))
  assert.equal(backup.prepare('select name from pets where id = 1').get()?.name, 'Renamed')
})

/** The arguments of each command. Commands that work on an older schema, or on none, are left out. */
const argumentsIn = (folder: string, target: string): Record<string, string[]> => ({
  'accounts create': ['--name', 'Second', '--plan', 'free'],
  'accounts suspend': ['2'],
  'accounts resume': ['2'],
  'accounts list': [],
  'accounts transfer': ['--from', '1', '--to', '2'],
  'keys create': ['--plan', 'free', '--name', 'k'],
  'keys rotate': ['1'],
  'keys revoke': ['1'],
  'keys list': [],
  'bans lift': ['1'],
  'bans list': [],
  'users create': ['--name', 'Alex', '--role', 'viewer', '--email', 'alex@example.org'],
  'users disable': ['1'],
  'users enable': ['1'],
  'users reset-password': ['1'],
  'users list': [],
  'mails list': [],
  'mails show': ['1'],
  'mails release': ['1'],
  'mails retry': ['1'],
  import: [join(folder, 'animals.csv')],
  sample: ['--no-photos'],
  export: [join(folder, 'out.csv')],
  publish: ['--to', 'petfinder', '--out', join(folder, 'portal'), '--public-url', 'https://a.test'],
  'audit export': [join(folder, 'log.ndjson')],
  'audit accept': ['--from', '1', '--reason', 'x'],
  'audit list': [],
  'audit verify': [],
  copy: ['--to', target],
})

const othersThan: ReadonlySet<string> = new Set([
  'serve',
  'migrate',
  'backup',
  'backup list',
  'backup verify',
  'restore',
  'doctor',
  'bench',
  'openapi',
  'mails test',
])

for (const engine of engines) {
  test(`every other command names the version that an older database needs, and changes nothing (${engine})`, async () => {
    using folder = temporaryFolder()
    writeFileSync(join(folder.path, 'animals.csv'), 'name,categoryId\nRex,7\n')
    await using old = await oldDatabase(engine, FIRST_OF_1_1_0)
    await old.close()
    const target = join(folder.path, 'target.db')
    const commands = argumentsIn(folder.path, `sqlite:${target}`)
    const all = leavesOf(await commandLine(operatorCommands))
    assert.deepEqual(all.filter((name) => !othersThan.has(name)).toSorted(), Object.keys(commands).toSorted())
    const environment = { DATABASE_URL: old.url, PORT: '0' }
    for (const [name, args] of Object.entries(commands)) {
      const line = [...name.split(' '), ...args]
      const { code, stdout, stderr } = await runCommand({
        args: line,
        environment,
        cwd: folder.path,
      })
      assert.deepEqual([code, stdout], [1, ''], name)
      assert.match(
        stderr,
        /^error: the database has the schema of version 1\.0\.0 \(0003-imports\), but this command needs that of version \d+\.\d+\.\d+ \([\w-]+\): run "migrate" first[^\n]*\n$/,
        name,
      )
    }
    assert.deepEqual(await migrationsOf(old.url), names.slice(0, names.indexOf(FIRST_OF_1_1_0)))
    // No key was created for a store that was not opened, and nothing was written.
    for (const file of ['data', 'out.csv', 'log.ndjson', 'target.db']) {
      assert.equal(existsSync(join(folder.path, file)), false, file)
    }
  })

  test(`doctor works on an older database, and changes nothing (${engine})`, async () => {
    using folder = temporaryFolder()
    await using old = await oldDatabase(engine, FIRST_OF_1_1_0)
    await old.close()
    const { stdout } = await runCommand({
      args: ['doctor', '--json'],
      environment: { DATABASE_URL: old.url, MEDIA_URL: join(folder.path, 'media'), PORT: '0' },
      cwd: folder.path,
    })
    const check = engine === 'sqlite' ? 'store' : 'schema'
    const findings: Finding[] = JSON.parse(stdout)
    const finding = findings.find((one) => one.check === check)
    assert.ok(finding)
    assert.deepEqual([findings.filter(isFault), finding.state], [[], 'warn'])
    assert.match(finding.found, /version 0003-imports/)
    assert.deepEqual(await migrationsOf(old.url), names.slice(0, names.indexOf(FIRST_OF_1_1_0)))
  })
}

const unusable: Record<string, (folder: string) => string> = {
  // A folder that exists, but in which no folder can be created.
  'in /proc': () => '/proc/x/store.db',
  'below a file': (folder) => join(folder, 'animals.csv', 'store.db'),
  'that is a folder': (folder) => folder,
}

for (const [what, pathIn] of Object.entries(unusable)) {
  test(`every command reports a store ${what}, and ends`, {
    skip: process.platform !== 'linux' && 'no /proc',
  }, async () => {
    using folder = temporaryFolder()
    writeFileSync(join(folder.path, 'animals.csv'), 'name,categoryId\nRex,7\n')
    const path = pathIn(folder.path)
    const { mode } = statSync(folder.path)
    const environment = { DATABASE_URL: `sqlite:${path}`, PORT: '0' }
    const commands = {
      ...argumentsIn(folder.path, `sqlite:${join(folder.path, 'target.db')}`),
      serve: [],
      migrate: [],
      doctor: [],
      backup: [join(folder.path, 'backup.db')],
    }
    for (const [name, args] of Object.entries(commands)) {
      const line = [...name.split(' '), ...args]
      const { code, stdout, stderr } = await runCommand({
        args: line,
        environment,
        cwd: folder.path,
      })
      assert.equal(code, 1, name)
      assert.ok((name === 'doctor' ? stdout : stderr).includes(path), `${name}: ${stderr}`)
      if (name !== 'doctor') assert.match(stderr, /^error: [^\n]*\n$/, name)
    }
    assert.equal(statSync(folder.path).mode, mode)
  })
}

/** The names of the commands without subcommands. */
const leavesOf = ({ commands }: Command): string[] =>
  commands.flatMap((command) =>
    command.commands.length === 0 ? [command.name()] : leavesOf(command).map((name) => `${command.name()} ${name}`),
  )

const migrationsOf = async (url: string): Promise<string[]> => {
  const database = await openDatabase(patientDatabase(url), { isReadOnly: true })

  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(database.read)
  await database.close()
  return rows.map(({ name }) => name)
}
