import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { personIds } from './person-id.ts'

const key = () => createSecretKey(randomBytes(32))
const [first, second] = [key(), key()]
const ids = personIds({ keys: [first] })

test('an address has one id, which does not even reveal its length', () => {
  const id = ids.write('ada@example.org')
  assert.match(id, /^per_[\w-]{64}$/)
  assert.equal(personIds({ keys: [first] }).write('ada@example.org'), id)
  assert.equal(id.length, ids.write('a@b').length)
  assert.notEqual(personIds({ keys: [second] }).write('ada@example.org'), id)
  assert.doesNotMatch(Buffer.from(id.slice(4), 'base64url').toString('latin1'), /ada|example/)
})

test('an id decrypts to its address, also with an earlier key', () => {
  const later = personIds({ keys: [second, first] })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 254 }), (text) => {
      const email = text.toWellFormed().replaceAll('\0', '')
      assert.equal(ids.read(ids.write(email)), email)
      assert.equal(later.read(ids.write(email)), email)
    }),
  )
})

test('made-up and modified ids are rejected', () => {
  const id = ids.write('ada@example.org')
  for (const at of [...id].keys()) {
    const changed = `${id.slice(0, at)}${id[at] === 'A' ? 'B' : 'A'}${id.slice(at + 1)}`
    assert.equal(ids.read(changed), undefined, changed)
  }
  const others = ['', 'per_', 'per_x', id.slice(0, -1), `${id}A`, `${id}=`, 'per_'.padEnd(9_000, 'A')]
  for (const other of others) assert.equal(ids.read(other), undefined, other)
  assert.equal(personIds({ keys: [second] }).read(id), undefined)
})
