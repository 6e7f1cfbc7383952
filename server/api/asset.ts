import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chooseEncoding, type Encoding } from '../platform/http/accept-encoding.ts'
import type { Reply } from './reply.ts'

/** A file of a page, compressed when it is first asked for so. */
export type Asset = {
  type: string
  hash: string
  /** Not fonts and pictures, which are compressed already. */
  isCompressible: boolean
  encoded(encoding: Encoding): Promise<Buffer>
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
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return {
    type,
    hash,
    isCompressible: !isDense,
    encoded: (encoding) => (encoders?.[encoding] ?? identity)(),
  }
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
