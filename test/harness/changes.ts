import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import { httpImports } from './http-imports.ts'
import { jpeg } from './images.ts'
import { type furnished, type Operation, sampleOf } from './operations.ts'
import { peopleOf } from './people.ts'

/** The audit entries that it leaves, and the URL and body to send instead of the example's. */
type Recorded = { entries: string[]; url?: string; body?: object | Buffer }
type Store = Awaited<ReturnType<typeof furnished>>

const file = await jpeg(40, 30)
const isJpeg = { 'content-type': 'image/jpeg' }

/** Sends a request of an operation, by default with the example from its description. */
export const sender =
  (app: TestApp, headers: Record<string, string>) =>
  ({ id, method, body }: Operation, url: string, given = body && sampleOf(body)) =>
    app.inject({
      method,
      url,
      headers: {
        ...headers,
        'x-request-id': id,
        ...(given !== undefined && { 'content-type': 'application/json' }),
        ...(Buffer.isBuffer(given) && isJpeg),
      },
      ...(given !== undefined && {
        payload: Buffer.isBuffer(given) ? given : JSON.stringify(given),
      }),
    })

/**
 * Every operation that changes something, in an order in which each has something to change. The store must have held
 * mail of one application.
 */
export const changesOf = async (app: TestApp, store: Store): Promise<Record<string, Recorded>> => {
  const people = peopleOf(app)
  const { id: userId } = await people.add('viewer')
  const [session] = (await store.get(`/v1/users/${userId}/sessions`)).json()
  const { id: otherId } = await people.add('viewer')
  const delivery = await firstDelivery(store)
  const { id: petId } = (await store.post('/v1/pets', { name: 'Max', categoryId: 9 })).json()
  const customer = { name: 'Ada', email: 'ada@example.org' }
  const wanted = (await store.post('/v1/pets', { name: 'Moritz', categoryId: 9 })).json()
  const application = { petId: wanted.id, formId: 1, applicant: customer, answers: {} }
  const applied = `/v1/applications/${(await store.post('/v1/applications', application)).json().id}`
  const profile = { species: 'cat', published: true }
  await banOf(app, store)
  const [held] = (await store.get('/v1/mails?status=held')).json()
  const photos = store.urlOf({ path: '/pets/{petId}/photos' })
  const first = Number(store.urlOf({ path: '/{photoId}' }).split('/').at(-1))
  const second = (await store.post(photos, file, isJpeg)).json().id
  const imports = httpImports(app, store.headers)
  // Rejects every row, because animals that were created later would be taken for those of another operation.
  const { id: checkedId } = await imports.send('name,categoryId\n,9\n')
  const { id: doneId } = await imports.send('name,categoryId\nOtto,9\n')
  await imports.run(doneId)
  const { id: unusedId } = await imports.send('Kennel\n7\n')
  return {
    // Must run before the erasures, which remove its mail.
    retryMail: { entries: ['mail.retry mail'] },
    releaseMails: { entries: ['mail.release mail'], body: { mailIds: [held.id] } },
    createPet: { entries: ['pet.create pet'] },
    updatePet: { entries: ['pet.update pet'], body: { name: 'Salt' } },
    createPets: { entries: ['pet.batch account'] },
    updatePets: { entries: ['pet.batch account'], body: { pets: [{ id: petId, name: 'Pepper' }] } },
    putProfile: {
      entries: ['profile.update pet', 'listing.publish pet'],
      url: `/v1/pets/${petId}/profile`,
      body: profile,
    },
    updateProfile: {
      entries: ['profile.update pet', 'listing.unpublish pet'],
      url: `/v1/pets/${petId}/profile`,
      body: { published: false },
    },
    updateProfiles: {
      entries: ['profile.batch account'],
      body: { profiles: [{ ...profile, petId }] },
    },
    orderPhotos: { entries: ['photo.order pet'], body: [second, first] },
    updatePhoto: { entries: ['photo.update photo'], body: { alt: 'A dog.' } },
    rotatePhoto: { entries: ['photo.update photo'], body: { degrees: 90 } },
    addNote: { entries: ['note.add pet'], body: { text: 'Ate well.' } },
    deleteNote: { entries: ['note.delete pet'] },
    deletePhoto: { entries: ['photo.delete photo'] },
    addPhoto: { entries: ['photo.add photo'], body: file },
    createImport: { entries: [], body: { Kennel: 7 } },
    checkImport: { entries: [], body: { map: [{ column: 'Kennel', field: 'tags' }] } },
    runImport: { entries: ['import import'], url: `/v1/imports/${checkedId}/run` },
    undoImport: { entries: ['import.undo import'], url: `/v1/imports/${doneId}/undo` },
    removeImport: { entries: [], url: `/v1/imports/${unusedId}` },
    placeOrder: {
      entries: ['order.place order', 'pet.update pet'],
      body: { petId, customer },
    },
    updateOrder: { entries: ['order.approve order'], body: { status: 'approved' } },
    undoOrderStep: { entries: ['order.undo order'] },
    eraseCustomer: { entries: ['customer.erase order', 'order.update order'] },
    submitApplication: {
      entries: ['application.submit application'],
      body: { formId: 1, applicant: customer, answers: {} },
    },
    updateApplication: {
      entries: ['application.update application'],
      body: { status: 'inReview' },
    },
    approveApplication: {
      entries: ['order.place order', 'pet.update pet', 'order.approve order', 'application.approve application'],
      url: `${applied}/approve`,
      body: {},
    },
    eraseApplicant: {
      entries: [
        'customer.erase order',
        'order.update order',
        'applicant.erase application',
        'application.update application',
      ],
      url: `${applied}/applicant`,
    },
    erasePerson: {
      entries: ['applicant.erase application', 'application.update application'],
      url: `/v1/people/${await personOf(store, 'grace@example.org')}`,
    },
    createForm: { entries: ['form.create form'], body: { questions: [] } },
    putForm: { entries: ['form.update form'], body: { questions: [] } },
    deletePet: { entries: ['pet.delete pet', 'listing.unpublish pet'] },
    putOrganization: {
      entries: ['organization.update account'],
      url: `/v1/accounts/${store.accountId}/organization`,
      body: { name: 'Paws' },
    },
    putDocumentTemplates: {
      entries: ['documentTemplates.update account'],
      body: { contract: { title: 'Contract', text: '{{adopter.name}}' } },
    },
    putMailTemplate: {
      entries: ['mailTemplate.update account'],
      url: '/v1/mail-templates/received/de',
      body: { subject: 'Danke', text: '{{greeting}}' },
    },
    deleteMailTemplate: {
      entries: ['mailTemplate.update account'],
      url: '/v1/mail-templates/received/de',
    },
    putCategory: { entries: ['category.update category'], url: '/v1/categories/11' },
    updateCategory: {
      entries: ['category.update category'],
      url: '/v1/categories/11',
      body: { name: 'Owls' },
    },
    deleteCategory: { entries: ['category.delete category'], url: '/v1/categories/11' },
    createWebhook: { entries: ['webhook.create webhook'], body: { url: 'https://a.test/hook' } },
    updateWebhook: { entries: ['webhook.update webhook'], body: { types: ['pet.created'] } },
    rotateWebhookSecret: { entries: ['webhook.rotate webhook'] },
    redeliver: { entries: ['webhook.redeliver webhook'], url: `${delivery}/redeliver` },
    deleteWebhook: { entries: ['webhook.delete webhook'] },
    createUser: {
      entries: ['user.create user'],
      body: { email: 'new@example.org', name: 'New', role: 'viewer' },
    },
    updateUser: { entries: ['user.update user'], body: { name: 'Other' } },
    resetPassword: { entries: ['user.update user'] },
    endSession: {
      entries: ['user.signOut user'],
      url: `/v1/users/${userId}/sessions/${session.id}`,
    },
    endSessions: { entries: ['user.signOut user'], url: `/v1/users/${otherId}/sessions` },
    deleteUser: { entries: ['user.delete user'] },
    createAccount: { entries: ['account.create account'] },
    updateAccount: { entries: ['account.update account'], body: { name: 'Claws' } },
    createKey: { entries: ['key.create key'] },
    liftBan: { entries: ['ban.lift key'] },
    rotateKey: { entries: ['key.create key', 'key.rotate key'] },
    revokeKey: {
      entries: ['key.revoke key', 'webhook.disable webhook'],
      url: `/v1/keys/${store.id}`,
    },
  }
}

/** A person whose application is closed. */
const personOf = async (store: Store, email: string): Promise<string> => {
  const applicant = { name: 'Grace', email }
  const { id } = (await store.post('/v1/applications', { formId: 1, applicant, answers: {} })).json()
  await store.patch(`/v1/applications/${id}`, { status: 'declined' })
  return (await store.get(`/v1/people?q=${email}`)).json()[0].id
}

/** The path of the first delivery to the webhook of the store. */
const firstDelivery = async (store: Store): Promise<string> => {
  const path = store.urlOf({ path: '/webhooks/{webhookId}/deliveries' })
  await store.post('/v1/pets', { name: 'Rex', categoryId: 7 })
  let id: string | undefined
  await eventually('an event is on its way', async () => {
    id = (await store.get(path)).json()[0]?.id
    return id !== undefined
  })
  return `${path}/${id}`
}

const banOf = async (app: TestApp, store: Store): Promise<void> => {
  const keyId = BigInt(store.urlOf({ path: '/{keyId}' }).split('/').at(-1) ?? '')
  const until = BigInt(app.clock.nowMs() + 3_600_000)
  const database = await app.openDatabase()
  const ban = { key_id: keyId, account_id: store.accountId, until, level: 1n }
  await database.write(({ query }) => query.insertInto('bans').values(ban).execute())
  await database.close()
}
