import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { version as clientVersion } from '../sdk/user-agent.ts'
import { commandLine } from '../server/program/cli/command-entry.ts'
import { migrations } from '../server/program/schema/migrations.ts'
import { databaseSchema } from '../server/program/schema/prepare-database.ts'
import { oldVersions, placeOldStore } from './harness/old-stores.ts'
import { patientDatabase } from './harness/patient-database.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const versionOf = (path: string): string => JSON.parse(read(path)).version

test('all packages, the image and the migrations have the same version of the program', async () => {
  const version = versionOf('package.json')
  for (const name of ['server', 'sdk', 'console']) {
    assert.equal(versionOf(`${name}/package.json`), version, name)
  }
  // Otherwise npm would look for it in the registry, and the installation would fail.
  const { devDependencies } = JSON.parse(read('console/package.json'))
  assert.equal(devDependencies['@adoption-store/client'], version, 'console/package.json')
  assert.equal((await commandLine([])).version(), version, '--version')
  assert.equal(clientVersion, version, 'sdk/user-agent.ts')
  for (const name of ['deployment', 'backup']) {
    assert.ok(read(`deploy/kubernetes/${name}.yaml`).includes(`adoption-store:${version}`))
  }
  for (const [name, { version: since }] of Object.entries(migrations)) {
    assert.ok(since.localeCompare(version, undefined, { numeric: true }) <= 0, `${name}: ${since}`)
  }
})

test('a migration that the store of a release does not have belongs to a later version', async () => {
  for (const release of oldVersions) {
    using folder = temporaryFolder()
    const url = `sqlite:${placeOldStore(release, folder.path)}`
    const { missing } = await (await databaseSchema(patientDatabase(url))).read()
    assert.ok(missing.length > 0)
    for (const name of missing) {
      const { version = '' } = migrations[name] ?? {}
      const order = version.localeCompare(release, undefined, { numeric: true })
      assert.ok(order > 0, `${name} states ${version}, and ${release} was released without it`)
    }
  }
})
