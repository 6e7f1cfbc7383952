import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'
import { chooseEncoding, compressed, type Encoding } from '../../platform/http/negotiation.ts'
import {
  digestOfParts,
  exact,
  gzipParts,
  ownLength,
  type TextParts,
  wholeBytes,
} from '../../platform/http/text-parts.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Reply } from './reply.ts'

/** What is sent as it stands, compressed when it is first asked for so. */
export type Asset = {
  type: string
  /** How it is compressed, what is best for it first; nothing for fonts and pictures, which are compressed already. */
  encodings: readonly Encoding[]
  encoded(encoding: Encoding): MaybePromise<Buffer>
  /** Names the bytes of it in this encoding. */
  tagOf(encoding: Encoding): string
}

/** A file of a page. */
type AssetFile = Asset & { hash: string }

export const asset = (
  type: string,
  content: string | Buffer,
  quality = FILE_QUALITY,
): AssetFile => {
  const body = Buffer.from(content)
  const identity = async () => body
  const isDense = /^(?:font|image)\/(?!svg)/.test(type)
  const encoders = isDense
    ? undefined
    : {
        br: once(() => promisify(brotliCompress)(body, brotliOptions(quality))),
        gzip: once(() => promisify(gzip)(body)),
        identity,
      }
  const digest = hash('sha256', body).slice(0, 16)
  return {
    ...{ type, hash: digest, tagOf: (encoding) => `${digest}-${encoding}` },
    encodings: isDense ? [] : compressed,
    encoded: (encoding) => (encoders?.[encoding] ?? identity)(),
  }
}

/** Characters of a page that are compressed within a millisecond. */
const MAX_AT_ONCE = 128 * 1024

/**
 * A page that is made while somebody waits, and may not live long. A tenth is lost to what takes four times as long; and
 * a thread would take more to be given the work than it takes. Of a page with parts that others have too, only the rest
 * is compressed: gzip can put them together, and Brotli cannot.
 */
export const pageAsset = (type: string, text: TextParts): Asset => {
  if (ownLength(text) > MAX_AT_ONCE) return asset(type, wholeBytes(text), LONG_PAGE_QUALITY)
  const made: Partial<Record<Encoding, Buffer>> = {}
  const digests: Partial<Record<Encoding, string>> = {}
  return {
    type,
    encodings: typeof text === 'string' ? compressed : partsFirst,
    encoded(encoding) {
      made[encoding] ??= encoding === 'gzip' ? gzipParts(text) : encodePage(text, encoding)
      return made[encoding]
    },
    tagOf(encoding) {
      digests[encoding] ??= digestOfParts(text, encoding === 'gzip' ? 'deflated' : 'bytes')
      return `${digests[encoding]}-${encoding}`
    },
  }
}

const partsFirst: readonly Encoding[] = ['gzip', 'br']

const encodePage = (text: TextParts, encoding: Exclude<Encoding, 'gzip'>): Buffer => {
  const whole = wholeBytes(text)
  return encoding === 'br' ? exact(brotliCompressSync(whole, quickly)) : whole
}

const LONG_PAGE_QUALITY = 5
/** A window that is not larger than most pages takes less memory, and so less time. */
const quickly = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

/**
 * Of 11. Two steps more take five times as long to save a hundredth, and who opens the console first after a start waits
 * for it; the last two cost seconds to save a tenth. A page that changes takes less.
 */
const FILE_QUALITY = 7
const brotliOptions = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
})

/** A file as its visitor's browser takes it. `headers` are names and values in turn. */
export const sendAsset = async (
  sent: IncomingHttpHeaders,
  found: Asset,
  headers: readonly string[],
): Promise<Reply> => {
  const encoding =
    found.encodings.length > 0
      ? chooseEncoding(String(sent['accept-encoding'] ?? ''), found.encodings)
      : 'identity'
  const body = await found.encoded(encoding)
  return {
    status: 200,
    type: found.type,
    // A strong ETag names bytes (RFC 9110 section 8.8.3), so every encoding has its own.
    etag: `"${found.tagOf(encoding)}"`,
    headers: [
      ...headers,
      ...['vary', 'accept-encoding'],
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ],
    body,
  }
}

/** Work shared by concurrent callers. A failure is not cached, so the next request tries again. */
export const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}
