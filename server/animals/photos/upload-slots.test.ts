import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadSlots } from './upload-slots.ts'

const takeAll = (take: (owner: string) => Disposable, owner: string): Disposable[] => {
  const taken: Disposable[] = []
  for (;;) {
    try {
      taken.push(take(owner))
    } catch {
      return taken
    }
  }
}

test('one account takes half of all uploads at most', () => {
  const take = uploadSlots()
  const all = takeAll(take, 'a')
  assert.equal(all.length, 100)
  for (const one of all) one[Symbol.dispose]()
  assert.equal(takeAll(take, 'a').length, 100)
})

test('accounts that take all they can come to have about as many as each other, and leave as many', () => {
  const take = uploadSlots()
  const accounts = Array.from({ length: 9 }, (_, n) => ({
    name: `account ${n}`,
    own: [] as Disposable[],
  }))
  for (const { name, own } of accounts) own.push(...takeAll(take, name))
  for (let round = 0; round < 100; round += 1) {
    for (const { own } of accounts) own.shift()?.[Symbol.dispose]()
    for (const { name, own } of accounts) own.push(...takeAll(take, name))
  }
  const counts = accounts.map(({ own }) => own.length)
  assert.ok(Math.min(...counts) >= 10, `${counts}`)
  assert.ok(takeAll(take, 'another').length >= 5, `${counts}`)
})
