import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { chunk, container, png } from '../../../test/harness/image-bytes.ts'
import { picture } from '../../../test/harness/images.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { ImageFault, ImagesBusy, type RenderedImage } from './image.ts'
import { tooMuchMemory } from './image-format.ts'
import { imageRenderer } from './image-renderer.ts'
import { imageRoom, sharedRoom } from './image-room.ts'
import { startWorker } from './image-worker.ts'

const MIB = 2 ** 20
/** The memory that a renderer reserves for the server. */
const SERVER_GROWTH_BYTES = 96 * MIB

const folder = temporaryFolder()
const images = imageRenderer({ folder: folder.path })
after(async () => {
  await images.close()
  folder.remove()
})

let count = 0
const write = (bytes: Buffer): string => {
  count += 1
  const file = join(folder.path, `given-${count}`)
  writeFileSync(file, bytes)
  return file
}
const render = (bytes: Buffer, owner = 'one'): Promise<RenderedImage> => images.render(write(bytes), owner)

const refused = async (bytes: Buffer, reason: RegExp, what: string): Promise<void> => {
  const error = await render(bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ImageFault, `${what}: ${error}`)
  assert.match(error.message, reason, what)
}

test('files that must not be served are rejected with the reason', async () => {
  const photo = await picture(60, 40).jpeg().toBuffer()
  const frames = await picture(40, 80).raw().toBuffer()
  const raw = { width: 40, height: 80, channels: 3 as const, pageHeight: 40 }
  const animation = () => sharp(frames, { raw })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const animated = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])
  const damaged = Buffer.from(await picture(60, 40).png().toBuffer())
  damaged.fill(7, damaged.length >> 1, (damaged.length >> 1) + 20)
  for (const [what, bytes, reason] of [
    ['nothing', Buffer.alloc(0), /empty/],
    ['text', Buffer.from('hello'), /not a supported image/],
    ['an SVG', Buffer.from(svg), /SVG/],
    ['an SVG behind a mark and spaces', Buffer.from(`\ufeff \n<?xml version="1.0"?>${svg}`), /SVG/],
    ['an SVG in UTF-16', Buffer.from(svg, 'utf16le'), /SVG/],
    ['HTML', Buffer.from('<!doctype html><script>1</script>'), /SVG/],
    ['a PDF', Buffer.from('%PDF-1.7'), /PDF/],
    ['a TIFF', await picture(60, 40).tiff().toBuffer(), /TIFF/],
    ['a HEIC', container('heic', 'mif1'), /HEIC.*JPEG.*iPhone/],
    ['a HEIC by its second brand', container('mif1', 'heic'), /HEIC/],
    ['a video', container('isom', 'mp42'), /video/],
    ['an animated AVIF', container('avis', 'avif'), /animated/],
    ['an AVIF of nothing', container('avif', 'mif1'), /damaged/],
    ['an animated GIF', await animation().gif().toBuffer(), /animated/],
    ['an animated WebP', await animation().webp().toBuffer(), /animated/],
    ['an animated PNG', png(20, 20, { before: [chunk('acTL', animated)] }), /animated/],
    ['a bomb', png(50_000, 50_000, { rows: 10 }), /50 megapixels/],
    ['a picture of few and very long lines', png(12_000_000, 4, { rows: 4 }), /100 times as long/],
    ['a picture of very many short lines', png(4, 12_000, { rows: 12_000 }), /100 times as long/],
    ['a wide bomb', png(2 ** 31 - 1, 1, { rows: 0 }), /50 megapixels|damaged/],
    ['half a JPEG', photo.subarray(0, photo.length >> 1), /damaged/],
    ['a JPEG of its first bytes', photo.subarray(0, 20), /damaged/],
    ['half a PNG', png(60, 40, { rows: 20 }), /damaged/],
    ['a PNG with another checksum', damaged, /damaged/],
    ['a strip', await picture(10, 90).png().toBuffer(), /four times/],
  ] as const) {
    await refused(bytes, reason, what)
  }
  assert.equal((await render(photo)).width, 60)
})

/** Whether the middle of the upper left quarter is red, as in the picture. */
const isUpright = async (file: string): Promise<boolean> => {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  const at = ((info.height >> 2) * info.width + (info.width >> 2)) * info.channels
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
  return red > 200 && green < 60 && blue < 60
}

const clean = async ({ variants }: RenderedImage, what: string): Promise<void> => {
  for (const { file, width, height, format, bytes } of variants) {
    const found = await sharp(file).metadata()
    assert.deepEqual(
      [found.width, found.height, found.format, found.space, found.depth],
      [width, height, format, 'srgb', 'uchar'],
      what,
    )
    const { exif, icc, xmp, iptc, orientation, comments } = found
    assert.deepEqual([exif, icc, xmp, iptc, orientation, comments], Array(6).fill(undefined), what)
    const whole = readFileSync(file)
    assert.equal(whole.length, bytes)
    assert.doesNotMatch(whole.toString('latin1'), /Exif|secret|photoshop|http:|script/i, what)
  }
}

test('a damaged image of any format is rejected, wherever it ends', async () => {
  const whole = {
    jpeg: await picture(320, 240).jpeg().toBuffer(),
    'progressive JPEG': await picture(320, 240).jpeg({ progressive: true }).toBuffer(),
    png: await picture(320, 240).png().toBuffer(),
    webp: await picture(320, 240).webp().toBuffer(),
    'lossless WebP': await picture(320, 240).webp({ lossless: true }).toBuffer(),
    avif: await picture(320, 240).avif().toBuffer(),
    gif: await picture(320, 240).gif().toBuffer(),
  }
  for (const [format, bytes] of Object.entries(whole)) {
    await render(bytes)
    for (const share of [0.25, 0.5, 0.9]) {
      const part = bytes.subarray(0, bytes.length * share)
      await refused(part, /damaged/, `${share} of a ${format}`)
      // As an interrupted transfer into a file of the whole length.
      const padded = Buffer.concat([part, Buffer.alloc(bytes.length - part.length)])
      if (padded.length - part.length > 100) await refused(padded, /damaged/, `${share} of a ${format} and zeros`)
    }
  }
  const { webp } = whole
  await refused(Buffer.concat([webp, Buffer.alloc(100, 'x')]), /damaged/, 'a longer WebP')
  const shorter = Buffer.from(webp)
  shorter.writeUInt32LE(webp.length - 10, 4)
  await refused(shorter, /damaged/, 'a WebP that states another size')
})

test('a WebP of one colour is accepted, and a JPEG that a camera has padded', async () => {
  const photo = await picture(320, 240).jpeg().toBuffer()
  await render(Buffer.concat([photo, Buffer.alloc(70_000)]))
  for (const background of ['#000', '#fff'])
    await render(
      await sharp({ create: { width: 2_000, height: 1_500, channels: 3, background } })
        .webp()
        .toBuffer(),
    )
})

test('variants are upright, in sRGB, and without metadata', async () => {
  const place = { IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } }
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>'
  const withAll = (width: number, height: number) =>
    picture(width, height).withExif(place).withXmp(xmp).withIccProfile('p3')
  const jpeg = await picture(60, 40).jpeg().toBuffer()
  const kinds: Record<string, Buffer> = {
    jpeg: await withAll(60, 40).jpeg().toBuffer(),
    png: await withAll(60, 40).png().toBuffer(),
    webp: await withAll(60, 40).webp({ quality: 100 }).toBuffer(),
    avif: await withAll(60, 40).avif({ quality: 90 }).toBuffer(),
    gif: await picture(60, 40).gif().toBuffer(),
    'progressive jpeg': await picture(60, 40).jpeg({ progressive: true }).toBuffer(),
    'cmyk jpeg': await picture(60, 40).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    '16-bit png': await picture(60, 40).toColourspace('rgb16').png().toBuffer(),
    'interlaced png with alpha': await picture(60, 40).ensureAlpha().png({ progressive: true }).toBuffer(),
    'a polyglot': Buffer.concat([jpeg, Buffer.from('PK\x03\x04<script>secret</script>')]),
  }
  for (const [what, bytes] of Object.entries(kinds)) {
    const image = await render(bytes)
    assert.deepEqual([image.width, image.height], [60, 40], what)
    await clean(image, what)
    for (const { file } of image.variants) assert.ok(await isUpright(file), what)
  }
})

test('each of the eight orientations is turned upright', async () => {
  // The pixels that a camera stores with each orientation.
  const { data, info } = await picture(60, 40).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const turn = async (bytes: Buffer, degrees: number) => sharp(bytes).rotate(degrees).png().toBuffer()
  const flop = async (bytes: Buffer) => sharp(bytes).flop().png().toBuffer()
  const upright = await sharp(data, { raw: info }).png().toBuffer()
  const stored: Record<number, Buffer> = {
    1: upright,
    2: await flop(upright),
    3: await turn(upright, 180),
    4: await flop(await turn(upright, 180)),
    5: await flop(await turn(upright, 90)),
    6: await turn(upright, 270),
    7: await flop(await turn(upright, 270)),
    8: await turn(upright, 90),
  }
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const bytes = await sharp(stored[orientation]).withMetadata({ orientation }).jpeg().toBuffer()
    const image = await render(bytes)
    assert.deepEqual([image.width, image.height], [60, 40], String(orientation))
    for (const { file } of image.variants) assert.ok(await isUpright(file), String(orientation))
  }
})

test('variants have the widths of the page and are never enlarged', async () => {
  const widths = async (width: number, height: number) => {
    const { variants } = await render(await picture(width, height).jpeg().toBuffer())
    return [...new Set(variants.map((variant) => variant.width))]
  }
  assert.deepEqual(await widths(2_600, 900), [320, 640, 1280, 2048])
  assert.deepEqual(await widths(700, 900), [320, 640, 700])
  assert.deepEqual(await widths(1, 1), [1])
  assert.deepEqual(await widths(9_000, 90), [320, 640, 1280, 2048])
})

test('a missing file is not reported as an invalid image', async () => {
  const file = join(folder.path, 'gone')
  const worker = startWorker(folder.path)
  const roomBytes = 440 * MIB
  const same = { format: 'jpeg', degrees: 0, folder: folder.path } as const
  const request = { ...same, file, isAlone: false, roomBytes }
  const reply = await worker.render(request)
  await worker.end()
  assert.deepEqual(reply, { kind: 'failed', message: 'its file is gone', code: 'ENOENT' })
})

/** A renderer for which this process leaves this much memory. What it really uses depends on the tests before. */
const rendererWith = (leftBytes: number) => {
  const memoryUsageBytes = 160 * MIB
  return imageRenderer({
    folder: folder.path,
    memoryLimitBytes: memoryUsageBytes + SERVER_GROWTH_BYTES + leftBytes,
    memoryUsageBytes: () => memoryUsageBytes,
  })
}

test('an image that needs more memory than the container has left is rejected with a reason, and others are not', async () => {
  const modest = rendererWith(200 * MIB)
  const progressive = await picture(5_200, 4_000).jpeg({ progressive: true }).toBuffer()
  const error = await modest.render(write(progressive), 'one').catch((thrown: unknown) => thrown)
  assert.ok(error instanceof ImageFault, String(error))
  assert.match(error.message, /^The image takes too much memory\. Send it as baseline JPEG/)
  const baseline = await picture(5_200, 4_000).jpeg().toBuffer()
  const small = await picture(60, 40).jpeg().toBuffer()
  const rendered = await Promise.all([baseline, small, small].map((bytes) => modest.render(write(bytes), 'one')))
  assert.deepEqual(
    rendered.map(({ width }) => width),
    [5_200, 60, 60],
  )
  await modest.close()
})

test('an image that needs more memory than expected is retried alone, and then rejected', async () => {
  const bytes = await picture(4_000, 2_900).jpeg().toBuffer()
  const same = { format: 'jpeg', degrees: 0, folder: folder.path } as const
  const request = { ...same, file: write(bytes) }
  // The memory of an empty process.
  const roomBytes = 100 * MIB
  const reply = async (isAlone: boolean) => {
    const worker = startWorker(folder.path)
    const found = await worker.render({ ...request, isAlone, roomBytes })
    await worker.end()
    return found
  }
  assert.deepEqual(await reply(false), { kind: 'outgrown' })
  assert.deepEqual(await reply(true), { kind: 'exhausted', reason: tooMuchMemory('jpeg') })
})

test('if no image fits into memory, the image is not reported as invalid', async () => {
  const none = rendererWith(0)
  const small = await picture(60, 40).jpeg().toBuffer()
  await assert.rejects(none.render(write(small), 'one'), ImagesBusy)
  assert.deepEqual(none.pids(), [])
  await none.close()
})

test('two concurrent images may use as much memory as a single one', () => {
  for (const limitBytes of [400, 512, 768, 4_096].map((mebibytes) => mebibytes * MIB)) {
    const serverBytes = 160 * MIB
    const room = imageRoom({ limitBytes, serverBytes }) ?? assert.fail()
    assert.ok(serverBytes + room < limitBytes && room <= 440 * MIB)
    assert.ok(2 * sharedRoom(room) <= room)
  }
  // The memory in the manifests is enough for every image.
  assert.equal(imageRoom({ limitBytes: 768 * MIB, serverBytes: 232 * MIB }), 440 * MIB)
  assert.equal(imageRoom({ limitBytes: 256 * MIB, serverBytes: 160 * MIB }), undefined)
})

test('no image is lost when a worker is killed, and owners take turns', async () => {
  const large = await picture(3_000, 2_000).jpeg().toBuffer()
  const small = await picture(60, 40).jpeg().toBuffer()
  const order: string[] = []
  const note = (name: string) => (image: RenderedImage) => {
    order.push(name)
    return image.width
  }
  const many = [1, 2].map(() => render(large, 'many').then(note('many')))
  const one = render(small, 'one').then(note('one'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  for (const pid of images.pids()) process.kill(pid, 'SIGKILL')
  assert.equal(await one, 60)
  assert.deepEqual(await Promise.all(many), [3_000, 3_000])
  assert.ok(order.indexOf('one') < 2)
})
