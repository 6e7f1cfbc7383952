import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from './harness/temporary-folder.ts'

const root = new URL('../', import.meta.url).pathname

const evaluate = (folder: string, code: string, ...flags: string[]): string =>
  execFileSync(process.execPath, [...flags, '--input-type=module', '-e', code], {
    cwd: folder,
    encoding: 'utf8',
  })

test('a module in one file has every name that it has in many, and is what a program gets', () => {
  const folder = join(root, 'node_modules/.cache/bundles')
  const [bundle] = readdirSync(folder).filter((name) => !name.includes('-'))
  const names = readdirSync(join(folder, String(bundle)))
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.replace('.js', '').replaceAll('__', '/'))
  assert.ok(names.includes('kysely/migration'))
  const code = `for (const name of ${JSON.stringify(names)}) {
    const all = Object.keys(await import(name)).filter((one) => !/^default$|^__|\\W/.test(one))
    console.log(name, import.meta.resolve(name).includes('.cache/bundles'), all.sort().join())
  }`
  const bundled = evaluate(join(root, 'server'), code, '--import=./bundled.ts')
  const plain = evaluate(join(root, 'server'), code)
  assert.equal(bundled.split(' true ').length, names.length + 1)
  assert.equal(bundled.replaceAll(' true ', ' false '), plain)
})

test('a module in one file is used only while that is what is installed', () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const installed = at('node_modules/.package-lock.json')
  const bundles = at('node_modules/.cache/bundles')
  mkdirSync(at('server'))
  mkdirSync(bundles, { recursive: true })
  writeFileSync(at('package.json'), '{ "type": "module" }')
  cpSync(join(root, 'server/bundled.ts'), at('server/bundled.ts'))
  mkdirSync(at('node_modules/many'))
  writeFileSync(at('node_modules/many/index.js'), 'module.exports = "many files"')
  const run = () =>
    evaluate(
      folder.path,
      "console.log((await import('many')).default)",
      '--import=./server/bundled.ts',
    ).trim()

  assert.equal(run(), 'many files', 'nothing was bundled')
  writeFileSync(installed, '{ "version": 1 }')
  const hash = createHash('sha256').update(readFileSync(installed)).digest('hex')
  mkdirSync(join(bundles, hash))
  writeFileSync(join(bundles, hash, 'many.js'), 'export default "one file"')
  assert.equal(run(), 'one file')
  writeFileSync(installed, '{ "version": 2 }')
  assert.equal(run(), 'many files', 'another version is installed')
})
