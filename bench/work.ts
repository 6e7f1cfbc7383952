import { getRequest, requestBytes } from './request.ts'

/** One workload, which creates its requests. */
export type Work = {
  name: string
  goal: number
  next: (key: string) => () => Buffer
  /** What the service is asked for instead, because only it has such a request. */
  ours?: (key: string) => () => Buffer
}

/** The animals in every contender's database before it is measured. */
export const ANIMALS = 600
const CATEGORIES = 30
const statuses = ['available', 'pending', 'sold'] as const

export const animalAt = (place: number) => ({
  name: `Animal ${place}`,
  categoryId: place % CATEGORIES,
  status: statuses[place % statuses.length],
})

export const newAnimal = {
  method: 'POST',
  path: '/v1/pets',
  body: { name: 'Biscuit', categoryId: 7, status: 'available' },
}

/** Lists with different parameters, none of them empty. */
export const lists = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => {
    const list = `/v1/pets?limit=${20 + (place % 7)}`
    const status = `&status=${statuses[place % statuses.length]}`
    const category = `&categoryId=${place % CATEGORIES}`
    return `${list}${place % 3 === 0 ? '' : status}${place % 3 === 1 ? '' : category}`
  })

/** Mixes writes into reads, with the same random numbers for every contender. */
export const mixing = (reads: readonly Buffer[], writeShare: number, write: () => Buffer) => {
  let state = 7
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return (): Buffer => (draw() < writeShare ? write() : (reads[Math.floor(draw() * reads.length)] as Buffer))
}

const drawn = (paths: readonly string[], writeShare: number) => (key: string) => {
  const reads = paths.map((path) => getRequest(path, key))
  const write = requestBytes(newAnimal, key)
  return mixing(reads, writeShare, () => write)
}

const singles = (path: string) => Array.from({ length: ANIMALS }, (_, at) => `${path}${at + 1}`)
const byPath = drawn(singles('/v1/pets/'), 0)
const byFilter = drawn(singles('/v1/pets?id='), 0)

/** The table of goals: how many times the rate of the best peer. */
export const works: Work[] = [
  { name: '200 different lists, no writes', goal: 1.5, next: drawn(lists(200), 0) },
  { name: '95 % of 30 lists, 5 % new animals', goal: 1.9, next: drawn(lists(30), 0.05) },
  { name: '80 % of 30 lists, 20 % new animals', goal: 2.4, next: drawn(lists(30), 0.2) },
  { name: `one animal of ${ANIMALS}, by its path`, goal: 1, next: byPath },
  { name: `one animal of ${ANIMALS}, by ?id=`, goal: 1, next: byPath, ours: byFilter },
  { name: 'new animals, each after its fsync', goal: 3.7, next: drawn([], 1) },
]
