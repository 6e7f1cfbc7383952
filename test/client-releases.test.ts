import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { addClientRelease, clientReleaseFaults, packClient } from '../scripts/client-releases.ts'
import { programVersion } from '../server/program/version.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'

const emptyReleases = () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder.path, 'sha512.json'), '{}\n')
  return folder
}

test('a released client must not change, be removed or be released twice', () => {
  using folder = emptyReleases()
  const now = { version: '1.4.0', pack: () => assert.fail('packed for nothing') }
  addClientRelease(folder.path, '1.2.0', gzipSync('one'))
  addClientRelease(folder.path, '1.3.0', gzipSync('two'))
  assert.deepEqual(clientReleaseFaults(folder.path, now), [])
  assert.throws(() => addClientRelease(folder.path, '1.3.0', gzipSync('three')), /already/)
  writeFileSync(join(folder.path, 'client-1.2.0.tgz'), gzipSync('changed'))
  rmSync(join(folder.path, 'client-1.3.0.tgz'))
  assert.deepEqual(clientReleaseFaults(folder.path, now), [
    'sdk/releases/client-1.2.0.tgz is not the file that was released: see sha512.json',
    'sdk/releases/client-1.3.0.tgz is missing: lockfiles of others need it',
  ])
})

test('a client that changes after its release needs another version', () => {
  using folder = emptyReleases()
  addClientRelease(folder.path, '1.2.0', gzipSync('sources', { level: 1 }))
  const now = (text: string) => ({ version: '1.2.0', pack: () => gzipSync(text, { level: 9 }) })
  assert.deepEqual(clientReleaseFaults(folder.path, now('sources')), [])
  assert.deepEqual(clientReleaseFaults(folder.path, now('other sources')), [
    'sdk/ has changed since client-1.2.0.tgz was released: raise the version of all packages',
  ])
})

test('packing the same sources gives the same bytes', () => {
  assert.ok(packClient(programVersion).equals(packClient(programVersion)))
})
