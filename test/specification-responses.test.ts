import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { onEachEngine, type TestApp } from './harness/app.ts'
import { jpeg } from './harness/images.ts'
import { type Recorded, recordReads, recordWrites } from './harness/specification-responses.ts'

// Recorded with the version in which animals had only a name, category and status: see README.md next to it.
const file = new URL('recorded/specification-responses.json', import.meta.url)
const recorded: Recorded[] = JSON.parse(readFileSync(file, 'utf8'))

const photo = await jpeg(40, 30)
const json = { 'content-type': 'application/json' }

/** Fills in everything about most animals: every third profile is a draft, and some animals have none. */
const describe = async (app: TestApp): Promise<void> => {
  const profiles = []
  for (let petId = 1; petId <= 20; petId += 1) {
    profiles.push({
      petId,
      published: petId % 3 !== 0,
      species: 'dog',
      sex: 'female',
      size: 'small',
      breeds: { primary: 'Border Collie' },
      birthDate: '2020-01-01',
      tags: ['calm'],
      description: 'Loves water.',
      externalId: `A-${petId}`,
      microchip: '276098102345678',
      goodWith: { children: true },
      bondedWith: [petId + 1],
      fee: { amount: 1, currency: 'EUR' },
    })
  }
  const { statusCode, body } = await app.post('/v1/profiles:batch', { profiles })
  assert.ok(statusCode === 200 && !body.includes('"error"'), body)
  const isJpeg = { 'content-type': 'image/jpeg' }
  for (const id of [1, 3, 24]) {
    assert.equal((await app.post(`/v1/pets/${id}/photos`, photo, isJpeg)).statusCode, 201)
  }
  const organization = await app.inject({
    method: 'PUT',
    url: `/v1/accounts/${app.accountId}/organization`,
    headers: { ...app.key, ...json },
    payload: JSON.stringify({ name: 'Paws', location: { lat: 52, lng: 13 } }),
  })
  assert.equal(organization.statusCode, 201)
}

/** The only header that was added to every response since. It affects only browsers. */
const ISOLATION = "content-security-policy: default-src 'none'; sandbox; frame-ancestors 'none'\n"
const withoutIsolation = (response: string): string => response.replace(ISOLATION, '')

/** Whether the connection stays open depends on the socket, which these requests do not have. */
const withoutConnection = (response = ''): string => response.replace(/^connection: .*\n/m, '')

/** Since then, reads of 1 KiB or more are compressed for clients that accept it. */
const withoutEncoding = (response: string): string =>
  response.replace(/^vary: Authorization, Prefer, Accept-Encoding$/m, 'vary: Authorization, Prefer')

/** Since then, an error has the address of its explanation. */
const withoutDocs = (response: string): string => {
  const added = [...response.matchAll(/,"docs":"\/docs\/guides\/errors#\w+"/g)].join('')
  return response
    .replaceAll(/,"docs":"\/docs\/guides\/errors#\w+"/g, '')
    .replace(/^content-length: (\d+)$/m, (_, length) => `content-length: ${length - added.length}`)
}

for (const isDescribed of [false, true]) {
  onEachEngine(
    `every operation of the specification responds as it did before profiles existed, for animals ${isDescribed ? 'with' : 'without'} them`,
    async (open) => {
      await using app = await open()
      const responses = await recordWrites(app)
      if (isDescribed) await describe(app)
      responses.push(...(await recordReads(app)))
      for (const [at, { request, response }] of responses.entries()) {
        assert.equal(
          withoutConnection(withoutDocs(withoutEncoding(withoutIsolation(response)))),
          withoutConnection(recorded[at]?.response),
          request,
        )
      }
      assert.equal(responses.length, recorded.length)
    },
  )
}
