import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'
import { commands } from '../../../test/harness/import-commands.ts'
import { jsonItems } from './json-items.ts'

const itemsOf = (text: string, size = text.length): string[] => {
  const read = jsonItems(['animals'])
  const items: string[] = []
  for (let at = 0; at < text.length; at += size) {
    items.push(...read(text.slice(at, at + size)).map(({ raw }) => raw))
  }
  return [...items, ...read().map(({ raw }) => raw)]
}

test('an object whose keys count from 0 is a list, however it is split into chunks', () => {
  const text = '{ "0": {"a":1}, "1":{"b":{"0":2}} ,"2":{}, "total": {"x":3}, "9": {"y":4} }'
  for (let size = 1; size <= text.length; size += 1) {
    assert.deepEqual(itemsOf(text, size), ['{"a":1}', '{"b":{"0":2}}', '{}'], `pieces of ${size}`)
  }
  assert.deepEqual(itemsOf('{"1":{"a":1}}'), ['{"1":{"a":1}}'])
  const animal = '{"name":"Rex","0":{}}'
  assert.deepEqual(itemsOf(animal), [animal])
})

test('such a list can be imported, even if it is longer than the limit for one animal', async (t) => {
  await using app = await testApp()
  const shop = commands(t, app)
  const account = ['--account', String(app.accountId), '--json']
  const listOf = (animals: object[]) => JSON.stringify({ ...animals })
  const own = [1, 2, 3].map((id) => ({ id, name: `Pet ${id}`, categoryId: 1 }))
  const done = await shop.run('import', shop.write('own.json', listOf(own)), ...account)
  assert.deepEqual([done.rows, done.added], [3, 3], done.text)
  const note = 'x'.repeat(1_000)
  const many = Array.from({ length: 1_200 }, (_, at) => ({ ID: at + 1, Name: 'Rex', Note: note }))
  const map = ['--map', 'ID=externalId,Name=name,Note=description', '--dry-run']
  const dry = await shop.run('import', shop.write('many.json', listOf(many)), ...map, ...account)
  assert.deepEqual([dry.rows, dry.added], [1_200, 1_200], dry.text)
})
