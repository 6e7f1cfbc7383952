import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { addAnimal, organizationOf } from '../../../test/harness/site-languages.ts'
import { visitorOf } from '../../../test/harness/visitor.ts'
import { sizes, species } from '../../animals/profiles/profile-values.ts'
import { languages } from '../../platform/language.ts'

const MAX_BYTES = 30_720

test('a full list and a page with twenty photos have less than 30 KB in every language', async () => {
  await using app = await testApp({ settings: { PORTAL_PER_MINUTE: '100000' } })
  const visitor = visitorOf(app)
  const type = { 'content-type': 'image/jpeg' }
  await organizationOf(app, 'DE')
  // A rendering of each width that a page offers.
  const [small, wide] = [await jpeg(700, 500), await jpeg(1_400, 900)]
  let last = 0
  for (let at = 0; at < 21; at += 1) {
    last = await addAnimal(app, `Bartholomew Montgomery of the Green Hill ${at}`, {
      species: species[at % species.length],
      breeds: { primary: 'Labrador Retriever', secondary: 'German Shepherd', mixed: true },
      sex: 'female',
      birthDate: '2015-03-01',
      birthDateExact: false,
      size: sizes[at % sizes.length],
      weightGrams: 12_300,
      coat: 'wire',
      colors: ['black', 'white', 'brown'],
      vaccinated: true,
      spayedNeutered: true,
      declawed: true,
      specialNeeds: 'Needs medicine for the heart.',
      houseTrained: true,
      goodWith: { children: true, dogs: false, cats: true },
      tags: ['gentle', 'playful'],
      videos: ['https://video.example/1'],
      fee: { amount: 12_000, currency: 'EUR' },
      description: 'Bartholomew loves long walks. '.repeat(150),
    })
    await app.post(`/v1/pets/${last}/photos`, small, type)
  }
  for (let at = 1; at < 20; at += 1) await app.post(`/v1/pets/${last}/photos`, wide, type)
  app.clock.advance(120 * 86_400_000)
  const animal = String((await visitor.open(`/adopt/${last}`)).headers.location)
  for (const language of languages)
    for (const path of ['/?', '/adopt?', '/adopt?near=Berlin&goodWith=children&', `${animal}?`]) {
      const { body } = await visitor.open(`${path}lang=${language}`)
      const bytes = Buffer.byteLength(body)
      assert.ok(bytes < MAX_BYTES, `${path} ${language}: ${bytes} bytes`)
      if (path.startsWith('/adopt?')) assert.equal(body.match(/<article class="card">/g)?.length, 20, path)
      if (path.startsWith(animal)) assert.equal(body.match(/<picture>/g)?.length, 20)
    }
})
