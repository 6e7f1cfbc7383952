import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { encoded, encodings, endless, trickle } from '../../../test/harness/hostile-responses.ts'
import { folderOnOtherDisk } from '../../../test/harness/other-disk.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { startS3 } from '../../../test/harness/s3.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { folderMedia } from './folder-media.ts'
import { mediaContract } from './media.contract.ts'
import { isMediaName, MediaUnavailable, mediaName } from './media.ts'
import { s3Media } from './s3-media.ts'

const folder = temporaryFolder()
const s3 = await startS3()
after(() => {
  folder.remove()
  return s3.close()
})
let count = 0
const next = () => {
  count += 1
  return String(count)
}

const bucket = (prefix: string, secret = s3.credentials) =>
  s3Media({
    bucket: s3.bucket,
    endpoint: s3.endpoint,
    region: 'eu-central-1',
    prefix,
    ...secret,
    sessionToken: undefined,
  })

mediaContract('folder', async () => folderMedia(join(folder.path, next())))
const otherDisk = folderOnOtherDisk(folder.path)
if (otherDisk) mediaContract('folder on another disk', async () => folderMedia(join(otherDisk, next())))
mediaContract('s3', async () => bucket(`shelter/${next()}`))
mediaContract('s3 with a prefix of other characters', async () => bucket(`Tierheim Süd + West/${next()}`))

const name = mediaName('ab'.repeat(32), 'webp')
const file = (text: string): string => {
  const path = join(folder.path, `file-${next()}`)
  writeFileSync(path, text)
  return path
}

test('a name is a hash with the extension of a format', () => {
  assert.ok(isMediaName(name))
  for (const other of ['', '../store.db', name.toUpperCase(), `${name}.part`, `/${name}`, 'a.webp'])
    assert.equal(isMediaName(other), false, other)
})

test('a bucket is unavailable if its server does not respond or rejects the key', async () => {
  const wrong = bucket('x', { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' })
  await assert.rejects(wrong.put(name, file('text')), MediaUnavailable)
  const gone = s3Media({
    bucket: 'photos',
    endpoint: 'http://127.0.0.1:1',
    region: 'eu-central-1',
    prefix: '',
    ...s3.credentials,
    sessionToken: undefined,
  })
  await assert.rejects(gone.find(name), MediaUnavailable)
})

test('a bucket is unavailable if its responses are encoded, endless or too slow, and each request is observed', async (t) => {
  await using receiver = await startReceiver()
  const outcomes: boolean[] = []
  const media = s3Media(
    {
      bucket: 'photos',
      endpoint: new URL(receiver.url).origin,
      region: 'eu-central-1',
      prefix: '',
      sessionToken: undefined,
      ...s3.credentials,
    },
    { onOutcome: (error) => outcomes.push(error === undefined) },
  )
  const fails = (work: Promise<unknown>, reason: RegExp) =>
    assert.rejects(work, (error) => {
      assert.ok(error instanceof MediaUnavailable)
      assert.match((error.cause as Error).message, reason)
      assert.equal(outcomes.pop(), false)
      return true
    })
  const uses = {
    list: () => Array.fromAsync(media.list()),
    find: () => media.find(name),
    open: () => media.open(name),
    put: () => media.put(name, file('text')),
    remove: () => media.remove(name),
  }
  for (const encoding of Object.keys(encodings)) {
    receiver.behave(encoded(encoding, `<Contents><Key>${name}</Key></Contents>`))
    for (const use of Object.values(uses)) {
      await fails(use(), new RegExp(`content-encoding: ${encoding}`))
    }
  }
  for (const { headers } of receiver.received) assert.equal(headers['accept-encoding'], 'identity')
  receiver.behave(endless)
  await fails(uses.list(), /is longer than \d+ bytes/)
  receiver.behave((response) => response.writeHead(200, { 'content-length': 2 ** 30 }).write('x'))
  const opened = await media.open(name)
  await assert.rejects(async () => opened && buffer(opened.body), /is longer than \d+ bytes/)
  receiver.behave(404)
  await fails(uses.list(), /the response was 404/)
  assert.equal(await media.find(name), undefined)
  assert.equal(outcomes.pop(), true)

  t.mock.timers.enable({ apis: ['setTimeout'] })
  receiver.behave(trickle)
  const before = receiver.received.length
  const slow = fails(uses.list(), /took longer than 15000 ms/)
  for (const tries of [1, 2, 3]) {
    await receiver.gets(before + tries)
    for (let count = 0; count < 100; count += 1) await new Promise(setImmediate)
    t.mock.timers.tick(15_000)
  }
  await slow
})

test('files of others in the same folder or bucket are not listed', async () => {
  const media = folderMedia(join(folder.path, next()))
  await media.put(name, file('text'))
  assert.deepEqual(await Array.fromAsync(media.list()), [name])
  await bucket('one').put(name, file('text'))
  assert.deepEqual(await Array.fromAsync(bucket('other').list()), [])
})

test('while replicas store a file from another disk, readers see the whole file or none', {
  skip: !otherDisk && 'there is only one disk',
}, async () => {
  const media = folderMedia(join(otherDisk ?? '', next()))
  // Long enough to be read while it is being copied.
  const text = 'a picture'.repeat(500_000)
  let isStored = false
  const reading = (async () => {
    let found = 0
    while (!isStored) {
      const opened = await media.open(name)
      if (!opened) continue
      found += 1
      assert.equal((await buffer(opened.body)).length, text.length)
    }
    return found
  })()
  const replicas = Array.from({ length: 8 }, () => media.put(name, file(text)))
  await Promise.all(replicas).finally(() => {
    isStored = true
  })
  assert.ok((await reading) > 0)
  assert.deepEqual(await Array.fromAsync(media.list()), [name])
})

test('a sweep removes files of interrupted puts, and no photos', async () => {
  const own = join(folder.path, next())
  const media = folderMedia(own)
  await media.put(name, file('text'))
  for (const left of ['incoming', 'uploads']) {
    mkdirSync(join(own, left), { recursive: true })
    writeFileSync(join(own, left, 'old'), 'text')
    writeFileSync(join(own, left, 'new'), 'text')
    utimesSync(join(own, left, 'old'), 1, 1)
  }
  utimesSync(join(own, 'ab', name), 1, 1)
  await media.sweep(2_000, new AbortController().signal)
  const left = readdirSync(own, { recursive: true }).map(String).toSorted()
  assert.deepEqual(left, ['ab', `ab/${name}`, 'incoming', 'incoming/new', 'uploads', 'uploads/new'])
})

test('devices and folders with the name of a file are not listed', async () => {
  const own = join(folder.path, next())
  const media = folderMedia(own)
  await media.put(name, file('text'))
  const place = (digit: string) => join(own, 'ab', mediaName(`ab${digit.repeat(62)}`, 'webp'))
  symlinkSync('/dev/zero', place('1'))
  mkdirSync(place('2'))
  symlinkSync(join(own, 'nothing'), place('3'))
  symlinkSync(file('elsewhere'), place('4'))
  assert.deepEqual(
    (await Array.fromAsync(media.list())).sort(),
    [name, mediaName(`ab${'4'.repeat(62)}`, 'webp')].sort(),
  )
})
