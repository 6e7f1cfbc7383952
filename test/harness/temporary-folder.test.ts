import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from './temporary-folder.ts'

const module = new URL('temporary-folder.ts', import.meta.url).href

/** Runs a program that makes a folder, says where, and ends as it is told; with a folder of its own for all of them. */
const runIn = (folder: string, end: string): string => {
  const code = `import { temporaryFolder } from '${module}'
    process.stdout.write(temporaryFolder().path, () => { ${end} })`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder },
  })
  assert.ok(stdout.startsWith(folder), stdout)
  return stdout
}

test('a folder that nobody disposed of goes with its process, however that ends by itself', () => {
  using folder = temporaryFolder()
  for (const end of ['', 'process.exit(1)', "throw new Error('x')"]) {
    assert.equal(existsSync(runIn(folder.path, end)), false, end)
  }
})

test('what a killed process left is removed by a later one, once it is old; what lives is left alone', () => {
  using folder = temporaryFolder()
  const left = runIn(folder.path, "process.kill(process.pid, 'SIGKILL')")
  assert.ok(existsSync(left))
  const living = join(folder.path, `adoption-store-${process.pid}-living`)
  const strange = join(folder.path, 'adoption-store-strange')
  for (const path of [living, strange]) mkdirSync(path)
  runIn(folder.path, '')
  assert.ok(existsSync(left), 'it is not old yet')
  for (const path of [left, living, strange]) utimesSync(path, 0, 0)
  runIn(folder.path, '')
  assert.deepEqual([left, living, strange].map(existsSync), [false, true, true])
})
