/** One use of an operation: what the samples in every language send. */
export type CodeExample = {
  /** Values of the path's parameters. */
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** The name of a file that is the body. */
  file?: string
  /** The same with our client, which the sample calls `store`. */
  client: string
  /** It runs until it is stopped. */
  isStream?: true
}

const pet = { name: 'Biscuit', categoryId: 7 }
const profile = { species: 'dog', sex: 'female', goodWith: { children: true } }
const ada = { name: 'Ada Lovelace', email: 'ada@example.org' }
const dogForm = {
  name: 'Dogs',
  questions: [
    {
      ...{ id: 'home', label: 'What is your home like?', kind: 'choice', required: true },
      options: ['House', 'Flat'],
    },
  ],
}
const contract = {
  title: 'Adoption contract',
  text: '{{adopter.name}} takes **{{animal.name}}** home.',
}
const hook = 'https://shelter.example.org/hooks/adoptions'

/** By operation id. */
export const codeExamples: Readonly<Record<string, CodeExample>> = {
  listPets: {
    query: { status: 'available', limit: '20' },
    client: `for await (const pet of store.pets.list({ status: 'available' })) console.log(pet.name)`,
  },
  createPet: {
    body: pet,
    client: `const pet = await store.pets.create({ name: 'Biscuit', categoryId: 7 })\nconsole.log(pet.id)`,
  },
  getPet: {
    path: { petId: '1' },
    client: `// Deprecated: this is its successor.\nconst [pet] = (await store.pets.list({ id: [1] })).items\nconsole.log(pet)`,
  },
  updatePet: {
    path: { petId: '1' },
    body: { name: 'Biscuit the Second' },
    client: `await store.pets.update(1, { name: 'Biscuit the Second' })`,
  },
  deletePet: { path: { petId: '1' }, client: `await store.pets.remove(1)` },
  createPets: {
    body: { pets: [pet, { name: 'Pepper', categoryId: 7 }] },
    client: `const { results } = await store.pets.batch({\n  pets: [\n    { name: 'Biscuit', categoryId: 7 },\n    { name: 'Pepper', categoryId: 7 },\n  ],\n})\nconsole.log(results)`,
  },
  listAnimals: {
    query: { q: 'whisk', sort: '-waiting', limit: '50' },
    client: `const page = await store.animals.list({ q: 'whisk', sort: '-waiting', limit: 50 })\nconsole.log(page.totalCount, page.items)`,
  },
  countAnimals: {
    query: { species: 'dog' },
    client: `const { status } = await store.animals.counts({ species: ['dog'] })\nconsole.log(status.available)`,
  },
  listAnimalFacets: {
    query: { species: 'dog' },
    client: `const { breeds } = await store.animals.facets({ species: ['dog'] })\nconsole.log(breeds)`,
  },
  getProfile: {
    path: { petId: '1' },
    client: `const profile = await store.profiles.get(1)\nconsole.log(profile.species)`,
  },
  putProfile: {
    path: { petId: '1' },
    body: { published: true, ...profile },
    client: `await store.profiles.put(1, {\n  published: true,\n  species: 'dog',\n  sex: 'female',\n  goodWith: { children: true },\n})`,
  },
  updateProfile: {
    path: { petId: '1' },
    body: { goodWith: { cats: false } },
    client: `await store.profiles.update(1, { goodWith: { cats: false } })`,
  },
  replaceProfiles: {
    body: { profiles: [{ petId: 1, published: true, ...profile }] },
    client: `const { results } = await store.profiles.batch({\n  profiles: [{ petId: 1, published: true, species: 'dog', goodWith: { children: true } }],\n})\nconsole.log(results)`,
  },
  listHistory: {
    path: { petId: '1' },
    client: `for await (const { time, action, actor } of store.pets.history(1)) console.log(time, actor?.name, action)`,
  },
  addPhoto: {
    path: { petId: '1' },
    file: 'biscuit.jpg',
    client: `const photo = await store.photos.add(1, { path: 'biscuit.jpg' })\nconsole.log(photo.variants.at(-1)?.url)`,
  },
  listPhotos: {
    path: { petId: '1' },
    client: `for (const { variants } of await store.photos.list(1)) console.log(variants[0]?.url)`,
  },
  orderPhotos: {
    path: { petId: '1' },
    body: [1],
    client: `await store.photos.order(1, [1])`,
  },
  getPhoto: {
    path: { photoId: '1' },
    client: `const photo = await store.photos.get(1)\nconsole.log(photo.width, photo.height)`,
  },
  updatePhoto: {
    path: { photoId: '1' },
    body: { alt: 'Biscuit sits on the grass', focus: { x: 0.5, y: 0.3 } },
    client: `await store.photos.update(1, {\n  alt: 'Biscuit sits on the grass',\n  focus: { x: 0.5, y: 0.3 },\n})`,
  },
  deletePhoto: { path: { photoId: '1' }, client: `await store.photos.remove(1)` },
  listListings: {
    query: { species: 'dog', goodWith: 'children' },
    client: `for await (const listing of store.listings.list({ species: ['dog'], goodWith: ['children'] })) {\n  console.log(listing.name)\n}`,
  },
  countListings: {
    query: { species: 'dog' },
    client: `const facets = await store.listings.facets({ species: ['dog'] })\nconsole.log(facets.size)`,
  },
  getListing: {
    path: { petId: '1' },
    client: `const listing = await store.listings.get(1)\nconsole.log(listing.name, listing.age.band)`,
  },
  listOrganizations: {
    client: `for await (const { name } of store.organizations.list()) console.log(name)`,
  },
  getOrganization: {
    path: { organizationId: '1' },
    client: `const organization = await store.organizations.get(1)\nconsole.log(organization.address)`,
  },
  putOrganization: {
    path: { accountId: '1' },
    body: { name: 'Paws and Whiskers', address: { city: 'Berlin', country: 'DE' } },
    client: `await store.organizations.put(1, {\n  name: 'Paws and Whiskers',\n  address: { city: 'Berlin', country: 'DE' },\n})`,
  },
  listCategories: {
    client: `for await (const category of store.categories.list()) console.log(category.name)`,
  },
  getCategory: {
    path: { categoryId: '7' },
    client: `const category = await store.categories.get(7)\nconsole.log(category.petCounts)`,
  },
  putCategory: {
    path: { categoryId: '7' },
    body: { name: 'Dogs' },
    client: `await store.categories.put(7, { name: 'Dogs' })`,
  },
  updateCategory: {
    path: { categoryId: '7' },
    body: { name: 'Dogs and puppies' },
    client: `await store.categories.update(7, { name: 'Dogs and puppies' })`,
  },
  deleteCategory: { path: { categoryId: '7' }, client: `await store.categories.remove(7)` },
  getInventory: {
    client: `const inventory = await store.inventory.get()\nconsole.log(inventory.available)`,
  },
  listOrders: {
    query: { status: 'placed' },
    client: `for await (const order of store.orders.list({ status: 'placed' })) console.log(order.id)`,
  },
  placeOrder: {
    body: { petId: 1, customer: { name: 'Ada Lovelace', email: 'ada@example.org' } },
    client: `const order = await store.orders.place({\n  petId: 1,\n  customer: { name: 'Ada Lovelace', email: 'ada@example.org' },\n})\nconsole.log(order.status)`,
  },
  getOrder: {
    path: { orderId: '1' },
    client: `const order = await store.orders.get(1)\nconsole.log(order.status)`,
  },
  updateOrder: {
    path: { orderId: '1' },
    body: { status: 'approved' },
    client: `await store.orders.update(1, { status: 'approved' })`,
  },
  undoOrderStep: {
    path: { orderId: '1' },
    client: `const order = await store.orders.undo(1)\nconsole.log(order.status)`,
  },
  eraseCustomer: { path: { orderId: '1' }, client: `await store.orders.eraseCustomer(1)` },
  getContract: {
    path: { orderId: '1' },
    query: { locale: 'en-GB', timeZone: 'Europe/London' },
    client: `const { title, html } = await store.documents.contract(1, { locale: 'en-GB', timeZone: 'Europe/London' })\nconsole.log(title, html)`,
  },
  getReturnSlip: {
    path: { orderId: '1' },
    client: `const { html } = await store.documents.returnSlip(1)\nconsole.log(html)`,
  },
  getDocumentTemplates: {
    client: `const { contract } = await store.documents.templates()\nconsole.log(contract.text)`,
  },
  putDocumentTemplates: {
    body: { contract },
    client: `await store.documents.putTemplates({\n  contract: {\n    title: 'Adoption contract',\n    text: '{{adopter.name}} takes **{{animal.name}}** home.',\n  },\n})`,
  },
  previewDocument: {
    body: { kind: 'contract', ...contract },
    client: `const { html } = await store.documents.preview({\n  kind: 'contract',\n  title: 'Adoption contract',\n  text: '{{adopter.name}} takes **{{animal.name}}** home.',\n})\nconsole.log(html)`,
  },
  submitApplication: {
    body: { petId: 1, formId: 1, applicant: ada, answers: { garden: true } },
    client: `const { statusUrl } = await store.applications.submit({\n  petId: 1,\n  formId: 1,\n  applicant: { name: 'Ada Lovelace', email: 'ada@example.org' },\n  answers: { garden: true },\n})\nconsole.log(statusUrl)`,
  },
  listApplications: {
    query: { status: 'submitted' },
    client: `for await (const { id, applicant } of store.applications.list({ status: ['submitted'] })) {\n  console.log(id, applicant?.name)\n}`,
  },
  getApplication: {
    path: { applicationId: '1' },
    client: `const { questions, answers } = await store.applications.get(1)\nfor (const { id, label } of questions ?? []) console.log(label, answers?.[id])`,
  },
  updateApplication: {
    path: { applicationId: '1' },
    body: { status: 'inReview', note: 'Call on Monday.' },
    client: `await store.applications.update(1, { status: 'inReview', note: 'Call on Monday.' })`,
  },
  approveApplication: {
    path: { applicationId: '1' },
    body: { closeOthers: true },
    client: `const order = await store.applications.approve(1, { closeOthers: true })\nconsole.log(order.id)`,
  },
  eraseApplicant: {
    path: { applicationId: '1' },
    client: `await store.applications.eraseApplicant(1)`,
  },
  exportApplicant: {
    path: { applicationId: '1' },
    client: `const { applications, orders } = await store.applications.export(1)\nconsole.log(applications.length, orders.length)`,
  },
  reportAdoptions: {
    query: { from: '2026-01-01', to: '2026-12-31' },
    client: `const { total, months } = await store.reports.adoptions({ from: '2026-01-01', to: '2026-12-31' })\nconsole.log(total.adoptions, months)`,
  },
  listPeople: {
    query: { q: 'lovelace' },
    client: `for await (const { id, name, email } of store.people.list({ q: 'lovelace' })) console.log(id, name, email)`,
  },
  getPerson: {
    path: { personId: 'per_x' },
    client: `const { applications, orders } = await store.people.get('per_x')\nconsole.log(applications.length, orders.length)`,
  },
  exportPerson: {
    path: { personId: 'per_x' },
    client: `const { applications, orders } = await store.people.export('per_x')\nconsole.log(applications.length, orders.length)`,
  },
  erasePerson: { path: { personId: 'per_x' }, client: `await store.people.erase('per_x')` },
  listForms: {
    client: `for await (const { id, name } of store.forms.list()) console.log(id, name)`,
  },
  createForm: {
    body: dogForm,
    client: `const form = await store.forms.create({\n  name: 'Dogs',\n  questions: [\n    {\n      id: 'home',\n      label: 'What is your home like?',\n      kind: 'choice',\n      required: true,\n      options: ['House', 'Flat'],\n    },\n  ],\n})\nconsole.log(form.id)`,
  },
  getForm: {
    path: { formId: '1' },
    client: `const form = await store.forms.get(1)\nfor (const { label } of form.questions) console.log(label)`,
  },
  putForm: {
    path: { formId: '2' },
    body: dogForm,
    client: `const { questions } = await store.forms.get(2)\nawait store.forms.put(2, { name: 'Dogs', questions: questions.slice(0, 5) })`,
  },
  listEvents: {
    query: { type: 'pet.created,pet.updated' },
    client: `const page = await store.events.list({ type: ['pet.created', 'pet.updated'] })\nconsole.log(page.items)`,
  },
  streamEvents: {
    isStream: true,
    client: `for await (const event of store.events.follow()) console.log(event.type, event.data)`,
  },
  listWebhooks: {
    client: `for await (const webhook of store.webhooks.list()) console.log(webhook.url)`,
  },
  createWebhook: {
    body: { url: hook, types: ['pet.created', 'pet.updated'] },
    client: `const webhook = await store.webhooks.create({\n  url: '${hook}',\n  types: ['pet.created', 'pet.updated'],\n})\nconsole.log(webhook.secret) // Shown only now.`,
  },
  getWebhook: {
    path: { webhookId: '1' },
    client: `const webhook = await store.webhooks.get(1)\nconsole.log(webhook.enabled)`,
  },
  updateWebhook: {
    path: { webhookId: '1' },
    body: { enabled: false },
    client: `await store.webhooks.update(1, { enabled: false })`,
  },
  deleteWebhook: { path: { webhookId: '1' }, client: `await store.webhooks.remove(1)` },
  rotateWebhookSecret: {
    path: { webhookId: '1' },
    client: `const webhook = await store.webhooks.rotateSecret(1)\nconsole.log(webhook.secret) // Shown only now.`,
  },
  testWebhook: {
    path: { webhookId: '1' },
    client: `const outcome = await store.webhooks.test(1)\nconsole.log(outcome.delivered)`,
  },
  listDeliveries: {
    path: { webhookId: '1' },
    client: `for await (const delivery of store.webhooks.deliveries(1)) console.log(delivery.status)`,
  },
  getDelivery: {
    path: { webhookId: '1', deliveryId: 'evt_0000000000000000042' },
    client: `const { payload, responseBody } = await store.webhooks.delivery(1, 'evt_0000000000000000042')\nconsole.log(payload?.type, responseBody)`,
  },
  redeliver: {
    path: { webhookId: '1', deliveryId: 'evt_0000000000000000042' },
    client: `await store.webhooks.redeliver(1, 'evt_0000000000000000042')`,
  },
  listMails: {
    query: { status: 'failed' },
    client: `for await (const mail of store.mails.list({ status: 'failed' })) console.log(mail.to.address, mail.error)`,
  },
  getMail: {
    path: { mailId: '1' },
    client: `const { text } = await store.mails.get(1)\nconsole.log(text)`,
  },
  retryMail: { path: { mailId: '1' }, client: `await store.mails.retry(1)` },
  getRateLimit: {
    client: `const { windows } = await store.rateLimit.get()\nconsole.log(windows)`,
  },
  getMe: {
    client: `const { scopes } = await store.me.get()\nconsole.log(scopes)`,
  },
  listUsers: {
    client: `for await (const user of store.users.list()) console.log(user.name, user.role)`,
  },
  createUser: {
    body: { email: 'alex@shelter.example.org', name: 'Alex Moreno', role: 'counselor' },
    client: `const user = await store.users.create({\n  email: 'alex@shelter.example.org',\n  name: 'Alex Moreno',\n  role: 'counselor',\n})\nconsole.log(user.link) // Shown only now.`,
  },
  getUser: {
    path: { userId: '1' },
    client: `const user = await store.users.get(1)\nconsole.log(user.role)`,
  },
  updateUser: {
    path: { userId: '1' },
    body: { role: 'manager' },
    client: `await store.users.update(1, { role: 'manager' })`,
  },
  deleteUser: { path: { userId: '1' }, client: `await store.users.remove(1)` },
  resetPassword: {
    path: { userId: '1' },
    client: `const { link } = await store.users.resetPassword(1)\nconsole.log(link) // Shown only now.`,
  },
  listSessions: {
    path: { userId: '1' },
    client: `for await (const session of store.sessions.list(1)) console.log(session.lastSeenAt)`,
  },
  endSessions: { path: { userId: '1' }, client: `await store.sessions.endAll(1)` },
  endSession: {
    path: { userId: '1', sessionId: '1' },
    client: `await store.sessions.end(1, 1)`,
  },
  listAccounts: {
    client: `for await (const account of store.accounts.list()) console.log(account.name, account.plan)`,
  },
  createAccount: {
    body: { name: 'Paws and Whiskers', plan: 'pro' },
    client: `const account = await store.accounts.create({ name: 'Paws and Whiskers', plan: 'pro' })\nconsole.log(account.id)`,
  },
  getAccount: {
    path: { accountId: '1' },
    client: `const account = await store.accounts.get(1)\nconsole.log(account.plan)`,
  },
  updateAccount: {
    path: { accountId: '1' },
    body: { plan: 'business' },
    client: `await store.accounts.update(1, { plan: 'business' })`,
  },
  listKeys: {
    path: { accountId: '1' },
    client: `for await (const key of store.keys.list(1)) console.log(key.display)`,
  },
  createKey: {
    path: { accountId: '1' },
    body: { name: 'Adoption site', scopes: ['pets:read'] },
    client: `const issued = await store.keys.create(1, { name: 'Adoption site', scopes: ['pets:read'] })\nconsole.log(issued.key) // Shown only now.`,
  },
  getKey: {
    path: { keyId: '2' },
    client: `const key = await store.keys.get(2)\nconsole.log(key.lastUsedAt)`,
  },
  revokeKey: { path: { keyId: '2' }, client: `await store.keys.revoke(2)` },
  rotateKey: {
    path: { keyId: '2' },
    body: { graceSeconds: 3600 },
    client: `const issued = await store.keys.rotate(2, { graceSeconds: 3600 })\nconsole.log(issued.key) // Shown only now.`,
  },
  listBans: {
    client: `for await (const ban of store.bans.list()) console.log(ban.keyId, ban.until)`,
  },
  liftBan: { path: { keyId: '2' }, client: `await store.bans.lift(2)` },
  listUsage: {
    path: { accountId: '1' },
    query: { days: '7' },
    client: `const days = await store.usage.list(1, { days: 7 })\nconsole.log(days)`,
  },
  listAuditLog: {
    query: { target: 'pet:1' },
    client: `for await (const entry of store.auditLog.list({ target: 'pet:1' })) console.log(entry.actor.name, entry.action)`,
  },
}
