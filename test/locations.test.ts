import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { onEachEngine } from './harness/app.ts'
import { jpeg } from './harness/images.ts'
import { furnished, operations, sampleOf } from './harness/operations.ts'

const { paths } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; responses: object }>>
}

/** The operations that may respond with 201. */
const creating = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ responses }) => '201' in responses)
  .map(({ operationId }) => operationId)

const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }
const question = { id: 'why', label: 'Why would you like to adopt?', kind: 'longText' }

/** How they create something, if not with the example of their body. */
const requests: Record<string, { body?: object; file?: string; isForNewPet?: true }> = {
  createPet: { body: { name: 'Basil', categoryId: 7 } },
  addPhoto: { file: 'image/jpeg' },
  putOrganization: { body: { name: 'Paws' } },
  putCategory: { body: { name: 'Cats' } },
  createImport: { file: 'text/csv' },
  placeOrder: { body: { customer }, isForNewPet: true },
  submitApplication: { body: { applicant: customer, formId: 1, answers: {} }, isForNewPet: true },
  approveApplication: { body: {} },
  createForm: { body: { questions: [question] } },
  createWebhook: { body: { url: 'https://shelter.example.org/other' } },
  createUser: { body: { email: 'kim@example.org', name: 'Kim', role: 'viewer' } },
  resetPassword: { body: {} },
  createAccount: { body: { name: 'Claws', plan: 'free' } },
  createKey: { body: { name: 'App' } },
  rotateKey: { body: { graceSeconds: 60 } },
}

onEachEngine('the caller who created something can read it at the address in `Location`', async (open) => {
  await using app = await open()
  const owner = await furnished(app)
  for (const id of Object.keys(requests)) assert.ok(creating.includes(id), id)
  const newPet = async () => (await owner.post('/v1/pets', { name: 'Basil', categoryId: 7 })).json().id
  const files: Record<string, Buffer> = {
    'image/jpeg': await jpeg(40, 30),
    'text/csv': Buffer.from('Kennel\n8\n'),
  }
  // The objects that have a name already are replaced, so they get new ones.
  const others = { accountId: String(app.accountId), categoryId: '8' }
  for (const operation of operations) {
    if (!creating.includes(operation.id)) continue
    const { file, isForNewPet, ...own } = requests[operation.id] ?? {}
    // An example is an object, as every body that creates something.
    const body = own.body ?? ((operation.body && sampleOf(operation.body)) as object)
    const petId = isForNewPet && (await newPet())
    const payload = file ? files[file] : JSON.stringify({ ...body, ...(petId && { petId }) })
    const response = await app.inject({
      method: operation.method,
      url: owner.urlOf(operation, others),
      headers: { ...owner.headers, 'content-type': file ?? 'application/json' },
      ...(payload !== undefined && { payload }),
    })
    assert.equal(response.statusCode, 201, `${operation.id}: ${response.body}`)
    const { location } = response.headers
    const found = await app.get(String(location), owner.headers)
    assert.equal(found.statusCode, 200, `${operation.id}: ${location} ${found.body}`)
  }
})
