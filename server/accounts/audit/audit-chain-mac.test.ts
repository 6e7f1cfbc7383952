import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/harness/any-character.ts'
import { textMac } from './audit-chain.ts'

test('entries are signed with the same HMAC as createHmac computes, for any key and text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    // Around the block size, and the size of the reused buffer.
    fc.integer({ min: 1_355, max: 1_375 }).map((length) => '\u20ac'.repeat(length)),
    fc.integer({ min: 4_080, max: 4_200 }).map((length) => 'x'.repeat(length)),
  )
  const anyKey = fc.uint8Array({ maxLength: 130 })
  fc.assert(
    fc.property(anyKey, fc.array(anyText, { maxLength: 4 }), (key, texts) => {
      const secret = Buffer.from(key)
      const mac = textMac(secret)
      for (const text of [...texts, '', ...texts]) {
        const expected = createHmac('sha256', secret).update(text).digest('base64url')
        assert.equal(mac(text), expected)
      }
    }),
  )
})
