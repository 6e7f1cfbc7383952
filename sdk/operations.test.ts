import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { expanded } from '../test/harness/openapi-document.ts'
import { jsonResponse, scriptedFetch } from '../test/harness/scripted-fetch.ts'
import { AdoptionStore, type OperationId } from './mod.ts'

type Operation = {
  operationId: OperationId
  requestBody?: unknown
  'x-codeSamples'?: { lang: string; source: string }[]
  parameters?: { in: string; name: string }[]
}
const document: { paths: Record<string, Record<string, Operation>> } = expanded(
  JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')),
)

const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)

const baseUrl = 'http://store.test'
const apiKey = 'aas_live_0000'
const id = 9007199254740993n
const applicant = { name: 'Ada', email: 'ada@example.org' }

/** How to call each operation that its own sample does not call with these values. */
const calls: Partial<Record<OperationId, (client: AdoptionStore, signal: AbortSignal) => PromiseLike<unknown>>> = {
  listMails: (client) => client.mails.list({ status: 'failed' }),
  getMail: (client) => client.mails.get(id),
  retryMail: (client) => client.mails.retry(id),
  releaseMails: (client) => client.mails.release([id]),
  listPets: (client) => client.pets.list(),
  createPet: (client) => client.pets.create({ name: 'Biscuit', categoryId: id }),
  updatePets: (client) => client.pets.updateBatch({ pets: [{ id, status: 'sold' }] }),
  createPets: (client) => client.pets.batch({ pets: [{ name: 'Biscuit', categoryId: id }] }),
  getPet: (client) => client.pets.get(id),
  updatePet: (client) => client.pets.update(id, { name: 'Biscuit' }),
  deletePet: (client) => client.pets.remove(id),
  getProfile: (client) => client.profiles.get(id),
  putProfile: (client) => client.profiles.put(id, { species: 'dog' }),
  updateProfile: (client) => client.profiles.update(id, { sex: null }),
  updateProfiles: (client) => client.profiles.batch({ profiles: [{ petId: id, species: 'dog' }] }),
  listHistory: (client) => client.pets.history(id),
  addPhoto: (client) => client.photos.add(id, new Blob(['file'])),
  listPhotos: (client) => client.photos.list(id),
  orderPhotos: (client) => client.photos.order(id, [id]),
  getPhoto: (client) => client.photos.get(id),
  rotatePhoto: (client) => client.photos.rotate(id, 90),
  updatePhoto: (client) => client.photos.update(id, { alt: null }),
  deletePhoto: (client) => client.photos.remove(id),
  listListings: (client) => client.listings.list({ goodWith: ['children', 'dogs'] }),
  countListings: (client) => client.listings.facets({ species: ['dog'] }),
  listAnimals: (client) => client.animals.list(),
  countAnimals: (client) => client.animals.counts(),
  listAnimalFacets: (client) => client.animals.facets(),
  getKennelCards: (client) => client.animals.kennelCards([1]),
  reportAdoptions: (client) => client.reports.adoptions(),
  getListing: (client) => client.listings.get(id),
  listOrganizations: (client) => client.organizations.list(),
  getOrganization: (client) => client.organizations.get(id),
  putOrganization: (client) => client.organizations.put(id, { name: 'Paws' }),
  listCategories: (client) => client.categories.list(),
  createImport: (client) => client.imports.create(new Blob(['name,categoryId'])),
  listImports: (client) => client.imports.list(),
  getImport: (client) => client.imports.get(id),
  checkImport: (client) => client.imports.check(id),
  runImport: (client) => client.imports.run(id),
  undoImport: (client) => client.imports.undo(id),
  getImportReport: (client) => client.imports.report(id),
  removeImport: (client) => client.imports.remove(id),
  listSpecies: (client) => client.categories.species(),
  getCategory: (client) => client.categories.get(id),
  putCategory: (client) => client.categories.put(id, { name: 'Dogs' }),
  updateCategory: (client) => client.categories.update(id, { name: 'Dogs' }),
  deleteCategory: (client) => client.categories.remove(id),
  getInventory: (client) => client.inventory.get({ categoryId: id }),
  listOrders: (client) => client.orders.list(),
  placeOrder: (client) => client.orders.place({ petId: id, customer: { name: 'Ada', email: 'ada@example.org' } }),
  getOrder: (client) => client.orders.get(id),
  updateOrder: (client) => client.orders.update(id, { note: null }),
  undoOrderStep: (client) => client.orders.undo(id),
  eraseCustomer: (client) => client.orders.eraseCustomer(id),
  getContract: (client) => client.documents.contract(id),
  getReturnSlip: (client) => client.documents.returnSlip(id),
  getDocumentTemplates: (client) => client.documents.templates(),
  putDocumentTemplates: (client) => client.documents.putTemplates({}),
  previewDocument: (client) => client.documents.preview({ kind: 'contract', title: 'Contract', text: '{{today}}' }),
  listMailTemplates: (client) => client.mailTemplates.list({ language: 'de' }),
  getMailTemplate: (client) => client.mailTemplates.get('received', 'de'),
  putMailTemplate: (client) => client.mailTemplates.put('received', 'de', { subject: 'a', text: 'b' }),
  deleteMailTemplate: (client) => client.mailTemplates.remove('received', 'de'),
  previewMail: (client) => client.mailTemplates.preview({ kind: 'received', language: 'de', subject: 'a', text: 'b' }),
  submitApplication: (client) => client.applications.submit({ formId: id, applicant, answers: {} }),
  listApplications: (client) => client.applications.list({ q: 'ada' }),
  getApplication: (client) => client.applications.get(id),
  updateApplication: (client) => client.applications.update(id, { status: 'inReview' }),
  approveApplication: (client) => client.applications.approve(id),
  eraseApplicant: (client) => client.applications.eraseApplicant(id),
  listPeople: (client) => client.people.list(),
  getPerson: (client) => client.people.get(String(id)),
  exportPerson: (client) => client.people.export(String(id)),
  erasePerson: (client) => client.people.erase(String(id)),
  exportApplicant: (client) => client.applications.export(id),
  listForms: (client) => client.forms.list(),
  createForm: (client) => client.forms.create({ questions: [] }),
  getForm: (client) => client.forms.get(id, { version: 1 }),
  putForm: (client) => client.forms.put(id, { questions: [] }),
  listEvents: (client) => client.events.list(),
  streamEvents: (client, signal) => client.events.follow({ from: 'now', signal }).next(),
  listWebhooks: (client) => client.webhooks.list(),
  createWebhook: (client) => client.webhooks.create({ url: 'https://example.org' }),
  getWebhook: (client) => client.webhooks.get(id),
  updateWebhook: (client) => client.webhooks.update(id, { enabled: false }),
  deleteWebhook: (client) => client.webhooks.remove(id),
  rotateWebhookSecret: (client) => client.webhooks.rotateSecret(id),
  testWebhook: (client) => client.webhooks.test(id),
  listDeliveries: (client) => client.webhooks.deliveries(id),
  getDelivery: (client) => client.webhooks.delivery(id, 'evt_1'),
  redeliver: (client) => client.webhooks.redeliver(id, 'evt_1'),
  getRateLimit: (client) => client.rateLimit.get(),
  listDeprecations: (client) => client.deprecations.list(),
  getMe: (client) => client.me.get(),
  getSample: (client) => client.sample.get(),
  addSample: (client) => client.sample.add(),
  removeSample: (client) => client.sample.remove(),
  resetStaging: (client) => client.staging.reset(),
  listUsers: (client) => client.users.list(),
  createUser: (client) => client.users.create({ email: 'ada@example.org', name: 'Ada', role: 'viewer' }),
  getUser: (client) => client.users.get(id),
  updateUser: (client) => client.users.update(id, { disabled: true }),
  deleteUser: (client) => client.users.remove(id),
  resetPassword: (client) => client.users.resetPassword(id),
  listSessions: (client) => client.sessions.list(id),
  endSession: (client) => client.sessions.end(id, id),
  endSessions: (client) => client.sessions.endAll(id),
  listAccounts: (client) => client.accounts.list(),
  createAccount: (client) => client.accounts.create({ name: 'Paws', plan: 'free' }),
  getAccount: (client) => client.accounts.get(id),
  updateAccount: (client) => client.accounts.update(id, { plan: 'pro' }),
  listKeys: (client) => client.keys.list(id),
  createKey: (client) => client.keys.create(id, { name: 'site' }),
  getKey: (client) => client.keys.get(id),
  revokeKey: (client) => client.keys.revoke(id),
  rotateKey: (client) => client.keys.rotate(id),
  listBans: (client) => client.bans.list(),
  liftBan: (client) => client.bans.lift(id),
  listAuditLog: (client) => client.auditLog.list(),
  listAuditActions: (client) => client.auditLog.actions(),
  getBackupStatus: (client) => client.backupStatus.get(),
  listRequests: (client) => client.requests.list({ status: '4xx,5xx' }),
  getRequest: (client) => client.requests.get(String(id)),
  listUsage: (client) => client.usage.list(id),
}

/** Runs the sample of the docs, which uses the id 1. */
const runSample = (samples: Operation['x-codeSamples'] = [], store: AdoptionStore): Promise<unknown> => {
  const { source = '' } = samples.find(({ lang }) => lang === 'typescript') ?? {}
  const [, code = ''] = source.split('\n})\n\n')
  return new Function('store', 'console', `return (async () => {\n${code}\n})()`)(store, { log() {} })
}

for (const { path, method, operationId, requestBody, parameters = [], 'x-codeSamples': samples } of all) {
  test(`${operationId} can be called: ${method.toUpperCase()} ${path}`, async () => {
    const { fetch, sent } = scriptedFetch(() => jsonResponse(200, []))
    const client = new AdoptionStore({ apiKey, baseUrl, fetch })
    const ending = new AbortController()
    const call = calls[operationId]?.(client, ending.signal) ?? runSample(samples, client)
    if (operationId === 'streamEvents') {
      // It never ends by itself: the first request is enough.
      ending.abort(new Error('enough'))
      await assert.rejects(async () => call, /enough/)
    } else await call

    const [request] = sent
    assert.ok(request)
    assert.equal(request.method, method.toUpperCase())
    const wanted = path
      .replace('{deliveryId}', 'evt_1')
      .replace('{kind}/{language}', 'received/de')
      .replace(/\{\w+\}/g, calls[operationId] ? String(id) : '1')
    assert.equal(new URL(request.url).pathname, `/v1${wanted}`)
    assert.equal(request.headers.get('authorization'), `Bearer ${apiKey}`)
    assert.equal(request.body !== undefined, requestBody !== undefined)
    const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key')
    assert.equal(request.headers.has('idempotency-key'), takesKey)
  })
}

test('every call has an operation', () => {
  const documented = new Set<string>(all.map(({ operationId }) => operationId))
  for (const operationId of Object.keys(calls)) assert.ok(documented.has(operationId), operationId)
  assert.ok(documented.size > 40)
})
