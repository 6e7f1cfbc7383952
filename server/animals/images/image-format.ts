import { ImageFault } from './image.ts'

const imageFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** The number of bytes needed to detect a format. */
export const HEAD_BYTES = 512

const SEND = 'Send JPEG, PNG, WebP, AVIF or GIF.'

/**
 * Detects the format by the first bytes, never by a name or type. Throws `ImageFault` for
 * unsupported ones.
 */
export const formatOf = (head: Buffer): ImageFormat => {
  if (head.length === 0) throw new ImageFault(`The file is empty. ${SEND}`)
  const known = formats.find(({ begins }) => begins(head))
  if (!known) throw new ImageFault(`The file is not a supported image. ${SEND}`)
  if ('format' in known) return known.format
  if ('name' in known) throw new ImageFault(`${known.name} is not supported. ${SEND}`)
  return containerFormat(head)
}

type Known = { begins: (head: Buffer) => boolean } & (
  | { format: ImageFormat }
  | { name: string }
  | { isContainer: true }
)

const ascii = (head: Buffer, from: number, to: number): string =>
  head.toString('latin1', from, Math.min(to, head.length))

const magic =
  (text: string, at = 0) =>
  (head: Buffer): boolean =>
    ascii(head, at, at + text.length) === text

const formats: readonly Known[] = [
  { begins: magic('\xff\xd8\xff'), format: 'jpeg' },
  { begins: magic('\x89PNG\r\n\x1a\n'), format: 'png' },
  { begins: (head) => magic('RIFF')(head) && magic('WEBP', 8)(head), format: 'webp' },
  { begins: (head) => magic('GIF87a')(head) || magic('GIF89a')(head), format: 'gif' },
  { begins: magic('ftyp', 4), isContainer: true },
  { begins: (head) => isMarkup(head), name: 'SVG, like any text,' },
  { begins: magic('%PDF'), name: 'PDF' },
  { begins: (head) => magic('II*\0')(head) || magic('MM\0*')(head), name: 'TIFF' },
  { begins: magic('BM'), name: 'BMP' },
  { begins: magic('8BPS'), name: 'PSD' },
  { begins: (head) => magic('\xff\x0a')(head) || magic('JXL ', 4)(head), name: 'JPEG XL' },
  { begins: magic('jP  ', 4), name: 'JPEG 2000' },
]

/** Whether it begins with an element or an instruction, after whitespace and a byte order mark. */
const isMarkup = (head: Buffer): boolean => {
  const text = head.toString('latin1').replaceAll('\0', '')
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<[!?a-zA-Z]/.test(text)
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** The brands of an ISO base media file say what it contains (ISO/IEC 14496-12 section 4.3). */
const containerFormat = (head: Buffer): ImageFormat => {
  const end = Math.min(head.length, Math.max(16, head.length >= 4 ? head.readUInt32BE(0) : 0))
  const brands = new Set<string>()
  for (let at = 8; at + 4 <= end; at += 4) brands.add(ascii(head, at, at + 4))
  if (brands.has('avis')) throw animated()
  if (brands.has('avif')) return 'avif'
  if ([...brands].some((brand) => heicBrands.has(brand))) throw heic()
  throw new ImageFault(`This is a video, or a container without an image. ${SEND}`)
}

export const heic = (): ImageFault =>
  new ImageFault(
    'This is a HEIC image, which most browsers cannot show. Send it as JPEG: on an iPhone, choose "Most Compatible" ' +
      'in Settings, Camera, Formats, or export the photo as JPEG.',
  )

export const animated = (): ImageFault =>
  new ImageFault('The image is animated. Send a single picture, as JPEG, PNG, WebP, AVIF or GIF.')

/**
 * The message for an image that takes too much memory, with a way to reduce that for its format.
 */
export const tooMuchMemory = (format: ImageFormat): string => `The image takes too much memory. ${smaller[format]}`

const smaller: Record<ImageFormat, string> = {
  jpeg: 'Send it as baseline JPEG instead of progressive JPEG, or make it smaller.',
  png: 'Send it without interlacing, as JPEG, or make it smaller.',
  avif: 'Send it as JPEG, or make it smaller.',
  webp: 'Send it as JPEG, or make it smaller.',
  gif: 'Send it as JPEG, or make it smaller.',
}
