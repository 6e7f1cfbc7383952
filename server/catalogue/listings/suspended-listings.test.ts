import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine } from '../../../test/harness/app.ts'
import { jpeg } from '../../../test/harness/images.ts'

const json = { 'content-type': 'application/json' }
const names = ['Ada', 'Bo', 'Cy', 'Di']
const lists = [
  '',
  '?sort=name',
  '?sort=publishedAt',
  '?species=dog',
  '?age=young,adult',
  '?status=pending',
  '?q=beagle',
  '?q=beagle&status=pending',
  '?near=52.5,13.4&sort=distance',
  '?near=52.5,13.4&within=100km',
].map((query) => `/v1/listings${query}`)

onEachEngine('animals of a suspended account are offered nowhere until it is resumed', async (open) => {
  await using app = await open()
  const [admin, other] = [await adminOf(app), await app.createKey()]
  const put = (url: string, body: object, headers = app.key) =>
    app.inject({
      method: 'PUT',
      url,
      headers: { ...headers, ...json },
      payload: JSON.stringify(body),
    })
  const publish = async (name: string, headers = app.key) => {
    const { id } = (await app.post('/v1/pets', { name, categoryId: 7 }, headers)).json()
    const breeds = { primary: 'Beagle' }
    const profile = { published: true, species: 'dog', breeds, birthDate: '2025-01-01' }
    assert.equal((await put(`/v1/pets/${id}/profile`, profile, headers)).statusCode, 200)
    app.clock.advance(1_000)
    return id
  }
  for (const [headers, id] of [
    [app.key, app.accountId],
    [app.bearer(other.key), other.accountId],
  ] as const) {
    const body = { name: `Shelter ${id}`, location: { lat: 52.5, lng: 13.4 } }
    await put(`/v1/accounts/${id}/organization`, body, headers)
  }
  const ids: number[] = []
  for (const name of names) ids.push(await publish(name))
  await publish('Zoe', app.bearer(other.key))
  await admin.patch(`/v1/pets/${ids[2]}`, { status: 'pending' })
  await admin.patch(`/v1/pets/${ids[3]}`, { status: 'sold' })
  const photos = `/v1/pets/${ids[0]}/photos`
  const added = await app.post(photos, await jpeg(40, 30), { 'content-type': 'image/jpeg' })
  const photo = `/v1/photos/${added.json().id}`
  const organization = `/v1/organizations/${app.accountId}`
  const seen = async () => {
    const pages = await Promise.all(lists.map((url) => app.get(url, app.bearer(other.key))))
    const own = await Promise.all(
      [...ids.map((id) => `/v1/listings/${id}`), organization, photo].map((url) => app.get(url, app.bearer(other.key))),
    )
    const found = pages.map((page) => page.json().map(({ name }: { name: string }) => name))
    const facets = (await app.get('/v1/listings/facets', app.bearer(other.key))).json()
    const bodies = own.map((response) => response.json().code ?? response.body)
    const known = async (headers: typeof app.key) => {
      const { published, species } = (await app.get(`/v1/pets/${ids[0]}/profile`, headers)).json()
      return [published, species, (await app.get(photos, headers)).json().length]
    }
    const visibleTo = {
      others: await known(app.bearer(other.key)),
      staff: await known(admin.headers),
    }
    return { found, dogs: facets.species.dog, bodies, visibleTo }
  }
  const suspend = (suspended: boolean) => admin.patch(`/v1/accounts/${app.accountId}`, { suspended })

  const before = await seen()
  assert.deepEqual(before.found[0], ['Zoe', 'Bo', 'Ada'])
  assert.deepEqual([before.dogs, before.bodies.length], [3, 6])
  const whole = [true, 'dog', 1]
  assert.deepEqual(before.visibleTo, { others: whole, staff: whole })
  assert.ok(before.bodies.every((body) => !/not_found/.test(body)))

  await suspend(true)
  const hidden = [...Array(4).fill('listing_not_found'), 'organization_not_found', 'photo_not_found']
  const onlyOther = lists.map((url) => (url.includes('pending') ? [] : ['Zoe']))
  const atOnce = await seen()
  assert.deepEqual([atOnce.found, atOnce.bodies], [onlyOther, hidden])
  assert.deepEqual(atOnce.visibleTo, { others: [false, null, 0], staff: whole })
  await app.service.runRoutine('listings.settle')
  const settled = await seen()
  assert.deepEqual([settled.found, settled.bodies], [onlyOther, hidden])
  assert.equal(settled.dogs, 1)

  // A change by an administrator must not make the animal public again.
  await admin.patch(`/v1/pets/${ids[0]}`, { name: 'Ada' })
  await admin.patch(`/v1/pets/${ids[1]}`, { name: 'Bob' })
  assert.deepEqual((await seen()).found, onlyOther)
  assert.equal((await admin.get(organization)).statusCode, 200)
  await admin.patch(`/v1/pets/${ids[1]}`, { name: 'Bo' })

  await suspend(false)
  await app.service.runRoutine('listings.settle')
  const after = await seen()
  assert.deepEqual({ ...after, bodies: [] }, { ...before, bodies: [] }, 'as it was, in the same order')
  assert.ok(after.bodies.every((body) => !/not_found/.test(body)))
})
