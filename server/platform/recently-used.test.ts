import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { recentlyUsed } from './recently-used.ts'

test('beyond its size the entry goes that was used the longest ago', () => {
  const step = fc.record({ what: fc.constantFrom('get', 'set', 'delete'), key: fc.nat(6) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const map = recentlyUsed<number, number>(4)
      // The same by a list, from the least to the most recently used.
      let model: [number, number][] = []
      for (const [at, { what, key }] of steps.entries()) {
        const found = model.find(([known]) => known === key)
        const others = model.filter((entry) => entry !== found)
        if (what === 'get') assert.equal(map.get(key), found?.[1])
        if (what === 'set') map.set(key, at)
        if (what === 'delete') assert.equal(map.delete(key), found !== undefined)
        const kept: [number, number][] = what === 'set' ? [[key, at]] : found ? [found] : []
        model = what === 'delete' ? others : [...others, ...kept].slice(-4)
        assert.deepEqual([...map], model)
        assert.equal(map.size, model.length)
      }
    }),
  )
})

test('a full map takes an entry as fast as one that is not full yet', () => {
  const size = 20_000
  const fill = (map: ReturnType<typeof recentlyUsed>, rounds: number): number => {
    const beganAtMs = performance.now()
    for (let at = 0; at < rounds * size; at += 1) map.set(at, at)
    return (performance.now() - beganAtMs) / rounds
  }
  fill(recentlyUsed(size), 5)
  const roomy = Math.min(...[1, 2, 3].map(() => fill(recentlyUsed(10 * size), 10)))
  const full = Math.min(...[1, 2, 3].map(() => fill(recentlyUsed(size), 10)))
  // A Map alone would be slower by more than a hundred times.
  assert.ok(full < 20 * roomy, `${full} ms beside ${roomy} ms`)
})
