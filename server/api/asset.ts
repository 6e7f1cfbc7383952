import { createHash, hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { chooseEncoding, type Encoding } from '../platform/http/accept-encoding.ts'
import type { MaybePromise } from '../platform/maybe-promise.ts'
import type { Reply } from './reply.ts'

/** A file of a page, compressed when it is first asked for so. */
export type Asset = {
  type: string
  hash: string
  /** Not fonts and pictures, which are compressed already. */
  isCompressible: boolean
  encoded(encoding: Encoding): MaybePromise<Buffer>
}

export const asset = (type: string, content: string | Buffer, quality = 9): Asset => {
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
  return {
    type,
    hash: createHash('sha256').update(body).digest('hex').slice(0, 16),
    isCompressible: !isDense,
    encoded: (encoding) => (encoders?.[encoding] ?? identity)(),
  }
}

/** Characters of a page that are compressed within a millisecond. */
const MAX_AT_ONCE = 128 * 1024

/**
 * A page that is made while somebody waits, and may not live long. A tenth is lost to what takes four times as long; and
 * a thread would take more to be given the work than it takes.
 */
export const pageAsset = (type: string, text: string): Asset => {
  if (text.length > MAX_AT_ONCE) return asset(type, text, LONG_PAGE_QUALITY)
  const made: Partial<Record<Encoding, Buffer>> = {}
  const encode = (encoding: Encoding): Buffer => {
    if (encoding === 'br') return brotliCompressSync(text, quickly)
    return encoding === 'gzip' ? gzipSync(text, { level: 1 }) : Buffer.from(text)
  }
  return {
    ...{ type, isCompressible: true, hash: hash('sha256', text).slice(0, 16) },
    encoded(encoding) {
      made[encoding] ??= encode(encoding)
      return made[encoding]
    },
  }
}

const LONG_PAGE_QUALITY = 5
/** A window that is not larger than most pages takes less memory, and so less time. */
const quickly = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

/** Of a file 9 of 11: the last two steps cost seconds to save a tenth. A page that changes takes less. */
const brotliOptions = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
})

/** A file as its visitor's browser takes it. `headers` are names and values in turn. */
export const sendAsset = async (
  sent: IncomingHttpHeaders,
  found: Asset,
  headers: readonly string[],
): Promise<Reply> => {
  const encoding = found.isCompressible
    ? chooseEncoding(String(sent['accept-encoding'] ?? ''))
    : 'identity'
  return {
    status: 200,
    type: found.type,
    // A strong ETag names bytes (RFC 9110 section 8.8.3), so every encoding has its own.
    etag: `"${found.hash}-${encoding}"`,
    headers: [
      ...headers,
      ...['vary', 'accept-encoding'],
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ],
    body: await found.encoded(encoding),
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
