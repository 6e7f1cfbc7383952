import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { keyKinds } from '../../requests/access/key-kind.ts'
import { scopes } from '../../requests/access/scope.ts'
import { hashToken } from '../../requests/access/token.ts'
import { allowedBy, defaultScopes, displayKey, firstKeyScopes, mintKey, parseKey } from './api-key.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a new key consists of 32 random base62 characters and a 6-character CRC32', () => {
  for (const [mode, kind, prefix] of [
    ['live', 'secret', 'aas_live_'],
    ['test', 'secret', 'aas_test_'],
    ['live', 'publishable', 'aas_pub_live_'],
    ['test', 'publishable', 'aas_pub_test_'],
  ] as const) {
    const key = mintKey(mode, randomBytes, kind)
    assert.match(key, new RegExp(`^${prefix}[0-9A-Za-z]{38}$`))
    const sum = [...key.slice(-6)].reduce((total, digit) => total * 62 + base62.indexOf(digit), 0)
    assert.equal(sum, crc32(key.slice(0, -6)))
    assert.deepEqual(parseKey(key), { mode, kind })
  }
})

const live = { mode: 'live', kind: 'secret' }

test('a key with any one character changed, left out or added is not well-formed', () => {
  for (const kind of keyKinds) {
    const key = mintKey('live', randomBytes, kind)
    for (let at = 0; at < key.length; at += 1) {
      const [before, after] = [key.slice(0, at), key.slice(at + 1)]
      for (const other of `${base62}_- .\0é`) {
        if (other !== key[at]) assert.equal(parseKey(before + other + after), undefined)
      }
      assert.equal(parseKey(before + after), undefined)
      assert.equal(parseKey(`${key.slice(0, at)}0${key.slice(at)}`), undefined)
    }
    assert.equal(parseKey(`${key}\n`), undefined)
    assert.equal(parseKey(key.toUpperCase()), undefined)
    assert.equal(parseKey(key.replace('aas_pub_', 'aas_') + key.slice(-4)), undefined)
  }
})

test('a key with two neighbouring characters swapped is not well-formed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 9, max: 45 }), (at) => {
      const key = mintKey('live', randomBytes)
      const [one = '', two = ''] = key.slice(at, at + 2)
      const swapped = key.slice(0, at) + two + one + key.slice(at + 2)
      assert.deepEqual(parseKey(swapped), one === two ? live : undefined)
    }),
  )
})

test('strings that are not keys are not well-formed', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.equal(parseKey(text), undefined)))
})

test('bytes from 248 on are discarded, so that all characters are equally likely', () => {
  const random = (size: number) => Uint8Array.from({ length: size }, (_, at) => 240 + (at % 16))
  assert.equal(mintKey('live', random).slice(9, 41), 'stuvwxyz'.repeat(4))
})

test('a key is shown by its first 13 and last 4 characters, and stored by its SHA-256', () => {
  const key = 'aas_live_abcdEFGHijklMNOPqrstUVWXyz0123456789ab'
  assert.equal(displayKey(key), 'aas_live_abcd...89ab')
  assert.match(hashToken(key), /^[0-9a-f]{64}$/)
  assert.notEqual(hashToken(key), hashToken(`${key}x`))
})

test('a key created without scopes has the default ones, and the first key has all except admin', () => {
  const secret = 'pets:read pets:write listings:read orders:read orders:write webhooks:manage'
  assert.equal(defaultScopes.secret.join(' '), secret)
  assert.equal(defaultScopes.publishable.join(' '), 'listings:read applications:create')
  assert.deepEqual(firstKeyScopes, scopes.slice(0, -1))
  assert.equal(scopes.at(-1), 'admin')
})

test('admin includes every other scope', () => {
  assert.deepEqual([...allowedBy(['admin'], 'secret')], [...scopes])
  assert.deepEqual([...allowedBy(['pets:read'], 'secret')], ['pets:read'])
})

test('a publishable key never has more than its fixed permissions, whatever scopes the database contains', () => {
  assert.deepEqual([...allowedBy(scopes, 'publishable')], [...defaultScopes.publishable])
  assert.deepEqual([...allowedBy(['pets:read', 'listings:read'], 'publishable')], ['listings:read'])
})
