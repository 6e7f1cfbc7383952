import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'
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

/** The smallest encoding the client takes by name; a weight of 0 is a refusal (RFC 9110 section 12.5.3). */
const chooseEncoding = (acceptEncoding: string): Encoding => {
  const taken = acceptEncoding
    .toLowerCase()
    .split(',')
    .filter((item) => !/;\s*q=0(\.0*)?\s*$/.test(item))
    .map((item) => item.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity'
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
