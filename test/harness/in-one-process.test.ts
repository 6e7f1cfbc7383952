import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from './temporary-folder.ts'

const root = new URL('../../', import.meta.url).pathname

const sources = {
  hooks: `let order = ['loaded']
    before(async () => { await sleep(20); order.push('before') })
    after(async () => { await sleep(20); console.log('AFTER hooks') })
    await sleep(1)
    test('has its hooks', () => assert.deepEqual(order, ['loaded', 'before']))`,
  broken: `throw new Error('cannot be loaded')`,
  wrong: `test('is wrong', () => assert.equal(1, 2))
    test('is late', async () => { setTimeout(() => { throw new Error('LATE') }, 1); await sleep(20) })`,
  last: `console.log('LOADED last'); test('comes last', () => {})`,
  dying: `test('dies', () => process.exit(3))`,
} as const

const imports = `import assert from 'node:assert/strict'
  import { after, before, test } from 'node:test'
  import { setTimeout as sleep } from 'node:timers/promises'
  `

/** The output of the test runner for these files in one process. */
const runTogether = (...names: (keyof typeof sources)[]) => {
  using folder = temporaryFolder()
  const files = names.map((name) => {
    const path = join(folder.path, `${name}.mjs`)
    writeFileSync(path, imports + sources[name])
    return relative(root, path)
  })
  const together = join(folder.path, 'together.test.mjs')
  const program = `import { inOneProcess } from '${join(root, 'test/harness/in-one-process.ts')}'
    await inOneProcess(${JSON.stringify(files)})`
  writeFileSync(together, program)
  const { NODE_TEST_CONTEXT, ...env } = process.env
  const args = ['--test', '--test-reporter=tap', together]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

test('test files that share a process have separate hooks, and failures name file and test', () => {
  const { status, output } = runTogether('hooks', 'broken', 'wrong', 'last')
  assert.equal(status, 1)
  assert.match(output, /^ +ok 1 - has its hooks/m)
  assert.match(output, /^not ok 2 - \S+broken\.mjs[\s\S]+cannot be loaded/m)
  assert.match(output, /^ +not ok 1 - is wrong[\s\S]+location: '\S+wrong\.mjs:4:/m)
  assert.match(output, /^ +not ok 2 - is late[\s\S]+LATE/m)
  assert.match(output, /^ +ok 1 - comes last/m)
  assert.match(output, /^# tests 4$/m)
  assert.ok(output.indexOf('AFTER hooks') < output.indexOf('LOADED last'), 'one after the other')
})

test('if a test file ends the process, it is named, and so are the files that did not run', () => {
  const { status, output } = runTogether('hooks', 'dying', 'last')
  assert.equal(status, 1)
  assert.match(output, /Ended in \S+dying\.mjs, then not run: \S+last\.mjs/)
})
