import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { chooseSeed, seeded } from '../../../test/harness/seeded.ts'
import { digestOfParts, gzipParts, ownLength, sharedText, wholeBytes } from './text-parts.ts'

const line = '<p class="num">Ça va, 動物? 🐾</p>'

test('a text compressed in parts decompresses to itself, whichever parts were compressed before', () => {
  const seed = chooseSeed()
  const next = seeded(seed)
  const random = (below: number) => Math.floor(next() * below)
  // Noise hardly compresses.
  const noise = Array.from({ length: 50_000 }, () => String.fromCharCode(random(256))).join('')
  const kept = ['', 'a', line, line.repeat(2_000), noise].map(sharedText)
  for (let round = 0; round < 50; round += 1) {
    const parts = Array.from({ length: random(6) }, () => {
      const own = line.repeat(random(40))
      return random(2) === 0 ? own : (kept[random(kept.length)] ?? own)
    })
    const whole = parts
      .map((part) => (typeof part === 'string' ? part : part.bytes.toString()))
      .join('')
    assert.equal(gunzipSync(gzipParts(parts)).toString(), whole, `SEED=${seed}`)
    assert.equal(wholeBytes(parts).toString(), whole)
  }
})

test('equal texts have equal digests, whatever their parts', () => {
  const [one, other] = [sharedText('<main>'), sharedText('</main>')]
  for (const kind of ['bytes', 'deflated'] as const) {
    const name = digestOfParts([one, 'Hello', other], kind)
    assert.equal(digestOfParts([sharedText('<main>'), 'Hello', other], kind), name)
    const others = [[one, 'Hallo', other], [other, 'Hello', one], [one, 'Hello'], 'Hello']
    for (const text of others) assert.notEqual(digestOfParts(text, kind), name)
  }
})

test('a compressed shared part adds little to a text, and does not count to its own length', () => {
  const part = sharedText(line.repeat(500))
  const parts = ['<main>', part, '</main>']
  assert.equal(part.deflated(), part.deflated())
  assert.ok(gzipParts(parts).length < part.deflated().length + 60)
  assert.equal(ownLength(parts), 13)
})
