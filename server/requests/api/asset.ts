import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { chooseEncoding, compressed, type Encoding } from '../../platform/http/negotiation.ts'
import { compressLater } from './compression.ts'
import type { Reply } from './reply.ts'

/** A static response. Each encoding is compressed on first use, in turn with what other owners wait for. */
export type Asset = {
  type: string
  /** The encodings it is offered in, the best first; empty for fonts, images and archives, which are already compressed. */
  encodings: readonly Encoding[]
  encoded(encoding: Encoding, owner?: string): Promise<Buffer>
  /** Returns the ETag of this encoding. */
  tagOf(encoding: Encoding): string
}

/** A static file of a page. */
type AssetFile = Asset & { hash: string }

export const asset = (type: string, content: string | Buffer, quality = FILE_QUALITY): AssetFile => {
  const body = Buffer.from(content)
  const identity = async () => body
  const isDense = /^(?:(?:font|image)\/(?!svg)|application\/gzip$)/.test(type)
  const encoders = isDense
    ? undefined
    : {
        br: once((owner?: string) => compressLater(owner, body, { br: brotliOptions(quality) })),
        gzip: once((owner?: string) => compressLater(owner, body, { gzip: {} })),
        identity,
      }
  const digest = hash('sha256', body).slice(0, 16)
  return {
    type,
    hash: digest,
    tagOf: (encoding) => `${digest}-${encoding}`,
    encodings: isDense ? [] : compressed,
    encoded: (encoding, owner) => (encoders?.[encoding] ?? identity)(owner),
  }
}

/** The most characters that compress within a millisecond. */
const MAX_AT_ONCE = 128 * 1024

/**
 * A page that is rendered on demand and may be short-lived. Fast compression loses a tenth in size and takes a quarter
 * of the time, and handing the work to a thread would cost more than the work itself.
 */
export const pageAsset = (type: string, text: string): Asset => {
  if (text.length > MAX_AT_ONCE) return asset(type, text, LONG_PAGE_QUALITY)
  const made: Partial<Record<Encoding, Buffer>> = {}
  let digest: string | undefined
  return {
    type,
    encodings: compressed,
    async encoded(encoding) {
      made[encoding] ??= exact(encodePage(Buffer.from(text), encoding))
      return made[encoding]
    },
    tagOf(encoding) {
      digest ??= hash('sha256', text).slice(0, 16)
      return `${digest}-${encoding}`
    },
  }
}

const encodePage = (text: Buffer, encoding: Encoding): Buffer => {
  if (encoding === 'identity') return text
  return encoding === 'br' ? brotliCompressSync(text, quickly) : gzipSync(text, { level: 1 })
}

/**
 * Copies bytes that will be cached. A short buffer is often a slice of a shared one of up to 64 KiB, and would keep
 * all of it in memory.
 */
const exact = (bytes: Buffer): Buffer => {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

const LONG_PAGE_QUALITY = 5
/** A window no larger than most pages needs less memory and time. */
const quickly = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

/**
 * One of 11 levels. The next two take five times as long to save one percent, while the first visitor after a start
 * waits. The last two take seconds to save a tenth. Pages that change use a lower level.
 */
const FILE_QUALITY = 7
const brotliOptions = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
})

/** Sends a file in the encoding that the browser prefers. `headers` alternates names and values. */
export const sendAsset = async (
  sent: IncomingHttpHeaders,
  found: Asset,
  headers: readonly string[],
  owner = '',
): Promise<Reply> => {
  const encoding =
    found.encodings.length > 0 ? chooseEncoding(String(sent['accept-encoding'] ?? ''), found.encodings) : 'identity'
  const body = await found.encoded(encoding, owner)
  return {
    status: 200,
    type: found.type,
    // A strong ETag identifies bytes (RFC 9110 section 8.8.3), so every encoding has its own.
    etag: `"${found.tagOf(encoding)}"`,
    headers: [
      ...headers,
      'vary',
      'accept-encoding',
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ],
    body,
  }
}

/** Runs work once for concurrent callers. A failure is not cached, so the next request tries again. */
export const once = <T, Args extends unknown[]>(
  work: (...args: Args) => Promise<T>,
): ((...args: Args) => Promise<T>) => {
  let result: Promise<T> | undefined
  return (...args) => {
    result ??= work(...args).catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}
