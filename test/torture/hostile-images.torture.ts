// Sends about 270 hostile files, twenty at a time. Checks the result of each, the memory of all processes together,
// and the latency of other readers.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { residentMebibytes } from '../../bench/machine.ts'
import type { Photo } from '../../server/animals/photos/photo.ts'
import { type Hostile, SECRET } from '../harness/hostile-image.ts'
import { hostileImages } from '../harness/hostile-images.ts'
import { riffChunks, segmentsOf } from '../harness/image-bytes.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { quantile, timedRequests } from '../harness/timed-requests.ts'

const AT_A_TIME = 20
const PHOTOS_OF_ONE = 20
const MAX_MEBIBYTES = 600
const SAMPLE_MS = 20
const READ_EVERY_MS = 2
const ALONE_MS = 5_000
const key = newKey()
const headers = bearer(key)

type Response = { status: number; body: string }
type Sent = Hostile & Response

const addPet = async (server: Server): Promise<number> => {
  const body = JSON.stringify({ name: 'Biscuit', categoryId: 7 })
  const json = { ...headers, 'content-type': 'application/json' }
  return (await server.fetch('/v1/pets', { method: 'POST', headers: json, body })).json().id
}

const sendAll = async (server: Server, images: readonly Hostile[]): Promise<Sent[]> => {
  const pets: number[] = []
  for (let at = 0; at < images.length; at += PHOTOS_OF_ONE) pets.push(await addPet(server))
  const left = images.entries()
  const sent: Sent[] = []
  const sender = async (): Promise<void> => {
    // All senders share this iterator.
    for (const [at, image] of left) {
      const response = await server.fetch(`/v1/pets/${pets[Math.floor(at / PHOTOS_OF_ONE)]}/photos`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'image/jpeg' },
        body: new Uint8Array(image.bytes),
      })
      sent.push({ ...image, status: response.status, body: response.body })
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, sender))
  return sent
}

/** Lists a process and its descendants. */
const familyOf = (pid: number): number[] => {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    )
    return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
  } catch {
    return []
  }
}

const watchMemory = (pid: number) => {
  let most = 0
  const timer = setInterval(() => {
    const all = familyOf(pid).map(residentMebibytes)
    const sum = all.filter(Number.isFinite).reduce((sum, one) => sum + one, 0)
    most = Math.max(most, sum)
  }, SAMPLE_MS)
  return {
    most: () => most,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Reads until it is stopped, and returns how long each read took. */
const reader = (server: Server, petId: number) => {
  const read = timedRequests(server.port, key)
  const took: number[] = []
  let isOver = false
  const work = (async () => {
    while (!isOver) {
      const { ms, status } = await read(`/v1/pets/${petId}`)
      assert.equal(status, 200)
      took.push(ms)
      await sleep(READ_EVERY_MS)
    }
  })()
  return async (): Promise<number[]> => {
    isOver = true
    await work
    return took
  }
}

const readAlone = async (server: Server, petId: number): Promise<number[]> => {
  const stop = reader(server, petId)
  await sleep(ALONE_MS)
  return stop()
}

/** The segments of a JPEG that we render: sizes, tables, pixels, and the marker of its format. */
const ownSegments = new Set([0xe0, 0xdb, 0xc0, 0xc2, 0xc4, 0xdd, 0xda])

const checkClean = async (file: Buffer, what: string): Promise<void> => {
  const { exif, icc, xmp, iptc, orientation, comments, space, depth, format } = await sharp(file).metadata()
  const found = [exif, icc, xmp, iptc, orientation, comments]
  assert.deepEqual(found, Array(6).fill(undefined), what)
  assert.deepEqual([space, depth], ['srgb', 'uchar'], what)
  assert.ok(!file.includes(SECRET), what)
  if (format === 'webp') {
    assert.deepEqual(riffChunks(file), ['VP8 '], what)
    assert.equal(file.readUInt32LE(4) + 8, file.length, what)
    return
  }
  for (const { marker } of segmentsOf(file)) assert.ok(ownSegments.has(marker), `${what} ${marker}`)
  assert.equal(file.readUInt16BE(file.length - 2), 0xffd9, what)
}

/** Checks that the upper left quarter is red in the middle, and that the upper right one is white. */
const checkUpright = async (file: Buffer, what: string): Promise<void> => {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  const colorAt = (across: number, down: number): number[] => {
    const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * 3
    return [...data.subarray(at, at + 3)]
  }
  assert.deepEqual([info.width, info.height], [60, 40], what)
  const [red = 0, green = 0, blue = 0] = colorAt(0.25, 0.25)
  assert.ok(red > 170 && green < 90 && blue < 90, `${what} is ${[red, green, blue]}`)
  assert.ok(
    colorAt(0.75, 0.25).every((value) => value > 200),
    what,
  )
}

const checkServed = async ({ name, outcome, body }: Sent): Promise<void> => {
  const { variants }: Photo = JSON.parse(body)
  assert.ok(variants.length >= 2, name)
  for (const { url, format, bytes } of variants) {
    const response = await fetch(url)
    assert.equal(response.headers.get('content-type'), `image/${format}`, name)
    const file = Buffer.from(await response.arrayBuffer())
    assert.equal(file.length, bytes, name)
    await checkClean(file, name)
    if (outcome === 'upright') await checkUpright(file, name)
  }
}

const checkSent = async (sent: Sent): Promise<void> => {
  const { name, outcome, status, body } = sent
  const what = `${name}: ${status} ${body.slice(0, 300)}`
  if (status === 201) {
    assert.ok(!(outcome instanceof RegExp), what)
    return checkServed(sent)
  }
  assert.equal(status, 400, what)
  const { code, message } = JSON.parse(body)
  assert.equal(code, 'invalid_image', what)
  assert.ok(outcome === 'either' || outcome instanceof RegExp, what)
  if (outcome instanceof RegExp) assert.match(message, outcome, what)
}

test('hostile images, twenty at a time, are served upright and clean or refused with a reason, within 600 MiB of memory', async (t) => {
  using folder = temporaryFolder()
  const images = await hostileImages()
  assert.ok(images.length >= 200)
  await using server = await startServer({
    folder: folder.path,
    settings: { BOOTSTRAP_KEY: key },
  })
  const petId = await addPet(server)
  const before = await readAlone(server, petId)
  using memory = watchMemory(server.pid)
  const busy = reader(server, petId)
  const sent = await sendAll(server, images)
  const during = await busy()
  const mostMebibytes = memory.most()
  const after = await readAlone(server, petId)
  const refused = sent.filter(({ status }) => status !== 201).length
  t.diagnostic(`${sent.length} images: ${sent.length - refused} served, ${refused} refused`)
  t.diagnostic(`memory of all processes: ${mostMebibytes.toFixed()} MiB at most`)
  for (const [name, took] of Object.entries({ before, during, after })) {
    const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)]
    t.diagnostic(`reads ${name} uploads: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`)
  }
  // Two cores render, one serves and one sends requests. With fewer cores, they wait for each other.
  if (availableParallelism() >= 4) {
    const alone = Math.max(quantile(before, 0.99), quantile(after, 0.99))
    assert.ok(quantile(during, 0.99) <= alone * 2, 'readers notice uploads')
  }
  assert.equal(sent.length, images.length)
  const wrong: string[] = []
  for (const each of sent) {
    await checkSent(each).catch((error: Error) => wrong.push(error.message))
  }
  assert.deepEqual(wrong, [])
  assert.ok(mostMebibytes < MAX_MEBIBYTES, `${mostMebibytes} MiB`)
  // Uploaded and temporary files are removed; only the served files remain.
  const left = readdirSync(join(folder.path, 'media'), { recursive: true, withFileTypes: true })
  const strangers = left.filter((entry) => entry.isFile() && !/^[0-9a-f]{64}\.(webp|jpe?g)$/.test(entry.name))
  assert.deepEqual(
    strangers.map(({ name }) => name),
    [],
  )
})
