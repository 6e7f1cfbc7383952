import { readFile, rm } from 'node:fs/promises'
import type { Exchange, Limits } from '../../platform/http/outbound.ts'
import {
  isMediaName,
  type MediaExtension,
  type MediaName,
  type MediaStorage,
  type MediaUnavailable,
  mediaTypes,
} from './media.ts'
import { isSuccess, lengthOf, s3Bucket } from './s3-bucket.ts'
import type { S3Config } from './s3-config.ts'

/** The body of a file is read only as fast as the client receives it. */
const files: Limits = {
  timeoutMs: 15_000,
  bodyTimeoutMs: 10 * 60_000,
  maxBytes: 64 * 1_048_576,
}

type Deps = {
  /** Called after each request to the bucket, with the error if it was unavailable. */
  onOutcome?: ((error?: MediaUnavailable) => void) | undefined
}

/** Files in a bucket of Amazon S3 or a compatible service. */
export const s3Media = (config: S3Config, deps: Deps = {}): MediaStorage => {
  const { urlOf, ask, succeed, find, list } = s3Bucket(config, deps)

  return {
    async put(name, file) {
      await succeed(urlOf(name), {
        method: 'PUT',
        headers: {
          'content-type': typeOf(name),
          'cache-control': 'public, max-age=31536000, immutable',
        },
        body: await readFile(file),
      })
      await rm(file, { force: true })
    },

    async find(name) {
      const response = await find(urlOf(name), { method: 'HEAD' })
      return isSuccess(response) ? { bytes: lengthOf(response) } : undefined
    },

    async open(name) {
      const response = await ask(
        urlOf(name),
        {},
        { limits: files, allowsMissing: true, read: async (found: Exchange) => found },
      )
      if (isSuccess(response)) return { bytes: lengthOf(response), body: response.body }
      response.body.resume()
      return undefined
    },

    async remove(name) {
      await find(urlOf(name), { method: 'DELETE' })
    },

    /** An object only appears once it is complete, so there is nothing to sweep. */
    async sweep() {},

    async *list() {
      for await (const name of list()) if (isMediaName(name)) yield name
    },
  }
}

const typeOf = (name: MediaName): string => mediaTypes[name.split('.')[1] as MediaExtension]
