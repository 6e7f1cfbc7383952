import { join } from 'node:path'
import { readList } from '../server/animals/pets/pets.routes.ts'
import { writeCursor } from '../server/requests/api/page.ts'
import { type Comparison, compare } from './compare.ts'
import type { Options } from './options.ts'
import type { Process } from './process.ts'
import { number, type Report } from './report.ts'
import { getRequest } from './request.ts'
import { startService } from './service.ts'
import { makeStore } from './store.ts'

const SMALL = 1_000
const STATUS = 'available'

type Place = { name: string; path: (animals: number) => string }

/** A list page of a large database against the same of a small one, each read from the database and not from memory. */
export const measureScale = async (options: Options, folder: string): Promise<Report> => {
  if (options.scale === undefined) throw new Error('--only scale needs --scale N')
  const large = { animals: Math.floor(options.scale), file: 'large.db' }
  const small = { animals: SMALL, file: 'small.db' }
  const [a, b] = [await openDatabase(folder, large), await openDatabase(folder, small)]
  await using largeService = a.service
  await using smallService = b.service
  const contender = (service: Process, key: string, animals: number, { path }: Place) => ({
    name: `${number(animals)} animals`,
    pid: service.pid,
    port: service.port,
    next: () => getRequest(path(animals), key),
  })
  const found: { name: string; figures: Comparison }[] = []
  for (const place of places()) {
    const figures = await compare(
      contender(largeService, a.key, large.animals, place),
      contender(smallService, b.key, small.animals, place),
      { ...options, connections: 1 },
    )
    found.push({ name: place.name, figures })
  }
  return {
    title: `SCALE: a page of 20 at ${number(large.animals)} animals against ${number(SMALL)}, one connection, cache bypassed`,
    table: [
      ['', 'p50 ms', 'p50 ms, small', 'ratio', 'CPU µs', 'CPU µs, small', 'ratio'],
      ...found.map(({ name, figures: { ours, yardstick, p50Ms, cpuMicros } }) => [
        name,
        number(ours.p50Ms, 3),
        number(yardstick.p50Ms, 3),
        number(p50Ms.median, 2),
        number(ours.cpuMicros),
        number(yardstick.cpuMicros),
        number(cpuMicros.median, 2),
      ]),
    ],
    notes: [],
    figures: found,
  }
}

const openDatabase = async (
  folder: string,
  { animals, file }: { animals: number; file: string },
) => {
  const { path, key } = await makeStore(join(folder, file), { animals })
  return {
    key,
    service: await startService({ program: 'serve', store: { DATABASE_URL: `sqlite:${path}` } }),
  }
}

const places = (): Place[] => {
  const page = spelledQueries(`status=${STATUS}`)
  const { list } = readList({ status: STATUS })
  const after = (id: number) => `${page()}&cursor=${writeCursor(BigInt(Math.floor(id)), list)}`
  return [
    { name: 'first page', path: page },
    { name: 'four fifths deep', path: (animals) => after(animals * 0.8) },
    { name: 'anywhere', path: (animals) => after(Math.random() * animals * 0.9) },
  ]
}

/**
 * The same list in ever other percent-encodings: pages are kept by the URL as it was sent, so each is read anew.
 * There are more spellings than pages that the service keeps.
 */
const spelledQueries = (query: string) => {
  let count = 0
  return (): string => {
    count += 1
    let letters = 0
    const spelled = query.replaceAll(/[a-z]/g, (letter) => {
      letters += 1
      return (count >> (letters - 1)) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter
    })
    return `/v1/pets?limit=20&${spelled}`
  }
}
