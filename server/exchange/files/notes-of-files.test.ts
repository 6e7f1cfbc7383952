import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { commands } from '../../../test/harness/import-commands.ts'
import { peopleOf } from '../../../test/harness/people.ts'

const notesOf = async (app: TestApp, petId: number) =>
  (await app.get(`/v1/pets/${petId}/notes`))
    .json()
    .map(({ text, author, createdAt }: Record<string, unknown>) => ({ text, author, createdAt }))

onEachEngine('notes are exported with their authors, and imported once', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const { id: petId } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 1 })).json()
  await app.post('/v1/pets', { name: 'Luna', categoryId: 1 })
  const out = shop.at('out.ndjson')
  const exported = async (...args: string[]) => {
    assert.equal((await shop.run('export', out, ...args)).code, 0)
    return readFileSync(out, 'utf8')
  }
  assert.doesNotMatch(await exported(), /notes/)

  const people = peopleOf(app)
  const mara = await people.add('manager', { accountId: app.accountId })
  await app.post(`/v1/pets/${petId}/notes`, { text: 'Ate well.' }, mara.headers)
  app.clock.advance(1_000)
  await app.post(`/v1/pets/${petId}/notes`, { text: 'Ask ada@example.org\nfor the blanket.' })
  const [biscuit, luna] = (await exported())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const before = await notesOf(app, petId)
  assert.deepEqual(biscuit.notes, before.toReversed())
  assert.equal(luna.notes, undefined)
  assert.doesNotMatch(await exported('--no-profiles'), /notes/)

  const account = ['--account', String(app.accountId), '--json']
  const again = await shop.run('import', shop.write('in.ndjson', JSON.stringify(biscuit)), ...account)
  assert.deepEqual([again.unchanged, again.code], [1, 0], again.text)
  const copy = JSON.stringify([{ ...biscuit, id: 7_000, name: 'Copy' }])
  const added = await shop.run('import', shop.write('in.json', copy), ...account)
  assert.deepEqual([added.added, added.code], [1, 0], added.text)
  assert.deepEqual(await notesOf(app, 7_000), before)
  const more = {
    ...biscuit,
    notes: [...biscuit.notes, { text: 'New', createdAt: '2026-01-01T00:00:00Z' }],
  }
  const updated = await shop.run('import', shop.write('more.ndjson', JSON.stringify(more)), ...account)
  assert.deepEqual([updated.updated, updated.code], [1, 0], updated.text)
  const [newest, ...older] = await notesOf(app, petId)
  assert.deepEqual([newest.text, newest.author, older], ['New', { type: 'user' }, before])
})

onEachEngine('undoing an import removes its notes, and no note that was written since', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const { id: petId } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 1 })).json()
  await app.post(`/v1/pets/${petId}/notes`, { text: 'Ate well.' })
  const before = await notesOf(app, petId)
  const notes = [{ text: 'New', createdAt: '2026-01-01T00:00:00Z' }]
  const animals = [
    { id: petId, name: 'Biscuit', categoryId: 1, notes },
    { id: 7_000, name: 'Luna', categoryId: 1, notes },
    { id: 7_001, name: 'Rex', categoryId: 1 },
  ]
  const account = ['--account', String(app.accountId), '--json']
  const done = await shop.run('import', shop.write('in.json', JSON.stringify(animals)), ...account)
  assert.deepEqual([done.added, done.updated], [2, 1], done.text)
  assert.equal((await notesOf(app, petId)).length, 2)
  await app.post('/v1/pets/7001/notes', { text: 'Written since.' })
  const undone = await shop.run('import', '--undo', String(done.importId), '--json')
  const kept = [{ petId: 7_001, reason: 'it was changed since' }]
  assert.deepEqual([undone.removed, undone.restored, undone.kept], [1, 1, kept], undone.text)
  assert.deepEqual(await notesOf(app, petId), before)
  assert.equal((await notesOf(app, 7_001))[0].text, 'Written since.')
})

test('a row with an invalid note is rejected, naming the field', async (t) => {
  await using app = await testApp()
  const shop = commands(t, app)
  const createdAt = '2026-01-01T00:00:00Z'
  const rows = [
    { notes: 'x' },
    { notes: [{ text: 'x' }] },
    { notes: [{ text: ' ', createdAt }] },
    { notes: [{ text: 'x', createdAt: 'yesterday' }] },
    { notes: [{ text: 'x'.repeat(4_001), createdAt }] },
    { notes: [{ text: 'x', createdAt, author: { name: 'a\nb' } }] },
    { notes: [{ text: 'x', createdAt, pinned: true }] },
    { notes: Array.from({ length: 501 }, () => ({ text: 'x', createdAt })) },
    { notes: null },
  ]
  const lines = rows.map((row) => JSON.stringify({ name: 'Rex', categoryId: 1, ...row })).join('\n')
  const done = await shop.run('import', shop.write('in.ndjson', lines), '--account', String(app.accountId), '--json')
  assert.equal(done.added, 1, done.text)
  const fields = shop.faults('in.ndjson').map((line) => line.split(' ').slice(0, 2).join(' '))
  assert.deepEqual(fields, [
    '1 notes',
    '2 notes.0.createdAt',
    '3 notes.0.text',
    '4 notes.0.createdAt',
    '5 notes.0.text',
    '6 notes.0.author.name',
    '7 notes.0.pinned',
    '8 notes',
  ])
})
