import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contributions } from '../../program/contributions.ts'
import { builtDocument } from '../openapi/built-document.ts'
import { type Entry, searchOver } from './browser/search-ranking.js'
import { loadGuides } from './guides.ts'
import { referenceOf } from './reference.ts'
import { searchEntries } from './search-entries.ts'
import { searchKeywords } from './search-keywords.ts'

const document = await builtDocument('http://127.0.0.1:3000')
const { errors } = contributions
const reference = referenceOf(document, new Map())
const entries: Entry[] = searchEntries({
  guides: await loadGuides(document.info['x-release'], contributions),
  reference,
  errors,
})
const search = searchOver(entries)

const guide = (name: string) => `/docs/guides/${name}`
const page = (name: string) => `/docs/reference/${name}`

/** Queries of developers, each with URLs of which one must be among the first three results. */
const queries: Record<string, readonly string[]> = {
  // Getting started
  'getting started': [guide('first-request')],
  quickstart: [guide('first-request')],
  tutorial: [guide('first-request')],
  'hello world': [guide('first-request')],
  'curl example': [guide('first-request')],
  authentication: [guide('authentication')],
  auth: [guide('authentication')],
  authorization: [guide('authentication')],
  'bearer token': [guide('authentication')],
  'api key': [
    guide('authentication'),
    guide('first-request#get-a-key'),
    guide('first-request'),
    page('admin#createKey'),
  ],
  'get an api key': [guide('first-request#get-a-key'), guide('first-request')],
  'command line': [guide('command-line')],
  cli: [guide('command-line')],
  'show animals on my website': [guide('show-animals')],
  'server side rendering': [guide('show-animals#on-your-server'), guide('show-animals')],
  'place orders safely': [guide('place-orders')],
  'secret key on a server': [guide('authentication'), guide('authentication#on-a-server')],
  'how do I authenticate': [guide('authentication')],
  sdk: [guide('typescript-client')],
  install: [guide('typescript-client')],
  'install client': [guide('typescript-client')],
  npm: [guide('typescript-client')],
  typescript: [guide('typescript-client')],
  'python example': [guide('first-request#use-it-in-a-program'), guide('first-request'), guide('mirror#in-python')],
  postman: [guide('first-request#in-postman-or-bruno'), '/docs#programs'],
  bruno: [guide('first-request#in-postman-or-bruno')],
  openapi: ['/docs#programs'],
  swagger: ['/docs#programs'],
  'openapi.json': ['/docs#programs'],
  endpoints: [page('').slice(0, -1)],
  pricing: ['/docs#plans'],
  plans: ['/docs#plans', guide('limits#the-plans')],
  sandbox: [guide('staging')],
  staging: [guide('staging')],
  'test environment': [guide('staging')],
  // Concepts
  pagination: [guide('paging')],
  paginate: [guide('paging')],
  pagin: [guide('paging')],
  paging: [guide('paging')],
  cursor: [guide('paging#cursors'), guide('paging')],
  'next page': [guide('paging')],
  sorting: [guide('paging#filters-and-sorting'), guide('paging')],
  'total count': [guide('paging#total-count')],
  gzip: [guide('paging#compression')],
  'rate limit': [guide('limits')],
  ratelimit: [guide('limits')],
  ratelimt: [guide('limits')],
  'rate-limit': [guide('limits')],
  throttling: [guide('limits')],
  429: [guide('limits'), guide('limits#when-you-get-429')],
  'too many requests': [guide('limits')],
  'retry-after': [guide('limits')],
  'X-RateLimit-Remaining': [guide('limits'), guide('limits#the-headers')],
  quota: [guide('limits'), '/docs#plans'],
  errors: [guide('errors')],
  'error codes': [guide('errors')],
  'status codes': [guide('errors')],
  'validation error': [guide('errors'), guide('errors#validation_failed')],
  idempotency: [guide('idempotency')],
  'Idempotency-Key': [guide('idempotency')],
  idempotent: [guide('idempotency')],
  'duplicate requests': [guide('idempotency')],
  'retry safely': [guide('idempotency')],
  deprecated: [guide('deprecated-read')],
  sunset: [guide('deprecated-read')],
  versioning: [guide('versioning')],
  'breaking changes': [guide('versioning'), guide('versioning#what-is-not-a-breaking-change')],
  stability: [guide('versioning'), guide('versioning#stability-levels')],
  permissions: [guide('people-and-roles'), guide('authentication')],
  roles: [guide('people-and-roles')],
  scopes: [page('admin#createKey'), guide('authentication'), page('objects#Scope')],
  cors: [guide('authentication')],
  'publishable key': [guide('authentication')],
  'frontend key': [guide('authentication')],
  browser: [guide('authentication')],
  // Animals
  'create pet': [page('animals#createPet')],
  'add pet': [page('animals#createPet')],
  'new animal': [page('animals#createPet')],
  'POST /v1/pets': [page('animals#createPet')],
  createPet: [page('animals#createPet')],
  'get pet': [page('animals#getPet')],
  'list pets': [page('animals#listPets')],
  'GET /v1/pets': [page('animals#listPets')],
  '/v1/pets': [page('animals#listPets'), page('animals#createPet')],
  'update pet': [page('animals#updatePet')],
  'delete pet': [page('animals#deletePet')],
  'remove animal': [page('animals#deletePet')],
  changelog: ['/docs/changelog'],
  'release notes': ['/docs/changelog'],
  bulk: [page('animals#createPets')],
  batch: [page('animals#createPets')],
  'bulk create': [page('animals#createPets')],
  'upload photo': [page('photos#addPhoto'), guide('photos')],
  'upload image': [page('photos#addPhoto'), guide('photos')],
  upload: [page('photos#addPhoto'), guide('photos')],
  photos: [guide('photos'), page('photos')],
  'delete photo': [page('photos#deletePhoto')],
  'search animals': [page('listings#listListings')],
  'search dogs near me': [page('listings#listListings')],
  categories: [page('categories'), page('categories#listCategories')],
  species: [page('categories#listSpecies'), page('objects#Species')],
  'update profile': [page('profiles#updateProfile')],
  'publish animal': [guide('animal-profiles#publish-it'), guide('animal-profiles')],
  'csv import': [guide('moving-in'), page('imports'), page('imports#createImport')],
  shelters: [page('organizations'), page('organizations#listOrganizations')],
  // Orders and applications
  'place order': [page('store#placeOrder')],
  'create order': [page('store#placeOrder')],
  'cancel order': [page('store#updateOrder')],
  orders: [page('store#listOrders'), page('store#placeOrder')],
  inventory: [page('store#getInventory')],
  'adoption form': [guide('applications')],
  'submit application': [page('applications#submitApplication')],
  gdpr: [guide('applications#forget'), page('people#erasePerson'), page('applications#eraseApplicant')],
  contract: [page('documents#getContract'), guide('applications#contract-and-return-slip')],
  // Changes
  events: [page('events'), page('events#listEvents')],
  'event feed': [page('events'), page('events#listEvents')],
  sse: [page('events#streamEvents')],
  stream: [page('events#streamEvents')],
  realtime: [page('events#streamEvents')],
  websocket: [page('events#streamEvents')],
  polling: [page('events#listEvents'), page('events')],
  sync: [guide('mirror')],
  'keep in sync': [guide('mirror')],
  mirror: [guide('mirror')],
  webhooks: [guide('webhooks')],
  webhook: [guide('webhooks')],
  webhok: [guide('webhooks')],
  'web hooks': [guide('webhooks')],
  callback: [guide('webhooks'), page('webhooks#createWebhook')],
  'create webhook': [page('webhooks#createWebhook'), guide('webhooks#create-a-webhook')],
  'webhook signature': [guide('webhooks#verify-the-signature')],
  'verify signature': [guide('webhooks#verify-the-signature')],
  hmac: [guide('webhooks#verify-the-signature')],
  'webhook retries': [guide('webhooks#when-deliveries-fail'), page('webhooks#redeliver')],
  'webhook localhost': [guide('webhooks#try-it-on-your-own-machine')],
  'pet.created': [page('webhook-events#onPetCreatedEvent')],
  // Pages and accounts
  react: [guide('gallery'), guide('show-animals')],
  wordpress: [guide('gallery#wordpress'), guide('gallery')],
  embed: [guide('gallery')],
  widget: [guide('gallery')],
  petfinder: [guide('coming-from-petfinder')],
  migrate: [guide('moving-in'), guide('coming-from-petfinder')],
  sso: [guide('single-sign-on')],
  oauth: [guide('single-sign-on'), guide('coming-from-petfinder')],
  login: [guide('people-and-roles')],
  'invite user': [page('admin#createUser'), guide('people-and-roles#invite-somebody')],
  'create api key': [page('admin#createKey')],
  'rotate key': [page('admin#rotateKey')],
  'revoke key': [page('admin#revokeKey')],
  'audit log': [guide('audit-log')],
  email: [guide('mail')],
  whoami: [page('store#getMe')],
  pet_not_found: [guide('errors#pet_not_found')],
  'pet not found': [guide('errors#pet_not_found')],
  rate_limit_exceeded: [guide('errors#rate_limit_exceeded')],
  'pets:write': [page('animals#createPet'), page('animals#updatePet'), page('animals#createPets')],
  petStatus: [page('objects#PetStatus')],
}

test('common queries of developers have the right page among the first three results', () => {
  assert.ok(Object.keys(queries).length >= 100)
  const misses = Object.entries(queries).flatMap(([query, expected]) => {
    const first = search(query)
      .entries.slice(0, 3)
      .map(({ url }) => url)
    return first.some((url) => expected.includes(url)) ? [] : [{ query, expected, first }]
  })
  assert.deepEqual(misses, [])
})

test('every URL that a query or keyword points to is in the index', () => {
  const addresses = new Set(entries.map(({ url }) => url))
  const named = [...Object.values(queries).flat(), ...Object.keys(searchKeywords)]
  assert.deepEqual(
    named.filter((url) => !addresses.has(url)),
    [],
  )
})

test('a page comes before its operations, sections and errors', () => {
  for (const [query, url] of [
    ['rate limit', guide('limits')],
    ['webhook', guide('webhooks')],
    ['idempotency', guide('idempotency')],
    ['errors', guide('errors')],
  ] as const) {
    assert.equal(search(query).entries[0]?.url, url, query)
  }
})

test('one typo in a long word still finds the page', () => {
  for (const [typed, address] of [
    ['authentcation', 'authentication'],
    ['paginaton', 'paging'],
    ['idempotancy', 'idempotency'],
    ['wbehooks', 'webhooks'],
    ['petfindr', 'coming-from-petfinder'],
    ['deprecatd', 'deprecated-read'],
  ] as const) {
    const first = search(typed)
      .entries.slice(0, 3)
      .map(({ url }) => url)
    assert.ok(
      first.some((url) => url.startsWith(guide(address))),
      `${typed}: ${first}`,
    )
  }
})

test('a search without a result says so, and says whether the words were found', () => {
  for (const query of ['', '   ', 'qqqqzzzz', '.*', '(', '[a-z]', '\\', '$&', '🐶', 'the', "'"]) {
    const { entries: shown } = search(query)
    assert.ok(shown.length > 0, query)
  }
  assert.equal(search('qqqqzzzz').found, false)
  assert.equal(search('paging').found, true)
})
