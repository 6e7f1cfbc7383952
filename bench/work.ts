import { getRequest, postRequest } from './request.ts'

/** One workload, which creates its requests. */
export type Work = { name: string; goal: number; next: (key: string) => () => Buffer }

/** The animals in every contender's database before it is measured. */
export const ANIMALS = 600
const CATEGORIES = 30
const statuses = ['available', 'pending', 'sold'] as const

export const animalAt = (place: number) => ({
  name: `Animal ${place}`,
  categoryId: place % CATEGORIES,
  status: statuses[place % statuses.length] as string,
})

/** Lists with different parameters, none of them empty. */
export const lists = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => {
    const limit = 20 + (place % 7)
    const kinds = [
      `/v1/pets?limit=${limit}&categoryId=${place % CATEGORIES}`,
      `/v1/pets?limit=${limit}&status=${statuses[place % statuses.length]}`,
      `/v1/pets?limit=${limit}&status=${statuses[place % statuses.length]}&categoryId=${place % CATEGORIES}`,
    ]
    return kinds[place % kinds.length] as string
  })

/** The same random numbers for every contender. */
export const random = (seed = 7) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const drawn = (reads: readonly string[], writeShare: number) => (key: string) => {
  const requests = reads.map((path) => getRequest(path, key))
  const write = postRequest('/v1/pets', key, {
    name: 'Biscuit',
    categoryId: 7,
    status: 'available',
  })
  const draw = random()
  return (): Buffer =>
    draw(1_000_000) < writeShare * 1_000_000 ? write : (requests[draw(requests.length)] as Buffer)
}

const animals = Array.from({ length: ANIMALS }, (_, place) => `/v1/pets/${place + 1}`)
const byFilter = Array.from({ length: ANIMALS }, (_, place) => `/v1/pets?id=${place + 1}`)

/** The table of goals: how many times the rate of the best peer. */
export const works: Work[] = [
  { name: '200 different lists, no writes', goal: 2.4, next: drawn(lists(200), 0) },
  { name: '99 % of 30 lists, 1 % new animals', goal: 2.5, next: drawn(lists(30), 0.01) },
  { name: '95 % of 30 lists, 5 % new animals', goal: 2.5, next: drawn(lists(30), 0.05) },
  { name: '80 % of 30 lists, 20 % new animals', goal: 2.5, next: drawn(lists(30), 0.2) },
  { name: `one animal of ${ANIMALS}, by its path`, goal: 1, next: drawn(animals, 0) },
  { name: 'new animals, each after its fsync', goal: 4, next: drawn([], 1) },
]

/** Only our service supports this request. */
export const ownWork: Work = {
  name: `one animal of ${ANIMALS}, by ?id=`,
  goal: 1,
  next: drawn(byFilter, 0),
}
