import assert from 'node:assert/strict'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf, keyOfOther } from '../../../test/harness/applications.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { MAX_NOTES } from './note.ts'

type Headers = Record<string, string>

const withPet = async (app: TestApp, headers: Headers = app.key) => {
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 }, headers)).json()
  const url = `/v1/pets/${id}/notes`
  return {
    id: id as number,
    url,
    add: (text: string, as = headers, more: Headers = {}) => app.post(url, { text }, { ...as, ...more }),
    list: async (as = headers) => (await app.get(url, as)).json(),
    remove: (noteId: number, as = headers) => app.inject({ method: 'DELETE', url: `/v1/notes/${noteId}`, headers: as }),
  }
}

onEachEngine('notes of an animal that an older version has deleted are removed at the start', async (open) => {
  await using app = await open()
  const { id, add } = await withPet(app)
  const other = await withPet(app)
  const key = { 'idempotency-key': 'a note' }
  const { id: noteId } = (await add('Her owner is Ada.', app.key, key)).json()
  const left = (await other.add('Stays.')).json()
  const texts = async () => {
    const database = await app.openDatabase()
    const notes = await database.read.selectFrom('pet_notes').select('text').execute()
    await database.close()
    return notes.map(({ text }) => text)
  }
  const database = await app.openDatabase()
  await database.write(({ query }) => query.deleteFrom('pets').where('id', '=', BigInt(id)).execute())
  await database.close()
  // An embedded database can have only one server.
  await using next =
    app.engine === 'postgres' ? await testApp({ settings: { DATABASE_URL: app.databaseUrl } }) : undefined
  if (!next) await app.service.runRoutine('notes.removeOrphaned')
  await eventually('the note is removed', async () => (await texts()).length === 1)
  assert.deepEqual(await texts(), [left.text])
  const again = await add('Her owner is Ada.', app.key, key)
  assert.deepEqual([again.json().id, again.json().text], [noteId, '[deleted]'])
})

onEachEngine('notes are listed newest first, page by page, with their authors', async (open) => {
  await using app = await open()
  const { id, url, add, list } = await withPet(app)
  const first = await add('Ate well.\nLimps a little.')
  assert.equal(first.statusCode, 201)
  const { id: noteId, createdAt, ...rest } = first.json()
  assert.equal(first.headers.location, `/v1/notes/${noteId}`)
  assert.equal(createdAt, new Date(app.clock.nowMs()).toISOString())
  const author = { type: 'key', name: 'tests' }
  assert.deepEqual(rest, { petId: id, text: 'Ate well.\nLimps a little.', author })
  assert.deepEqual((await app.get(`/v1/notes/${noteId}`)).json(), first.json())
  await add('Second')
  await add('Third')
  assert.deepEqual(
    (await list()).map(({ text }: { text: string }) => text),
    ['Third', 'Second', 'Ate well.\nLimps a little.'],
  )
  const page = await app.get(`${url}?limit=2`, { ...app.key, prefer: 'count=exact' })
  assert.equal(page.json().length, 2)
  const [, next] = /<([^>]+)>; rel="next"/.exec(String(page.headers.link)) ?? []
  const { pathname, search } = new URL(String(next))
  assert.deepEqual((await app.get(pathname + search)).json().length, 1)
})

onEachEngine('a repeated request adds a note once', async (open) => {
  await using app = await open()
  const { add, list } = await withPet(app)
  const key = { 'idempotency-key': 'note-1' }
  const [one, two] = [await add('Once', app.key, key), await add('Once', app.key, key)]
  assert.deepEqual(one.json(), two.json())
  assert.equal((await list()).length, 1)
})

onEachEngine('notes are private: only the account of the animal can read, add and delete them', async (open) => {
  await using app = await open()
  const { id, url, add, list, remove } = await withPet(app)
  await app.inject({
    method: 'PUT',
    url: `/v1/pets/${id}/profile`,
    headers: app.key,
    payload: { species: 'dog', published: true },
  })
  const { id: noteId } = (await add('Secret: growls at vets')).json()
  const { headers: other } = await keyOfOther(app)
  assert.equal((await app.get(url, other)).json().code, 'not_owner')
  assert.equal((await add('x', other)).json().code, 'not_owner')
  const note = `/v1/notes/${noteId}`
  assert.equal((await app.get(note, other)).json().code, 'note_not_found')
  assert.equal((await remove(noteId, other)).json().code, 'note_not_found')
  const reader = await app.siblingKey(['pets:read', 'listings:read'])
  assert.equal((await app.get(url, reader)).json().code, 'insufficient_scope')
  assert.equal((await app.get(note, reader)).json().code, 'insufficient_scope')
  for (const path of [
    `/v1/pets/${id}`,
    `/v1/pets/${id}/profile`,
    `/v1/pets/${id}/history`,
    '/v1/listings',
    '/v1/animals',
    `/adopt/${id}-biscuit`,
    '/v1/events',
  ])
    assert.doesNotMatch((await app.get(path)).body, /growls/, path)
  assert.equal((await list()).length, 1)
})

onEachEngine('the author and managers can delete a note, and nobody else', async (open) => {
  await using app = await open()
  const { add, remove, list } = await withPet(app)
  const people = peopleOf(app)
  const { accountId } = app
  const [author, colleague] = [
    await people.add('counselor', { accountId }),
    await people.add('counselor', { accountId }),
  ]
  const manager = await people.add('manager', { accountId })
  const [one, two] = [(await add('1', author.headers)).json(), (await add('2', author.headers)).json()]
  const refused = await remove(one.id, colleague.headers)
  assert.deepEqual([refused.statusCode, refused.json().code], [403, 'insufficient_scope'])
  assert.equal((await remove(one.id, author.headers)).statusCode, 204)
  assert.equal((await remove(one.id, author.headers)).json().code, 'note_not_found')
  assert.equal((await remove(two.id, manager.headers)).statusCode, 204)
  assert.deepEqual(await list(), [])
  const viewer = await people.add('viewer', { accountId })
  assert.equal((await add('3', viewer.headers)).json().code, 'insufficient_scope')
})

onEachEngine('the text of a deleted note cannot be read by repeating the request', async (open) => {
  await using app = await open()
  const { add, remove } = await withPet(app)
  const again = { 'idempotency-key': 'note-1' }
  const other = { 'idempotency-key': 'note-2' }
  const note = (await add('Secret', app.key, again)).json()
  await add('Kept', app.key, other)
  assert.equal((await remove(note.id)).statusCode, 204)
  const repeated = await add('Secret', app.key, again)
  assert.deepEqual([repeated.statusCode, repeated.json()], [201, { ...note, text: '[deleted]' }])
  assert.equal((await add('Kept', app.key, other)).json().text, 'Kept')
  const stored = await app.service.database.read.selectFrom('idempotency_keys').selectAll().execute()
  assert.ok(stored.every(({ body }) => !String(body).includes('Secret')))
})

onEachEngine('the text of the notes of a deleted animal cannot be read by repeating their requests', async (open) => {
  await using app = await open()
  const { id, add } = await withPet(app)
  const again = { 'idempotency-key': 'note-1' }
  const note = (await add('Secret', app.key, again)).json()
  const deleted = await app.inject({ method: 'DELETE', url: `/v1/pets/${id}`, headers: app.key })
  assert.equal(deleted.statusCode, 204)
  assert.deepEqual((await add('Secret', app.key, again)).json(), { ...note, text: '[deleted]' })
})

onEachEngine('notes are deleted with their animal', async (open) => {
  await using app = await open()
  const { id, url, add } = await withPet(app)
  await add('Ate well.')
  await app.inject({ method: 'DELETE', url: `/v1/pets/${id}`, headers: app.key })
  assert.equal((await app.get(url)).json().code, 'pet_not_found')
  const left = await app.service.database.read.selectFrom('pet_notes').selectAll().execute()
  assert.deepEqual(left, [])
})

onEachEngine('erasing a person lists the animals whose notes contain their email address', async (open) => {
  await using app = await open()
  const store = applicationsOf(app)
  const url = String((await store.apply({ applicant: { name: 'Ada', email: 'Ada@Example.org' } })).headers.location)
  await store.patch(url, { status: 'declined' })
  const [first, second, third] = [await withPet(app), await withPet(app), await withPet(app)]
  await first.add('Ada called: write to ADA@example.org please')
  await first.add('ada@example.org again')
  await second.add('bob@example.org called')
  await third.add('Nothing')
  const { headers: other } = await keyOfOther(app)
  await (await withPet(app, other)).add('ada@example.org')
  const [person] = (await app.get('/v1/people')).json()
  const erased = (await store.remove(`/v1/people/${person.id}`)).json()
  assert.deepEqual(erased.notedPets, [first.id])
})

onEachEngine('an animal has a bounded number of notes', async (open) => {
  await using app = await open()
  const { id, add } = await withPet(app)
  const row = { text: 'x', text_folded: null, author_type: 'key', author_id: 1n, author_name: 'k' }
  const rows = Array.from({ length: MAX_NOTES }, () => ({
    ...row,
    pet_id: BigInt(id),
    created_at: 0n,
  }))
  await app.service.database.write(({ query }) => query.insertInto('pet_notes').values(rows).execute())
  const refused = await add('One more')
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'note_limit_reached'])
})

onEachEngine('a blank or too long text is rejected, naming the field', async (open) => {
  await using app = await open()
  const { add } = await withPet(app)
  for (const text of ['', '  \n ', 'x'.repeat(4_001)]) {
    const { statusCode, json } = await add(text)
    assert.deepEqual([statusCode, json().errors[0].field], [400, 'text'], JSON.stringify(text.slice(0, 5)))
  }
  assert.equal((await add('x'.repeat(4_000))).statusCode, 201)
})
