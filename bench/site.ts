import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { type Comparison, compare } from './compare.ts'
import type { Options } from './options.ts'
import { number, type Report } from './report.ts'
import { bodyRequest, getRequest } from './request.ts'
import { startService } from './service.ts'
import { makeStore } from './store.ts'
import { ANIMALS, animalAt, lists, random } from './work.ts'

const GOAL = 0.25
const WRITE_SHARE = 0.05

type Write = (at: number) => { method: string; path: string; body: unknown }

/** The number of animals that are on hold or not published at a time. */
const AWAY = 30

/** Goes through the animals: one leaves the lists, an earlier one returns, so that lists keep their length. */
const inTurn = (at: number): { pet: number; isLeaving: boolean } => {
  const isLeaving = at % 2 === 0
  const turn = Math.floor(at / 2) + (isLeaving ? AWAY : 0)
  return { pet: (turn % ANIMALS) + 1, isLeaving }
}

/** The kinds of change. Each changes one animal after the other, so that no change repeats the current value. */
const changes: Record<string, Write> = {
  'new animals': () => ({ method: 'POST', path: '/v1/pets', body: animalAt(0) }),
  descriptions: (at) => ({
    method: 'PATCH',
    path: `/v1/pets/${(at % ANIMALS) + 1}/profile`,
    body: { description: `Likes people, and walks for ${at} minutes.` },
  }),
  renames: (at) => ({
    method: 'PATCH',
    path: `/v1/pets/${(at % ANIMALS) + 1}`,
    body: { name: `Biscuit ${at}` },
  }),
  'status changes': (at) => {
    const { pet, isLeaving } = inTurn(at)
    const body = { status: isLeaving ? 'pending' : 'available' }
    return { method: 'PATCH', path: `/v1/pets/${pet}`, body }
  },
  'published and not': (at) => {
    const { pet, isLeaving } = inTurn(at)
    return { method: 'PATCH', path: `/v1/pets/${pet}/profile`, body: { published: !isLeaving } }
  },
}

/** Alternates between the kinds of change. */
const mixed: Write = (at) => {
  const kinds = Object.values(changes)
  // The list is not empty.
  const change = kinds[at % kinds.length] as Write
  return change(Math.floor(at / kinds.length))
}

const works: Record<string, Write | undefined> = {
  'no changes': undefined,
  ...changes,
  'each in turn': mixed,
}

/** Measures pages of the adoption site and lists of the API while animals change, in one process. */
export const measureSite = async (options: Options, folder: string): Promise<Report> => {
  const profileFolder = options.profile
    ? mkdtempSync(join(tmpdir(), 'adoption-profile-'))
    : undefined
  const { path, key } = await makeStore(join(folder, 'site.db'), { animals: 0 })
  const store = {
    ...{ DATABASE_URL: `sqlite:${path}`, MEDIA_URL: folder },
    // All requests come from one address and wait for each other.
    ...{ PORTAL_PER_MINUTE: '100000000', OVERLOAD_DELAY_MS: '10000' },
  }
  const pages = (await fill(store, path, key, options.pages)).slice(0, options.pages)
  await using service = await startService({ program: 'serve', store, profileFolder })
  for (const page of pages) await fetch(`http://127.0.0.1:${service.port}${page}`)
  const rows = [['5 % of', 'sent', 'pages', 'lists', 'ratio', 'by CPU', 'min-max', 'goal']]
  const figures: object[] = []
  for (const [name, write] of Object.entries(works)) {
    if (!name.includes(options.match)) continue
    const next = mixing(write, key)
    const baseline = {
      name: 'lists',
      next: next(lists(options.pages).map((list) => getRequest(list, key))),
    }
    for (const [sent, headers] of Object.entries(visitors)) {
      const requests = pages.map((page) => pageRequest(page, headers))
      const measured = await compare(
        { name: 'pages', ...service, next: next(requests) },
        { ...baseline, ...service },
        options,
      )
      rows.push(row([name, sent], measured))
      figures.push({ name, sent, goal: GOAL, ...measured })
    }
  }
  return {
    title: `SITE: requests/s (CPU µs/request) of ${options.pages} pages of /adopt and of ${options.pages} lists of /v1/pets, ${ANIMALS} published animals, ${options.connections} connections`,
    table: rows,
    notes: profileFolder ? [`CPU profile: ${profileFolder}`] : [],
    figures,
  }
}

/** Mixes changes into reads. Each measurement continues with the changes where the last one stopped. */
const mixing = (write: Write | undefined, key: string) => {
  let at = 0
  return (reads: readonly Buffer[]) => {
    const draw = random()
    return (): Buffer => {
      if (!write || draw(1_000_000) >= WRITE_SHARE * 1_000_000) {
        return reads[draw(reads.length)] as Buffer
      }
      const { method, path, body } = write(at)
      at += 1
      return bodyRequest(method, path, key, body)
    }
  }
}

const row = (
  names: readonly string[],
  { ours, yardstick, perSecond, cpuMicros }: Comparison,
): string[] => [
  ...names,
  `${number(ours.perSecond)} (${number(ours.cpuMicros)})`,
  `${number(yardstick.perSecond)} (${number(yardstick.cpuMicros)})`,
  number(perSecond.median, 2),
  number(1 / cpuMicros.median, 2),
  `${number(1 / cpuMicros.max, 2)}-${number(1 / cpuMicros.min, 2)}`,
  number(GOAL, 1),
]

/** The headers of browsers and of simple programs. */
const visitors = { compressed: 'Accept-Encoding: gzip, deflate, br\r\n', plain: '' }

const pageRequest = (path: string, headers: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n${headers}\r\n`)

const species = ['dog', 'cat', 'rabbit', 'bird'] as const
const sizes = ['small', 'medium', 'large'] as const

/** Adds published animals with a photo each, and returns the pages to request. */
const fill = async (
  store: Record<string, string>,
  path: string,
  key: string,
  count: number,
): Promise<string[]> => {
  await using service = await startService({ program: 'serve', store })
  const origin = `http://127.0.0.1:${service.port}`
  const send = async (method: string, to: string, body: string | Buffer, type: string) => {
    const response = await fetch(origin + to, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  for (let at = 0; at < ANIMALS; at += 1) {
    const pet = { ...animalAt(at), status: 'available' }
    await send('POST', '/v1/pets', JSON.stringify(pet), 'application/json')
    const profile = {
      ...{ published: true, species: species[at % 4], sex: at % 3 ? 'male' : 'female' },
      ...{ size: sizes[(at % 5) % 3], breeds: { primary: `Breed ${at % 40}` } },
      ...{ birthDate: `20${10 + (at % 16)}-04-01`, goodWith: { children: true, dogs: at % 2 > 0 } },
      description: 'Likes people, and walks by the river.',
    }
    await send('PUT', `/v1/pets/${at + 1}/profile`, JSON.stringify(profile), 'application/json')
  }
  await send('POST', '/v1/pets/1/photos', await picture(), 'image/jpeg')
  copyPhoto(path)
  // The service must run until the pages are known.
  return await pagesAt(origin, count)
}

const picture = () =>
  sharp({ create: { width: 1280, height: 1600, channels: 3, background: '#8a6a4c' } })
    .jpeg()
    .toBuffer()

/** Copies the photo of the first animal to all others. */
const copyPhoto = (path: string): void => {
  const connection = new DatabaseSync(path)
  connection.exec(`INSERT INTO photos (pet_id, position, alt, width, height, placeholder, variants, created_at)
      SELECT pets.id, position, alt, width, height, placeholder, variants, photos.created_at
      FROM photos, pets WHERE pets.id > 1;
    INSERT INTO photo_files (photo_id, name)
      SELECT photos.id, name FROM photos, photo_files WHERE photo_files.photo_id = 1 AND photos.id > 1`)
  connection.close()
}

/** Returns lists with and without filters, and their next pages. */
const pagesAt = async (origin: string, count: number): Promise<string[]> => {
  const filters = [
    ...['', ...species.map((one) => `?species=${one}`)],
    ...species.flatMap((one) => sizes.map((size) => `?species=${one}&size=${size}`)),
    ...['?goodWith=dogs', '?age=senior', '?sex=female', '?sort=publishedAt'],
  ]
  const pages = filters.map((query) => `/adopt${query}`)
  for (const page of pages) {
    if (pages.length >= count) break
    const html = await (await fetch(origin + page)).text()
    const [, next] = /<link rel="next" href="([^"]+)"/.exec(html) ?? []
    if (next) pages.push(next.replaceAll('&amp;', '&'))
  }
  return pages
}
