import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, type Encoding } from '../platform/http/accept-encoding.ts'

/** A file of the page, compressed when it is first asked for so. */
export type Asset = { type: string; hash: string; encoded(encoding: Encoding): Promise<Buffer> }

export const asset = (type: string, text: string): Asset => {
  const body = Buffer.from(text)
  const encoders = {
    br: once(() => promisify(brotliCompress)(body, brotliOptions)),
    gzip: once(() => promisify(gzip)(body)),
    identity: async () => body,
  }
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return { type, hash, encoded: (encoding) => encoders[encoding]() }
}

/** 9 of 11: the last two steps cost seconds to save a tenth. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

export const sendAsset = async (request: FastifyRequest, reply: FastifyReply, found: Asset) => {
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '')
  // A strong ETag names bytes (RFC 9110 section 8.8.3), so every encoding has its own.
  const etag = `"${found.hash}-${encoding}"`
  reply.headers({ etag, vary: 'accept-encoding' })
  if (hasTag(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(found.type).send(await found.encoded(encoding))
}

const hasTag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))

/** Work shared by everyone who asks; a failure is not kept, so the next request tries again. */
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
