import { FIRST_PUBLISHED, PUBLISHED } from './operations-store.ts'
import { bareRequest, bodyRequest, getRequest } from './request.ts'

/** One in five of these has a placed order, and three in five are available. */
export const ANIMALS = 200_000

export type Operation = {
  name: string
  /** Each request is different, because a change to the current value changes nothing. */
  next: (key: string) => () => Buffer
  /** The path whose responses are compared first: a read must return the same from both. */
  path?: string
}

const read = (name: string, path: string, isSame = true): Operation => ({
  name,
  next: (key) => {
    const request = getRequest(path, key)
    return () => request
  },
  ...(isSame && { path }),
})

/** Each request asks for something else, so that no cache can serve it. */
const readEach = (name: string, pathAt: (at: number) => string): Operation => ({
  name,
  next: (key) => {
    let at = 0
    return () => {
      at += 1
      return getRequest(pathAt(at), key)
    }
  },
  path: pathAt(1),
})

type Change = { method: string; path: string; body?: unknown }

const change = (name: string, requestAt: (at: number) => Change): Operation => ({
  name,
  next: (key) => {
    let at = 0
    return () => {
      at += 1
      const { method, path, body } = requestAt(at)
      return body === undefined
        ? bareRequest(method, path, key)
        : bodyRequest(method, path, key, body)
    }
  },
})

const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }
const batch = Array.from({ length: 10 }, (_, at) => ({ name: `Biscuit ${at}`, categoryId: at }))
const published = (at: number) => FIRST_PUBLISHED + (at % PUBLISHED)

export const operations: Operation[] = [
  readEach('some animals by id', (at) => {
    const first = ((at * 11) % (ANIMALS - 10)) + 1
    return `/v1/pets?id=${[0, 2, 4, 6, 8].map((step) => first + step)}`
  }),
  read("an animal's profile", `/v1/pets/${FIRST_PUBLISHED}/profile`),
  read("an animal's history", `/v1/pets/${FIRST_PUBLISHED}/history`),
  read("an animal's photos", `/v1/pets/${FIRST_PUBLISHED}/photos`),
  read('list listings', '/v1/listings'),
  read('list listings of dogs', '/v1/listings?species=dog'),
  readEach('get a listing', (at) => `/v1/listings/${published(at)}`),
  read('count listings', '/v1/listings/facets'),
  read('get an organization', '/v1/organizations/1'),
  read('get a category', '/v1/categories/7'),
  read('list categories', '/v1/categories'),
  read('inventory', '/v1/store/inventory'),
  read('get an order', '/v1/store/orders/7'),
  read('list orders', '/v1/store/orders'),
  read('list orders of a status', '/v1/store/orders?status=placed'),
  read('get an application', '/v1/applications/7'),
  read('list applications', '/v1/applications'),
  read('a page of events', '/v1/events'),
  read('list webhooks', '/v1/webhooks'),
  // These two responses count the requests.
  read('own limits', '/v1/rate-limit', false),
  read("an account's usage", '/v1/accounts/1/usage', false),
  change('change an animal', (at) => ({
    method: 'PATCH',
    path: `/v1/pets/${(at % 1_000) * 5 + 1}`,
    body: { name: `Biscuit ${at}` },
  })),
  // Two in five. Of the others, one is pending, and one gets an order below.
  change('delete an animal', (at) => ({
    method: 'DELETE',
    path: `/v1/pets/${ANIMALS - 4 - 5 * Math.floor(at / 2) + (at % 2)}`,
  })),
  change('add ten animals', () => ({
    method: 'POST',
    path: '/v1/pets:batch',
    body: { pets: batch },
  })),
  change('replace a profile', (at) => ({
    method: 'PUT',
    path: `/v1/pets/${(at % 1_000) * 5 + 1}/profile`,
    body: { species: 'dog', description: `Calm and friendly: ${at}`, tags: ['calm'] },
  })),
  change('change a profile', (at) => ({
    method: 'PATCH',
    path: `/v1/pets/${(at % 1_000) * 5 + 1}/profile`,
    body: { description: `Likes long walks: ${at}` },
  })),
  change('name a category', (at) => ({
    method: 'PUT',
    path: `/v1/categories/${at % 50}`,
    body: { name: `Category ${at}` },
  })),
  change('note something of an application', (at) => ({
    method: 'PATCH',
    path: `/v1/applications/${(at % 1_000) + 1}`,
    body: { note: `Called ${at} times` },
  })),
  change('place an order', (at) => ({
    method: 'POST',
    path: '/v1/store/orders',
    body: { petId: ANIMALS - at * 5, customer },
  })),
  change('cancel an order', (at) => ({
    method: 'PATCH',
    path: `/v1/store/orders/${at}`,
    body: { status: 'cancelled' },
  })),
]
