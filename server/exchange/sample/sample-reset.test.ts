import assert from 'node:assert/strict'
import { onEachEngine } from '../../../test/harness/app.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { sampleEntries } from './sample-shelter.ts'

onEachEngine('a reset adds the pictures of its own account again, and no others', async (open) => {
  await using app = await open({ settings: { ADOPTION_ENV: 'staging' } })
  const other = app.bearer((await app.createKey()).key)
  const alt = sampleEntries(app.clock.nowMs())[0]?.pictureText
  const { id } = (await app.post('/v1/pets', { name: 'Rex', categoryId: 7 })).json()
  const added = await app.post(`/v1/pets/${id}/photos`, await jpeg(40, 30), {
    'content-type': 'image/jpeg',
  })
  assert.equal(added.statusCode, 201, added.body)
  const described = await app.inject({
    method: 'PATCH',
    url: `/v1/photos/${added.json().id}`,
    payload: { alt },
    headers: { ...app.key, 'content-type': 'application/merge-patch+json' },
  })
  assert.equal(described.statusCode, 200, described.body)
  const withPhoto = async (headers: Record<string, string>): Promise<number> => {
    const reset = await app.post('/v1/reset', undefined, headers)
    assert.equal(reset.statusCode, 204, reset.body)
    assert.deepEqual([reset.headers.etag, reset.headers['content-type']], [undefined, undefined])
    return (await app.get('/v1/animals?hasPhoto=true', headers)).json().length
  }
  assert.equal(await withPhoto(app.key), 1)
  // Somebody else's photo with the same text.
  assert.equal(await withPhoto(other), 0)
  assert.equal(await withPhoto(app.key), 1)
})
