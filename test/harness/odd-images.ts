import { deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { encoders, formats, type Hostile, type Plain, SECRET, small, TEXT, withText } from './hostile-image.ts'
import { chunk, withChunks, withRiffChunk, withSegments } from './image-bytes.ts'

/** Images that are also valid files of another kind. */
export const polyglots = (plain: Plain): Hostile[] => {
  const archive = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), deflateRawSync(TEXT), TEXT])
  const behind = formats.flatMap((format) =>
    [TEXT, archive, Buffer.from(`%PDF-1.7 ${SECRET}`)].map((more, at) => ({
      name: `${format} with ${['a script', 'an archive', 'a PDF'][at]} behind it`,
      bytes: Buffer.concat([plain[format], more]),
      outcome: format === 'avif' ? ('either' as const) : ('upright' as const),
    })),
  )
  const before = formats.map((format) => ({
    name: `${format} behind a script`,
    outcome: /SVG|no image/,
    bytes: Buffer.concat([TEXT, plain[format]]),
  }))
  const gif = Buffer.concat([Buffer.from('GIF89a/*'), plain.gif, TEXT])
  return [
    ...behind,
    ...before,
    { name: 'gif that is a script', bytes: gif, outcome: 'either' },
    {
      name: 'PDF with a jpeg',
      outcome: /PDF/,
      bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'), plain.jpeg]),
    },
  ]
}

export const depthsAndSpaces = async (): Promise<Hostile[]> => {
  const cmyk = () => small().toColourspace('cmyk')
  const deep = () => small().toColourspace('rgb16')
  const cases: [string, Promise<Buffer>][] = [
    ['16-bit png', deep().png().toBuffer()],
    ['16-bit interlaced png', deep().png({ progressive: true }).toBuffer()],
    ['16-bit png with alpha', deep().ensureAlpha().png().toBuffer()],
    ['16-bit png with a profile', deep().withIccProfile('p3').png().toBuffer()],
    ['cmyk jpeg', cmyk().jpeg({ quality: 95 }).toBuffer()],
    ['progressive cmyk jpeg', cmyk().jpeg({ quality: 95, progressive: true }).toBuffer()],
    ['cmyk jpeg with a profile', small().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer()],
    ['png of a palette', small().png({ palette: true }).toBuffer()],
    ['png with alpha', small().ensureAlpha().png().toBuffer()],
    ['jpeg with all colours', small().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()],
  ]
  const upright = cases.map(async ([name, bytes]) => ({
    name,
    bytes: await bytes,
    outcome: 'upright' as const,
  }))
  const grey = small().greyscale()
  return [
    ...(await Promise.all(upright)),
    { name: 'grey jpeg', bytes: await grey.clone().jpeg().toBuffer(), outcome: 'served' },
    {
      name: 'grey 16-bit png',
      outcome: 'served',
      bytes: await grey.clone().toColourspace('grey16').png().toBuffer(),
    },
    {
      name: 'clear png',
      outcome: 'served',
      bytes: await small().ensureAlpha(0).png().toBuffer(),
    },
  ]
}

/** Rotated so that the orientation tag makes them upright again. */
export const rotated = async (): Promise<Hostile[]> => {
  const upright = await small().removeAlpha().png().toBuffer()
  const turn = async (bytes: Buffer, degrees: number) => sharp(bytes).rotate(degrees).png().toBuffer()
  const flop = (bytes: Buffer) => sharp(bytes).flop().png().toBuffer()
  const stored = [
    upright,
    await flop(upright),
    await turn(upright, 180),
    await flop(await turn(upright, 180)),
    await flop(await turn(upright, 90)),
    await turn(upright, 270),
    await flop(await turn(upright, 270)),
    await turn(upright, 90),
  ]
  const all: Hostile[] = []
  for (const format of ['jpeg', 'progressive jpeg', 'png', 'webp'] as const) {
    for (const [at, bytes] of stored.entries()) {
      const turned = sharp(bytes).withMetadata({ orientation: at + 1 })
      const name = `${format} of orientation ${at + 1}`
      all.push({ name, bytes: await encoders[format](turned), outcome: 'upright' })
    }
  }
  return all
}

const place = {
  IFD0: { Copyright: SECRET, Artist: SECRET, ImageDescription: SECRET },
  IFD2: { UserComment: SECRET },
  IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '13/1 24/1 0/1' },
}
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><${SECRET}/></x:xmpmeta>`

export const withMetadata = async (): Promise<Hostile[]> => {
  const all: Hostile[] = []
  for (const format of formats) {
    for (const profile of ['p3', 'srgb']) {
      const full = small().withExif(place).withXmp(xmp).withIccProfile(profile)
      const name = `${format} with a place and the profile ${profile}`
      all.push({ name, bytes: await encoders[format](full), outcome: 'upright' })
    }
  }
  return all
}

/** Metadata that cameras and editors write, and data that somebody has hidden. */
export const secretsIn = ({ jpeg, png, webp }: Plain): Hostile[] => {
  const exif = Buffer.from(`Exif\0\0${SECRET}`, 'latin1')
  const long = Buffer.alloc(65_000, SECRET)
  const segments: Record<string, [marker: number, data: Buffer][]> = {
    'a comment': [[0xfe, TEXT]],
    IPTC: [
      [
        0xed,
        Buffer.from(`Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x0b\x1c\x02\x78\x00\x06${SECRET}`, 'latin1'),
      ],
    ],
    'a picture in Exif': [[0xe1, Buffer.concat([exif, jpeg])]],
    'Exif that is none': [[0xe1, exif]],
    'twenty long ones': Array.from({ length: 20 }, () => [0xe1, long]),
    'a long XMP': [[0xe1, withText(`http://ns.adobe.com/xmp/extension/\0${SECRET}`, long.subarray(0, 60_000))]],
    'a profile that is none': [[0xe2, withText('ICC_PROFILE\0\x01\x01', TEXT)]],
    'a profile of 255 parts': [[0xe2, withText('ICC_PROFILE\0\x01\xff', long.subarray(0, 60_000))]],
    'all segments of programs': Array.from({ length: 14 }, (_, at) => [0xe1 + at, TEXT]),
    'more pictures': [[0xe2, withText('MPF\0', TEXT)]],
  }
  const inJpeg = Object.entries(segments).map(([name, some]) => ({
    name: `jpeg with ${name}`,
    bytes: withSegments(jpeg, ...some),
    outcome: 'either' as const,
  }))
  const inPng = ['tEXt', 'eXIf', 'iCCP', 'caBX', 'tIME', 'prVW'].map((type) => ({
    name: `png with ${type}`,
    outcome: 'either' as const,
    bytes: withChunks(png, chunk(type, withText('name\0\0', TEXT))),
  }))
  const inWebp = ['EXIF', 'XMP ', 'ICCP', 'evil'].map((type) => ({
    name: `webp with ${type}`,
    outcome: 'either' as const,
    bytes: withRiffChunk(webp, type, TEXT),
  }))
  return [...inJpeg, ...inPng, ...inWebp]
}
