import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import {
  encoders,
  type Format,
  formats,
  HEIGHT,
  type Hostile,
  type Plain,
  SECRET,
  small,
  TEXT,
  WIDTH,
  withText,
} from './hostile-image.ts'
import { chunk, container, jpegOfSize, png, replaced, uint32, withChunks } from './image-bytes.ts'
import { picture } from './images.ts'
import { depthsAndSpaces, polyglots, rotated, secretsIn, withMetadata } from './odd-images.ts'
import { seeded } from './seeded.ts'

const DAMAGED = /damaged/
const TOO_LARGE = /50 megapixels/
const TOO_LARGE_OR_DAMAGED = /50 megapixels|damaged/
const ANIMATED = /animated/
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>${SECRET}</script></svg>`

/** About two hundred malicious files, and some from cameras. */
export const hostileImages = async (): Promise<Hostile[]> => {
  const plain = Object.fromEntries(
    await Promise.all(formats.map(async (format) => [format, await encoders[format](small())] as const)),
  ) as Plain
  return [
    ...bombs(plain),
    ...(await largeOnes()),
    ...formats.flatMap((format) => truncated(format, plain[format])),
    ...polyglots(plain),
    ...markup(),
    ...containers(plain.avif),
    ...(await animations(plain)),
    ...(await depthsAndSpaces()),
    ...(await rotated()),
    ...(await withMetadata()),
    ...secretsIn(plain),
    ...formats.flatMap((format) => damaged(format, plain[format])),
    { name: 'nothing', bytes: Buffer.alloc(0), outcome: /empty/ },
    { name: 'random bytes', bytes: randomBytes(5_000), outcome: /no image/ },
  ]
}

/** They claim to be much larger than the file. */
const bombs = (plain: Plain): Hostile[] => {
  const inflated = deflateSync(Buffer.alloc(200_000_000, SECRET))
  const text = (type: string, head: string) => chunk(type, withText(head, inflated))
  const gif = (width: number, height: number, frameAt = plain.gif.indexOf(',') + 5) => {
    const copy = Buffer.from(plain.gif)
    for (const at of [6, frameAt]) {
      copy.writeUInt16LE(width, at)
      copy.writeUInt16LE(height, at + 2)
    }
    return copy
  }
  const grid = (width: number, height: number) => Buffer.concat([uint32(width), uint32(height)])
  const avif = replaced(plain.avif, grid(WIDTH, HEIGHT), grid(50_000, 50_000))
  const large: Record<string, Buffer> = {
    'png of 50,000 by 50,000': png(50_000, 50_000, { rows: 1_000 }),
    'interlaced png of 50,000 by 50,000': png(50_000, 50_000, { rows: 10, isInterlaced: true }),
    'png of 7,072 by 7,072': png(7_072, 7_072, { rows: 100 }),
    'jpeg of 50,000 by 50,000': jpegOfSize(plain.jpeg, 50_000, 50_000),
    'jpeg of 65,500 by 65,500': jpegOfSize(plain.jpeg, 65_500, 65_500),
    'progressive jpeg of 50,000 by 50,000': jpegOfSize(plain['progressive jpeg'], 50_000, 50_000),
    'gif of 50,000 by 50,000': gif(50_000, 50_000),
    'gif of 65,535 by 65,535': gif(65_535, 65_535),
    'avif of 50,000 by 50,000': avif,
  }
  return [
    ...Object.entries(large).map(([name, bytes]) => ({
      name,
      bytes,
      outcome: TOO_LARGE_OR_DAMAGED,
    })),
    // Old programs wrote a wrong screen size, so only the size of the frame counts.
    { name: 'gif of a large screen', bytes: gif(50_000, 50_000, 6), outcome: 'upright' },
    { name: 'png of 2^31', bytes: png(2 ** 31 - 1, 1, { rows: 0 }), outcome: TOO_LARGE_OR_DAMAGED },
    { name: 'png of nothing', bytes: png(0, 0), outcome: DAMAGED },
    {
      name: 'png of few rows',
      outcome: DAMAGED,
      bytes: png(7_000, 7_000, { rows: 5 }),
    },
    ...['zTXt', 'iCCP'].map((type) => ({
      name: `png with a ${type} of 200 MB`,
      outcome: 'either' as const,
      bytes: withChunks(plain.png, text(type, 'name\0\0')),
    })),
    {
      name: 'png with an iTXt of 200 MB',
      outcome: 'either',
      bytes: withChunks(plain.png, text('iTXt', 'XML:com.adobe.xmp\0\u0001\0\0\0')),
    },
    {
      name: 'png with 5,000 chunks',
      outcome: ANIMATED,
      bytes: withChunks(plain.png, ...Array(5_000).fill(chunk('tEXt', TEXT))),
    },
    {
      name: 'jpeg with 20,000 scans',
      outcome: 'either',
      bytes: manyScans(plain['progressive jpeg'], 20_000),
    },
  ]
}

/** A progressive JPEG that repeats its last scan many times. */
const manyScans = (file: Buffer, count: number): Buffer => {
  const at = file.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = file.subarray(at, file.length - 2)
  return Buffer.concat([file.subarray(0, at), ...Array(count).fill(scan), Buffer.from([0xff, 0xd9])])
}

/** The largest allowed images, and slightly larger ones. */
const largeOnes = async (): Promise<Hostile[]> => {
  const sheet = (side: number) => picture(side, side)
  return [
    {
      name: 'jpeg of 50 megapixels',
      bytes: await sheet(7_070).jpeg().toBuffer(),
      outcome: 'served',
    },
    { name: 'png of 49 megapixels', bytes: await sheet(7_000).png().toBuffer(), outcome: 'served' },
    {
      name: 'png of 51 megapixels',
      bytes: await sheet(7_142).png().toBuffer(),
      outcome: TOO_LARGE,
    },
    {
      name: 'progressive jpeg of 50 megapixels',
      outcome: 'either',
      bytes: await sheet(7_070).jpeg({ progressive: true }).toBuffer(),
    },
    {
      name: 'interlaced png of 16 bits and 36 megapixels',
      outcome: 'either',
      bytes: await sheet(6_000).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    },
    {
      name: 'webp of 36 megapixels',
      bytes: await sheet(6_000).webp().toBuffer(),
      outcome: 'served',
    },
    {
      name: 'avif of 16 megapixels',
      outcome: 'either',
      bytes: await sheet(4_000).avif({ effort: 0 }).toBuffer(),
    },
    { name: 'strip', bytes: await picture(10, 90).png().toBuffer(), outcome: /four times/ },
    { name: 'wide strip', bytes: await picture(9_000, 3).png().toBuffer(), outcome: 'served' },
    { name: 'one pixel', bytes: await picture(1, 1).png().toBuffer(), outcome: 'served' },
  ]
}

const truncated = (format: Format, file: Buffer): Hostile[] =>
  [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98].map((part) => {
    const bytes = file.subarray(0, Math.max(4, Math.floor(file.length * part)))
    const isLate = part > 0.9
    const outcome = isLate ? 'either' : /damaged|no image|container/
    return { name: `${format}, the first ${part}`, bytes, outcome }
  })

const markup = (): Hostile[] =>
  [
    SVG,
    `\ufeff \n<?xml version="1.0"?>${SVG}`,
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG.replace(SECRET, '&x;')}`,
    `<!-- ${'x'.repeat(2_000)} -->${SVG}`,
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:1/"/></svg>',
    '<!doctype html><script>1</script>',
    '<?php system("id") ?>',
  ].flatMap((text, at) => [
    { name: `markup ${at}`, bytes: Buffer.from(text), outcome: /SVG/ },
    { name: `markup ${at} in UTF-16`, bytes: Buffer.from(text, 'utf16le'), outcome: /SVG/ },
  ])

const containers = (avif: Buffer): Hostile[] => {
  const renamed = (brand: string) => replaced(avif, Buffer.from('avif'), Buffer.from(brand))
  const hevc = replaced(avif, Buffer.from('av01'), Buffer.from('hvc1'))
  return [
    ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].flatMap((brand) => [
      { name: brand, bytes: container(brand, 'mif1'), outcome: /HEIC.*JPEG/ },
      { name: `${brand} that is an avif`, bytes: renamed(brand), outcome: /HEIC/ },
    ]),
    { name: 'heic in an avif', bytes: hevc, outcome: /HEIC|damaged/ },
    { name: 'avif of nothing', bytes: container('avif', 'mif1'), outcome: DAMAGED },
    { name: 'avif with frames', bytes: container('avis', 'avif'), outcome: ANIMATED },
    { name: 'video', bytes: container('isom', 'mp42'), outcome: /video/ },
    ...['II*\0', 'MM\0*', 'BM', '8BPS', '\xff\x0a'].map((magic) => ({
      name: `begins with ${JSON.stringify(magic)}`,
      outcome: /is not accepted/,
      bytes: Buffer.concat([Buffer.from(magic, 'latin1'), randomBytes(200)]),
    })),
  ]
}

const animations = async (plain: Plain): Promise<Hostile[]> => {
  const frames = await picture(40, 200).raw().toBuffer()
  const raw = { width: 40, height: 200, channels: 3 as const, pageHeight: 40 }
  const animation = () => sharp(frames, { raw })
  const twoFrames = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])
  return [
    { name: 'animated gif', bytes: await animation().gif().toBuffer(), outcome: ANIMATED },
    { name: 'animated webp', bytes: await animation().webp().toBuffer(), outcome: ANIMATED },
    {
      name: 'animated png',
      outcome: ANIMATED,
      bytes: withChunks(plain.png, chunk('acTL', twoFrames)),
    },
  ]
}

/** Files with some bytes changed. */
const damaged = (format: Format, file: Buffer): Hostile[] =>
  Array.from({ length: 6 }, (_, seed) => {
    const [random, bytes] = [seeded(seed), Buffer.from(file)]
    for (let count = 0; count <= seed * 3; count += 1) {
      bytes[Math.floor(16 + random() * (bytes.length - 16))] = Math.floor(random() * 256)
    }
    return { name: `${format} with damage ${seed}`, bytes, outcome: 'either' }
  })
