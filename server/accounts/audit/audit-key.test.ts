import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { auditKeys } from './audit-chain.ts'
import { createAuditKeys, findAuditKeys } from './audit-key.ts'

const find = (folder: string, secrets?: string[]) =>
  findAuditKeys({ environment: 'production', audit: { folder, secrets } })

const create = (folder: string) => createAuditKeys({ environment: 'production', audit: { folder, secrets: undefined } })

test('a new store gets its own secret key, which only its owner can read', () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'data')
  assert.equal(find(data), undefined)
  const { fingerprint } = create(data)
  assert.deepEqual(readdirSync(data), ['secret.key'])
  assert.equal(statSync(join(data, 'secret.key')).mode & 0o777, 0o600)
  assert.equal(find(data)?.fingerprint, fingerprint)
  // Simulates two processes that start at once.
  assert.equal(create(data).fingerprint, fingerprint)
})

test('the file audit.key of an earlier version is still used', () => {
  using folder = temporaryFolder()
  const key = 'made by an earlier version'
  writeFileSync(join(folder.path, 'audit.key'), `${key}\n`)
  assert.equal(find(folder.path)?.fingerprint, auditKeys([key]).fingerprint)
  assert.deepEqual(readdirSync(folder.path), ['audit.key'])
})

test('signatures of an earlier version with its own key file stay valid beside newer ones', () => {
  using folder = temporaryFolder()
  const { fingerprint } = create(folder.path)
  const other = 'made by an earlier version'
  writeFileSync(join(folder.path, 'audit.key'), other)
  const keys = find(folder.path)
  assert.equal(keys?.fingerprint, fingerprint)
  const head = { last_id: 1n, last_mac: 'a', removed_through: 0n, removed_mac: '' }
  const { fingerprint: key } = auditKeys([other])
  assert.ok(keys?.headMac({ ...head, key }))
})

test('the setting takes precedence over files, and a file without a key is an error that names it', () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'secret.key')
  writeFileSync(path, 'the key that signs, the one before it')
  const [first, second] = ['the key that signs', 'the one before it']
  assert.equal(find(folder.path)?.fingerprint, auditKeys([first, second]).fingerprint)
  assert.equal(find(folder.path, [second])?.fingerprint, auditKeys([second]).fingerprint)
  writeFileSync(path, 'short')
  assert.throws(() => find(folder.path), /secret\.key has no secret key: it must have at least 16 characters/)
  assert.equal(readFileSync(path, 'utf8'), 'short')
  using other = temporaryFolder()
  mkdirSync(join(other.path, 'secret.key'))
  assert.throws(() => find(other.path), /the secret key in .*secret\.key cannot be read/)
})
