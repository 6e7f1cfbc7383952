import { text } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'
import { type Exchange, exchange, type Limits } from '../../platform/http/outbound.ts'
import { MediaUnavailable } from './media.ts'
import type { S3Config } from './s3-config.ts'

const TRIES = 3
const MAX_FAULT_LENGTH = 200
const TIMEOUT_MS = 15_000
/** For everything but files: a list of a thousand names takes some hundred KB. */
const documents: Limits = { timeoutMs: TIMEOUT_MS, maxBytes: 8 * 1_048_576 }

type Deps = {
  /** Called after each request to the bucket, with the error if it was unavailable. */
  onOutcome?: ((error?: MediaUnavailable) => void) | undefined
}

type Ask = {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

type Asking<T> = {
  limits: Limits
  /** Whether a 404 is a regular response and not an error. */
  allowsMissing: boolean
  read: (response: Exchange) => Promise<T>
}

export type S3Bucket = ReturnType<typeof s3Bucket>

/** Signed requests to a bucket of Amazon S3 or a compatible service. They throw `MediaUnavailable`. */
export const s3Bucket = (config: S3Config, { onOutcome }: Deps = {}) => {
  const { accessKeyId, secretAccessKey, sessionToken, region } = config
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    ...(sessionToken && { sessionToken }),
    service: 's3',
  })
  const bucket = bucketUrl(config)
  const prefix = config.prefix && `${config.prefix}/`

  const send = async (address: string, request: Ask, limits: Limits): Promise<Exchange> => {
    const { url, method, headers } = await client.sign(address, request)
    const signed = { method, headers: Object.fromEntries(headers), body: request.body }
    return exchange(new URL(url), signed, limits)
  }

  const persist = async <T>(url: string, request: Ask, asking: Asking<T>): Promise<T> => {
    const { limits, allowsMissing, read } = asking
    let fault: unknown
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        const response = await send(url, request, limits)
        const { status } = response
        if (isSuccess(response) || (status === 404 && allowsMissing)) return await read(response)
        fault = new Error(`the response was ${status} ${faultOf(await text(response.body))}`.trim())
        if (status < 500 && status !== 429) break
      } catch (error) {
        fault = error
      }
    }
    throw new MediaUnavailable(fault)
  }

  const ask = async <T>(url: string, request: Ask, asking: Asking<T>): Promise<T> => {
    try {
      const found = await persist(url, request, asking)
      onOutcome?.()
      return found
    } catch (error) {
      if (error instanceof MediaUnavailable) onOutcome?.(error)
      throw error
    }
  }

  const whole = {
    limits: documents,
    read: async (response: Exchange) => ({ ...response, text: await text(response.body) }),
  }
  /** Throws `MediaUnavailable` unless the request succeeds. */
  const succeed = (url: string, request: Ask = {}) => ask(url, request, { ...whole, allowsMissing: false })
  /** Also resolves with a 404. */
  const find = (url: string, request: Ask) => ask(url, request, { ...whole, allowsMissing: true })

  return {
    urlOf: (key: string): string => `${bucket}/${(prefix + key).split('/').map(encodeStrictly).join('/')}`,
    ask,
    succeed,
    find,

    /** The keys behind the prefix of the settings that begin with `within`, in order. */
    async *list(within = ''): AsyncIterable<string> {
      let token: string | undefined
      do {
        const query = ['list-type=2', `prefix=${encodeStrictly(prefix + within)}`]
        if (token !== undefined) query.push(`continuation-token=${encodeStrictly(token)}`)
        const { text: page } = await succeed(`${bucket}?${query.join('&')}`)
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) {
          yield unescaped(key).slice(prefix.length)
        }
        const next = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(page)?.[1]
        token = next === undefined ? undefined : unescaped(next)
      } while (token !== undefined)
    },
  }
}

/** Requests are signed with these characters encoded, and some services compare them as they arrive. */
const encodeStrictly = (part: string): string =>
  encodeURIComponent(part).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The error code of S3, such as `NoSuchBucket`. */
const faultOf = (body: string): string => /<Code>([\w.]+)<\/Code>/.exec(body)?.[1] ?? body.slice(0, MAX_FAULT_LENGTH)

export const isSuccess = ({ status }: Exchange): boolean => status >= 200 && status < 300

/** With the bucket in the path, as only Amazon supports it in the host name. */
const bucketUrl = ({ endpoint, region, bucket }: S3Config): string =>
  `${new URL(endpoint ?? `https://s3.${region}.amazonaws.com`).origin}/${bucket}`

export const lengthOf = ({ headers: { 'content-length': length } }: Exchange): number => {
  if (length === undefined) throw new MediaUnavailable(new Error('the response has no length'))
  return Number(length)
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}
const unescaped = (xml: string): string =>
  xml
    .replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex, decimal) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity)
