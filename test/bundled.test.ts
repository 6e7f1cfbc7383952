import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from './harness/temporary-folder.ts'

const root = new URL('../', import.meta.url).pathname

const evaluate = (folder: string, code: string, ...flags: string[]): string =>
  execFileSync(process.execPath, [...flags, '--input-type=module', '-e', code], {
    cwd: folder,
    encoding: 'utf8',
  })

/** The folder of the bundles for an installation, made by a script there. */
const bundlesIn = (folder: string): string => {
  const sum = createHash('sha256')
  for (const part of ['node_modules/.package-lock.json', 'scripts/bundle.mjs']) {
    sum.update(readFileSync(join(folder, part)))
  }
  return join(folder, 'node_modules/.cache/bundles', sum.digest('hex'))
}

test('a bundled module has every name of the original, and programs load it', () => {
  const names = readdirSync(bundlesIn(root))
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.replace('.js', '').replaceAll('__', '/'))
  assert.ok(names.includes('kysely/migration'))
  const code = `for (const name of ${JSON.stringify(names)}) {
    const all = Object.keys(await import(name)).filter((one) => !/^default$|^__|\\W/.test(one))
    console.log(name, import.meta.resolve(name).includes('.cache/bundles'), all.sort().join())
  }`
  const bundled = evaluate(join(root, 'server'), code, '--import=./program/bundled.ts')
  const plain = evaluate(join(root, 'server'), code)
  assert.equal(bundled.split(' true ').length, names.length + 1)
  assert.equal(bundled.replaceAll(' true ', ' false '), plain)
})

test('a bundle is used only while it is complete and matches what is installed', () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const installed = at('node_modules/.package-lock.json')
  for (const name of ['server', 'scripts', 'node_modules/many']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('package.json'), '{ "type": "module" }')
  cpSync(join(root, 'server/program/bundled.ts'), at('server/program/bundled.ts'))
  writeFileSync(at('node_modules/many/index.js'), 'module.exports = "many files"')
  const run = () =>
    evaluate(folder.path, "console.log((await import('many')).default)", '--import=./server/program/bundled.ts').trim()
  const bundle = () => {
    const bundles = bundlesIn(folder.path)
    mkdirSync(bundles, { recursive: true })
    const files = {
      'many.js': 'export { one as default } from "./one.js"',
      'one.js': 'export const one = "one file"',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(bundles, name), text)
    const sums = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, hash('sha256', text)]))
    const list = join(bundles, 'packages.json')
    writeFileSync(list, JSON.stringify({ many: { modules: { many: 'many.js' }, sums } }))
    return { list, one: join(bundles, 'one.js') }
  }

  assert.equal(run(), 'many files', 'nothing was bundled')
  writeFileSync(installed, '{ "version": 1 }')
  writeFileSync(at('scripts/bundle.mjs'), '1')
  const { list, one } = bundle()
  assert.equal(run(), 'one file')

  const damages = {
    'a file is cut off': () => writeFileSync(one, 'export const o'),
    'a file is of zeros': () => writeFileSync(one, Buffer.alloc(28)),
    'a file is gone': () => rmSync(one),
    'the list is cut off': () => writeFileSync(list, '{"many":{"mod'),
    'the list is empty': () => writeFileSync(list, ''),
    'the list is none': () => writeFileSync(list, 'null'),
  }
  for (const [what, damage] of Object.entries(damages)) {
    damage()
    assert.equal(run(), 'many files', what)
    assert.ok(!existsSync(list), `${what}: they are generated again`)
    bundle()
    assert.equal(run(), 'one file')
  }
  writeFileSync(installed, '{ "version": 2 }')
  assert.equal(run(), 'many files', 'another version is installed')
  writeFileSync(installed, '{ "version": 1 }')
  writeFileSync(at('scripts/bundle.mjs'), '2')
  assert.equal(run(), 'many files', 'they are generated differently')
})
