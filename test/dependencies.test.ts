import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../', import.meta.url)
type Package = { version?: string; deprecated?: string; os?: string[]; cpu?: string[] }
const lock: { packages: Record<string, Package> } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'))
const names = Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1) ?? '')

/** Their authors announced it, but not in the registry. */
const DISCONTINUED = ['openapi-typescript', 'prom-client']

test('no dependency is deprecated or abandoned', () => {
  assert.deepEqual(
    names.filter((name) => DISCONTINUED.includes(name)),
    [],
  )
  const deprecated = Object.entries(lock.packages).filter(([, { deprecated }]) => deprecated)
  assert.deepEqual(deprecated, [])
})

test('the lockfile has the runtime and the image library for every platform', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  for (const [name, version] of Object.entries(optionalDependencies)) {
    assert.equal(lock.packages[`node_modules/${name}`]?.version, version, name)
  }
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']) {
    assert.ok(names.includes(`@img/sharp-${platform}`), platform)
  }
})

test('no package runs code during installation', () => {
  const shown = execFileSync('npm', ['config', 'get', 'ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  assert.equal(shown.trim(), 'true')
})
