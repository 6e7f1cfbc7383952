// Programs that use clients generated from openapi.json, as their users write them.

/** The steps of each program, with the functions from its generator. */
const tour = `
declare const NAME: string
type Pet = { id: number; name: string }
type Query = { limit?: number; status?: 'pending'; id?: number[]; cursor?: string; after?: number }
type Store = {
  add: (pet: { name: string; categoryId: number }) => Promise<Pet>
  /** Returns a page, and the parameters of the next one. */
  list: (query: Query) => Promise<{ pets: Pet[]; next?: Query | undefined }>
  order: (order: { petId: number; customer: { name: string; email: string } }) => Promise<{ status: string }>
  /** Left out for axios, which writes \`id[]=1\`; OpenAPI cannot describe that. */
  hasLists?: false
}

export const tour = async ({ add, list, order, hasLists }: Store): Promise<void> => {
  const { id } = await add({ name: NAME, categoryId: 7 })
  const pages: string[][] = []
  for (let next: Query | undefined = {}; next; ) {
    const page: { pets: Pet[]; next?: Query | undefined } = await list({ limit: 2, ...next })
    pages.push(page.pets.map(({ name }) => name))
    next = page.next
  }
  const named = async (query: Query) => (await list(query)).pets.map(({ name }) => name)
  const chosen = hasLists ?? true ? await named({ id: [1, id] }) : undefined
  const { status } = await order({ petId: id, customer: { name: 'Ada Lovelace', email: 'ada@example.org' } })
  const pending = await named({ status: 'pending', limit: 100 })
  console.log(JSON.stringify({ pages, chosen, status, isPending: pending.includes(NAME) }))
}
`

const openapiFetch = `
import createClient from 'openapi-fetch'
import type { paths } from './out/paths.ts'
import { tour } from './tour.ts'
declare const ADDRESS: string, KEY: string
const store = createClient<paths>({ baseUrl: ADDRESS, headers: { Authorization: 'Bearer ' + KEY } })
await tour({
  async add(body) {
    const { data, error } = await store.POST('/pets', { body })
    if (error) throw error
    return data
  },
  async list(query) {
    const { data, error, response } = await store.GET('/pets', { params: { query } })
    if (error) throw error
    const cursor = response.headers.get('X-Next-Cursor')
    return { pets: data, next: cursor === null ? undefined : { cursor } }
  },
  async order(body) {
    const { data, error } = await store.POST('/store/orders', { body })
    if (error) throw error
    return data
  },
})
`

/** It validates what it receives with Zod, whose ids are bigints. */
const hey = `
import { createPet, listPets, placeOrder } from './out/hey/index.ts'
import { client } from './out/hey/client.gen.ts'
import { tour } from './tour.ts'
declare const ADDRESS: string, KEY: string
client.setConfig({ baseUrl: ADDRESS, auth: KEY })
await tour({
  add: async (body) => (await createPet({ body, throwOnError: true })).data,
  async list(query) {
    const { data, response } = await listPets({ query, throwOnError: true })
    const cursor = response.headers.get('X-Next-Cursor')
    return { pets: data, next: cursor === null ? undefined : { cursor } }
  },
  order: async (body) => (await placeOrder({ body, throwOnError: true })).data,
})
`

const orval = `
import { createPet, listPets, placeOrder } from './out/orval/client.ts'
import { CreatePetBody, ListPetsResponse, PlaceOrderBody } from './out/orval/zod.ts'
import { tour } from './tour.ts'
declare const KEY: string
const options = { headers: { Authorization: 'Bearer ' + KEY } }
await tour({
  async add(pet) {
    const added = await createPet(CreatePetBody.parse(pet), undefined, options)
    if (added.status !== 201) throw added.data
    return added.data
  },
  async list(query) {
    const page = await listPets(query, options)
    if (page.status !== 200) throw page.data
    const cursor = page.headers.get('X-Next-Cursor')
    return { pets: ListPetsResponse.parse(page.data), next: cursor === null ? undefined : { cursor } }
  },
  async order(order) {
    const placed = await placeOrder(PlaceOrderBody.parse(order), options)
    if (placed.status !== 201) throw placed.data
    return placed.data
  },
})
`

/** It returns only bodies, and parses them with Zod. */
const kubb = (client: 'fetch' | 'axios') => `
import { setConfig } from '@kubb/plugin-client/clients/${client}'
import { createPet, listPets, placeOrder } from './out/kubb-${client}/index.ts'
import { tour } from './tour.ts'
declare const ADDRESS: string, KEY: string
setConfig({ baseURL: ADDRESS, headers: { Authorization: 'Bearer ' + KEY } })
await tour({
  add: (pet) => createPet(pet),
  async list(query) {
    const pets = await listPets(query)
    const last = pets.at(-1)
    return { pets, next: last && { after: last.id } }
  },
  order: (order) => placeOrder(order),
  ${client === 'axios' ? 'hasLists: false,' : ''}
})
`

/** The programs by name; the first one is not a client. */
export const programs: Readonly<Record<string, string>> = {
  tour,
  'openapi-fetch': openapiFetch,
  hey,
  orval,
  'kubb-fetch': kubb('fetch'),
  'kubb-axios': kubb('axios'),
}

export const clients: readonly string[] = Object.keys(programs).slice(1)
