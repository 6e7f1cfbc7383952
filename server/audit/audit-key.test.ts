import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { auditKeys } from './audit-chain.ts'
import { openAuditKeys } from './audit-key.ts'

const open = (folder: string, secrets?: string[]) =>
  openAuditKeys({ environment: 'production', audit: { folder, secrets } })

test('a new store gets a secret key of its own, which only its owner can read', () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'data')
  const { fingerprint } = open(data)
  assert.deepEqual(readdirSync(data), ['secret.key'])
  assert.equal(statSync(join(data, 'secret.key')).mode & 0o777, 0o600)
  assert.equal(open(data).fingerprint, fingerprint)
})

test('the file audit.key of a store that an earlier version made is still its key', () => {
  using folder = temporaryFolder()
  const key = 'made by an earlier version, with a comma'
  writeFileSync(join(folder.path, 'audit.key'), `${key}\n`)
  assert.equal(open(folder.path).fingerprint, auditKeys([key]).fingerprint)
  assert.deepEqual(readdirSync(folder.path), ['audit.key'])
})

test('what an earlier version signed with a file of its own is valid beside a newer one', () => {
  using folder = temporaryFolder()
  const { fingerprint } = open(folder.path)
  const other = 'made by an earlier version'
  writeFileSync(join(folder.path, 'audit.key'), other)
  const keys = open(folder.path)
  assert.equal(keys.fingerprint, fingerprint)
  const head = { last_id: 1n, last_mac: 'a', removed_through: 0n, removed_mac: '' }
  const { fingerprint: key } = auditKeys([other])
  assert.ok(keys.headMac({ ...head, key }))
})

test('the setting is used in place of files, and a file that holds no key is an error that names it', () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'secret.key')
  writeFileSync(path, 'the key that signs, the one before it')
  const [first, second] = ['the key that signs', 'the one before it']
  assert.equal(open(folder.path).fingerprint, auditKeys([first, second]).fingerprint)
  assert.equal(open(folder.path, [second]).fingerprint, auditKeys([second]).fingerprint)
  writeFileSync(path, 'short')
  assert.throws(
    () => open(folder.path),
    /secret\.key has no secret key: it must have 16 characters/,
  )
  assert.equal(readFileSync(path, 'utf8'), 'short')
  using other = temporaryFolder()
  mkdirSync(join(other.path, 'secret.key'))
  assert.throws(() => open(other.path), /the secret key in .*secret\.key cannot be read/)
})
