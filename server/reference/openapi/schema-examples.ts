const pet = { id: 1, name: 'Biscuit', categoryId: 7, status: 'available' }
const createdAt = '2026-11-20T09:30:00.000Z'
const petCounts = { available: 12, pending: 2, sold: 30 }
const eventId = 'evt_0000000000000000042'

const publicProfile = {
  petId: 1,
  published: true,
  publishedAt: createdAt,
  species: 'dog',
  breeds: { primary: 'Labrador Retriever', secondary: null, mixed: true },
  birthDate: '2024-05-17',
  birthDateExact: false,
  sex: 'female',
  size: 'large',
  weightGrams: 24_500,
  coat: 'short',
  colors: ['black'],
  description: 'Loves **water** and children.',
  tags: ['playful'],
  houseTrained: true,
  spayedNeutered: true,
  vaccinated: true,
  declawed: null,
  specialNeeds: null,
  goodWith: { children: true, dogs: true, cats: null },
  fee: { amount: 15_000, currency: 'EUR' },
  bondedWith: [],
  videos: [],
  updatedAt: createdAt,
}
const { updatedAt: _updatedAt, ...facts } = publicProfile
const profile = {
  ...facts,
  externalId: 'A-1047',
  microchip: '276098102345678',
  intakeDate: '2026-10-02',
  updatedAt: createdAt,
}

const photoUrl = (name: string): string => `https://shelter.example.org/media/${name.repeat(16)}`
const photo = {
  id: 1,
  petId: 1,
  alt: 'Biscuit sits on the grass',
  focus: { x: 0.5, y: 0.3 },
  width: 4_032,
  height: 3_024,
  placeholder: 'HwgCBQC2l062eHrqsqT445Nwsgiy',
  variants: [
    { width: 320, height: 240, format: 'webp', url: `${photoUrl('5e1f')}.webp`, bytes: 11_204 },
    { width: 320, height: 240, format: 'jpeg', url: `${photoUrl('c07a')}.jpg`, bytes: 15_730 },
  ],
  createdAt,
}

const thumbnail = {
  ...{ id: photo.id, alt: photo.alt, focus: photo.focus, placeholder: photo.placeholder },
  ...{ width: 320, height: 240, format: 'webp', url: `${photoUrl('5e1f')}.webp` },
}

const figures = {
  adoptions: 14,
  returns: 1,
  stayDays: { median: 23.5, mean: 41.25, known: 14 },
}

const webhook = {
  id: 1,
  url: 'https://shelter.example.org/hooks/adoptions',
  types: ['pet.created', 'pet.updated'],
  enabled: true,
  health: 'working',
  createdAt,
}

const delivery = {
  ...{ id: eventId, eventId, type: 'pet.created', status: 'succeeded', attempts: 1, createdAt },
  ...{ lastAttemptAt: createdAt, durationMs: 120, lastStatusCode: 200 },
}

const apiKey = {
  id: 2,
  accountId: 1,
  name: 'Adoption site',
  display: 'aas_live_4fZk...x2Qa',
  kind: 'secret',
  scopes: ['pets:read'],
  state: 'active',
  createdAt,
}

const ban = { keyId: 2, accountId: 1, until: '2026-11-20T09:35:00.000Z', level: 1 }

const template = {
  title: 'Adoption contract',
  text: '{{adopter.name}} takes **{{animal.name}}** home.',
}
const person = {
  id: 'per_WnR4dmRhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rh',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
}
const changed = { createdAt, updatedAt: createdAt }
const seen = { firstSeenAt: createdAt, lastSeenAt: createdAt }

const question = {
  ...{ id: 'home', label: 'What is your home like?', kind: 'choice', required: true },
  options: ['House', 'Flat'],
}

const user = {
  id: 1,
  email: 'alex@shelter.example.org',
  name: 'Alex Moreno',
  role: 'counselor',
  createdAt,
}
const mail = {
  id: 1,
  kind: 'invitation',
  status: 'sent',
  to: { address: 'alex@shelter.example.org', name: 'Alex Moreno' },
  subject: 'You are invited to Paws and Whiskers',
  attempts: 1,
  createdAt,
  sentAt: createdAt,
}
const link = 'https://store.example.org/console/password#aas_link_...'

/** What the service sends, by the name of its schema: a sample of each that a response can be. */
export const schemaExamples: Readonly<Record<string, unknown>> = {
  Pet: pet,
  PetBatchResults: {
    results: [
      { status: 201, pet },
      { status: 201, pet: { ...pet, id: 2, name: 'Pepper' } },
    ],
  },
  Profile: profile,
  PublicProfile: publicProfile,
  ProfileBatchResults: { results: [{ status: 200, profile }] },
  HistoryEntry: {
    ...{ id: 1, time: createdAt, actor: { type: 'user', name: 'Mia Chen' } },
    action: 'published',
  },
  Photo: photo,
  PetPhotos: { petId: 1, photos: [photo] },
  PhotoPatch: { alt: photo.alt, focus: photo.focus },
  PhotoOrder: [1],
  Animal: {
    ...{ ...pet, published: true, age: { months: 30, band: 'young' } },
    ...{ species: publicProfile.species, breeds: publicProfile.breeds, sex: publicProfile.sex },
    ...{ size: publicProfile.size, birthDate: publicProfile.birthDate, tags: publicProfile.tags },
    goodWith: publicProfile.goodWith,
    photo: thumbnail,
    waitingSince: '2026-09-14',
    updatedAt: createdAt,
    openApplications: 2,
  },
  AnimalCounts: {
    total: 44,
    isExact: true,
    status: petCounts,
    unpublished: { available: 3, pending: 0, sold: 1 },
    withoutPhoto: { available: 2, pending: 0, sold: 4 },
  },
  AnimalFacets: {
    breeds: [
      { value: 'Beagle', count: 7 },
      { value: 'Border Collie', count: 3 },
    ],
    tags: [{ value: 'playful', count: 12 }],
  },
  Listing: {
    ...{ ...pet, age: { months: 30, band: 'young' } },
    ...publicProfile,
    photos: [photo],
    organization: { id: 1, name: 'Paws and Whiskers', city: 'Berlin', country: 'DE' },
    url: 'https://adopt.example.org/v1/listings/1',
  },
  ListingFacets: {
    species: { dog: 12, cat: 30 },
    sex: { male: 20, female: 22 },
    size: { small: 25, medium: 10, large: 7, extraLarge: 0 },
    age: { baby: 8, young: 15, adult: 12, senior: 5 },
    goodWith: { children: 18, dogs: 11, cats: 9 },
  },
  Organization: {
    id: 1,
    name: 'Paws and Whiskers',
    email: 'hello@paws.example',
    address: { city: 'Berlin', country: 'DE' },
    location: { lat: 52.485, lng: 13.354 },
  },
  PetCounts: petCounts,
  Category: { id: 7, name: 'Dogs', petCounts },
  Order: {
    id: 1,
    petId: 1,
    status: 'placed',
    customer: { name: 'Ada Lovelace', email: 'ada@example.org' },
    expiresAt: '2026-11-23T09:30:00.000Z',
    createdAt,
    updatedAt: createdAt,
  },
  AdoptionReport: {
    ...{ from: '2026-11-01', to: '2026-11-30', total: figures },
    months: [{ month: '2026-11', ...figures }],
    species: [{ species: 'dog', ...figures }],
    rows: [{ month: '2026-11', species: 'dog', ...figures }],
  },
  Question: question,
  Form: {
    id: 1,
    name: 'Adoption',
    version: 1,
    questions: [question],
    createdAt,
    updatedAt: createdAt,
  },
  SubmittedApplication: {
    id: 1,
    status: 'submitted',
    statusUrl: 'https://adopt.example.org/applications/hc9...',
  },
  Application: {
    ...{ id: 1, petId: 1, formId: 1, formVersion: 1, status: 'inReview' },
    applicant: { name: 'Ada Lovelace', email: 'ada@example.org' },
    questions: [question],
    answers: { home: 'House' },
    note: 'Call on Monday.',
    ...{ assigneeId: 1, createdAt, updatedAt: createdAt },
  },
  ApplicationProgress: {
    ...{ id: 1, petId: 1, formId: 1, status: 'inReview' },
    ...{ assigneeId: 1, createdAt, updatedAt: createdAt },
  },
  ApplicantExport: {
    exportedAt: createdAt,
    applicant: { name: 'Ada Lovelace', email: 'ada@example.org' },
    applications: [],
    orders: [],
    mails: [],
    isComplete: true,
  },
  NewDocumentTemplate: template,
  DocumentTemplate: { ...template, isDefault: false },
  NewDocumentTemplates: { contract: template },
  DocumentTemplates: {
    accountId: 1,
    contract: { ...template, isDefault: false },
    returnSlip: { ...template, title: 'Return slip', isDefault: false },
    placeholders: ['animal.name', 'adopter.name'],
  },
  TemplatePreview: { kind: 'contract', ...template },
  PrintedDocument: {
    ...{ kind: 'contract', title: template.title },
    html: '<p><bdi>Ada Lovelace</bdi> takes <strong><bdi>Biscuit</bdi></strong> home.</p>\n',
  },
  Person: { ...person, applicationCount: 1, orderCount: 1, ...seen },
  PersonDetails: {
    ...{ ...person, names: [person.name] },
    applications: [
      { id: 1, petId: 1, petName: 'Biscuit', status: 'approved', ...changed, closedAt: createdAt },
    ],
    orders: [{ id: 1, petId: 1, petName: 'Biscuit', status: 'placed', ...changed }],
    ...{ isComplete: true, ...seen },
  },
  ErasedPerson: { applications: 1, orders: 1, remainingOrders: [] },
  Event: { id: eventId, type: 'pet.created', time: createdAt, data: pet },
  Webhook: webhook,
  WebhookWithSecret: { ...webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  WebhookTest: { delivered: true, statusCode: 200 },
  Delivery: delivery,
  DeliveryDetails: {
    ...delivery,
    payload: { id: eventId, type: 'pet.created', time: createdAt, data: pet },
    responseBody: 'ok',
  },
  Mail: mail,
  MailWithText: { ...mail, text: 'Hello Alex Moreno,\n\n...' },
  MailState: { id: 1, status: 'pending', attempts: 0, nextAttemptAt: createdAt },
  RateLimit: {
    plan: 'free',
    windows: [
      { name: 'minute', limit: 60, remaining: 59, resetAt: '2026-11-20T09:31:00.000Z' },
      { name: 'day', limit: 1_000, remaining: 940, resetAt: '2026-11-21T09:30:00.000Z' },
    ],
  },
  Me: {
    type: 'key',
    id: 1,
    name: 'Adoption site',
    kind: 'secret',
    scopes: ['pets:read', 'orders:read', 'orders:write'],
    account: { id: 1, name: 'Paws and Whiskers', plan: 'pro' },
    environment: 'production',
  },
  Account: {
    id: 1,
    name: 'Paws and Whiskers',
    plan: 'pro',
    perMinute: 300,
    perDay: 10_000,
    suspended: false,
    createdAt,
  },
  ApiKey: apiKey,
  IssuedApiKey: { ...apiKey, key: 'aas_live_...' },
  Ban: ban,
  ListedBan: {
    ...ban,
    keyName: apiKey.name,
    keyDisplay: apiKey.display,
    accountName: 'Paws and Whiskers',
  },
  User: user,
  InvitedUser: { ...user, link },
  PasswordLink: { link },
  Session: {
    id: 1,
    userId: 1,
    isCurrent: true,
    address: '203.0.113.7',
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: '2026-12-20T09:30:00.000Z',
  },
  AuditEntry: {
    id: 42,
    time: createdAt,
    actor: { type: 'key', id: 1, name: 'Adoption site' },
    action: 'pet.update',
    target: { type: 'pet', id: 1 },
    fields: ['status'],
    requestId: 'Bu739bLCL3Et-2',
    address: '203.0.113.7',
  },
  UsageDay: { date: '2026-11-20', requests: 1_280, refused: 3 },
}
