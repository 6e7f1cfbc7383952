import { join } from 'node:path'
import { measureInTurns } from './measure.ts'
import { startService } from './process.ts'
import { comparisonHeading, comparisonRow, type Options, type Report } from './report.ts'
import { getRequest, requestBytes, type Sent } from './request.ts'
import { makeStore, runSql, sender } from './store.ts'
import { ANIMALS, lists, mixing, newAnimal } from './work.ts'

const species = ['dog', 'cat', 'rabbit', 'bird']
const sizes = ['small', 'medium', 'large']

const pages = species.flatMap((one) => [
  `/adopt?species=${one}`,
  ...sizes.map((size) => `/adopt?species=${one}&size=${size}`),
])

/** Each kind goes through the animals, so that no change repeats the current value. What leaves the lists returns next. */
const changes: ((at: number) => Sent)[] = [
  () => newAnimal,
  (at) => patch(`${petAt(at)}/profile`, { description: `Likes walks of ${at} minutes.` }),
  (at) => patch(petAt(at), { name: `Biscuit ${at}` }),
  (at) => patch(petAt(at >> 1), { status: at % 2 === 0 ? 'pending' : 'available' }),
  (at) => patch(`${petAt(at >> 1)}/profile`, { published: at % 2 > 0 }),
]
const patch = (path: string, body: object): Sent => ({ method: 'PATCH', path, body })
const petAt = (at: number): string => `/v1/pets/${(at % ANIMALS) + 1}`

/** Measures pages of the adoption site and lists of the API while animals change, in one process. */
export const measureSite = async (options: Options, folder: string): Promise<Report> => {
  const { path, key } = await makeStore(join(folder, 'site.db'), { animals: ANIMALS })
  runSql(path, `UPDATE pets SET status = 'available'`)
  await using service = await startService({
    DATABASE_URL: `sqlite:${path}`,
    // All requests come from one address and wait for each other.
    PORTAL_PER_MINUTE: '100000000',
    OVERLOAD_DELAY_MS: '10000',
  })
  for (let at = 0; at < ANIMALS; at += 100) {
    const profiles = Array.from({ length: 100 }, (_, place) => profileAt(at + place))
    await sender(service.port, key)('POST', '/v1/profiles:batch', { profiles })
  }
  runSql(
    path,
    `INSERT INTO photos (pet_id, position, width, height, placeholder, variants, created_at)
      SELECT id, 1, 640, 480, 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==', '${variants}', 1760000000000 FROM pets`,
  )
  let changed = 0
  const change = (): Buffer => {
    const at = changed
    changed += 1
    const sent = changes[at % changes.length]?.(Math.floor(at / changes.length)) ?? newAnimal
    return requestBytes(sent, key)
  }
  const table = [comparisonHeading(['pages', 'lists'])]
  for (const share of [0, 0.05]) {
    const reads = [pages.map(pageRequest), lists(20).map((list) => getRequest(list, key))]
    const contenders = reads.map((each) => ({ ...service, next: mixing(each, share, change) }))
    const figures = await measureInTurns(contenders, options)
    table.push(comparisonRow(`${share * 100} % changes`, 0.25, figures))
  }
  return {
    title: `SITE: ${pages.length} pages of /adopt and 20 lists of /v1/pets, ${ANIMALS} published animals`,
    table,
  }
}

/** As browsers ask. */
const pageRequest = (path: string): Buffer =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
  )

const profileAt = (at: number) => ({
  petId: at + 1,
  published: true,
  species: species[at % species.length],
  breeds: { primary: `Breed ${at % 40}` },
  birthDate: `20${10 + (at % 15)}-04-01`,
  sex: at % 2 === 0 ? 'female' : 'male',
  size: sizes[at % sizes.length],
  goodWith: { children: true, dogs: at % 2 === 0 },
  description: 'Likes people, and walks by the river.',
})

const variants = JSON.stringify(
  [320, 640].map((width) => {
    const url = `/media/${width}.webp`
    return { width, height: (width * 3) / 4, format: 'webp', url, bytes: width * 80 }
  }),
)
