import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const here = new URL('.', import.meta.url).pathname
const read = (path: string) => readFileSync(`${here}${path}`, 'utf8')
const importsOf = (path: string): string[] =>
  [...read(path).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target = '']) => target)

/** What is published. */
const files = globSync('*.ts', { cwd: here }).filter((path) => !/\.(test|generate)\.ts$/.test(path))
const commands = globSync('cli/*.ts', { cwd: here }).filter((path) => !path.endsWith('.test.ts'))

test('the client imports nothing but itself: no dependency, no Node.js, no part of the service', () => {
  assert.ok(files.length > 15)
  for (const path of files) {
    assert.deepEqual(
      importsOf(path).filter((target) => !/^\.\/[\w.-]+\.ts$/.test(target)),
      [],
      path,
    )
  }
})

test("commands import the client's entry point and the file for help, and no part of the service", () => {
  assert.ok(commands.length > 4)
  for (const path of commands) {
    assert.deepEqual(
      importsOf(path).filter(
        (target) => !/^(?:commander|node:\w+|\.\.\/(?:mod|exact-json)\.ts|\.\/[\w.-]+\.ts)$/.test(target),
      ),
      [],
      path,
    )
  }
})

test('the package has no dependencies', () => {
  const { dependencies, peerDependencies } = JSON.parse(read('package.json'))
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined])
})
