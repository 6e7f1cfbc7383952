import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { version as clientVersion } from '../sdk/user-agent.ts'
import { commandLine } from '../server/cli/command-entry.ts'
import { migrations } from '../server/schema/migrations.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const versionOf = (path: string): string => JSON.parse(read(path)).version

test('all packages, the image and the migrations are of one version of the program', async () => {
  const version = versionOf('package.json')
  for (const name of ['server', 'sdk', 'console']) {
    assert.equal(versionOf(`${name}/package.json`), version, name)
  }
  assert.equal((await commandLine([])).version(), version, '--version')
  assert.equal(clientVersion, version, 'sdk/user-agent.ts')
  assert.ok(read('deploy/kubernetes/deployment.yaml').includes(`adoption-store:${version}`))
  for (const [name, { version: since }] of Object.entries(migrations)) {
    assert.ok(since.localeCompare(version, undefined, { numeric: true }) <= 0, `${name}: ${since}`)
  }
})
