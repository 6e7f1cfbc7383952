import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import {
  isMediaName,
  type MediaExtension,
  type MediaName,
  type MediaStorage,
  MediaUnavailable,
  mediaTypes,
} from './media.ts'
import type { S3Config } from './s3-config.ts'

const TIMEOUT_MS = 15_000
const TRIES = 3

/** Files in a bucket of Amazon S3, or of any service that speaks its protocol. */
export const s3Media = (config: S3Config): MediaStorage => {
  const { accessKeyId, secretAccessKey, sessionToken, region } = config
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region },
    ...(sessionToken && { sessionToken }),
    service: 's3',
    // Tried again here, where a timeout is for each attempt.
    retries: 0,
  })
  const bucket = bucketUrl(config)
  const urlOf = (name: MediaName): string =>
    `${bucket}/${config.prefix && `${config.prefix}/`}${name}`

  /** Throws `MediaUnavailable` for anything but success, or 404 where that is expected. */
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    let fault: unknown
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        const response = await within(TIMEOUT_MS, (signal) =>
          client.fetch(url, { ...init, signal }),
        )
        if (response.ok || response.status === 404) return response
        fault = new Error(`${init.method ?? 'GET'}: ${response.status} ${await response.text()}`)
        if (response.status < 500 && response.status !== 429) break
      } catch (error) {
        fault = error
      }
    }
    throw new MediaUnavailable(fault)
  }

  return {
    async put(name, file) {
      const extension = name.split('.')[1] as MediaExtension
      const response = await ask(urlOf(name), {
        method: 'PUT',
        headers: {
          'content-type': mediaTypes[extension],
          'cache-control': 'public, max-age=31536000, immutable',
        },
        body: await readFile(file),
      })
      await response.body?.cancel()
      if (!response.ok) throw new MediaUnavailable(new Error('there is no such bucket'))
      await rm(file, { force: true })
    },

    async find(name) {
      const response = await ask(urlOf(name), { method: 'HEAD' })
      return response.ok ? { bytes: lengthOf(response) } : undefined
    },

    async open(name) {
      const response = await ask(urlOf(name))
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        return undefined
      }
      // The same stream by its other name: the web's type and Node's own.
      const body = Readable.fromWeb(response.body as unknown as ReadableStream)
      return { bytes: lengthOf(response), body }
    },

    async remove(name) {
      const response = await ask(urlOf(name), { method: 'DELETE' })
      await response.body?.cancel()
    },

    async *list() {
      const prefix = config.prefix && `${config.prefix}/`
      let token: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (token !== undefined) query.set('continuation-token', token)
        const text = await (await ask(`${bucket}?${query}`)).text()
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) {
          const name = key.slice(prefix.length)
          if (isMediaName(name)) yield name
        }
        const next = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1]
        token = next === undefined ? undefined : unescaped(next)
      } while (token !== undefined)
    },
  }
}

/** By its path: a bucket in the name of a host is only Amazon's. */
const bucketUrl = ({ endpoint, region, bucket }: S3Config): string =>
  `${new URL(endpoint ?? `https://s3.${region}.amazonaws.com`).origin}/${bucket}`

const lengthOf = ({ headers }: Response): number => Number(headers.get('content-length'))

/** Until the head of the response is there: what follows it takes as long as its reader does. */
const within = async <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('timeout')), ms)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}
const unescaped = (xml: string): string =>
  xml.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity)
