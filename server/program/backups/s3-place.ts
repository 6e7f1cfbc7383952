import { createHash } from 'node:crypto'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { MediaUnavailable } from '../../animals/media/media.ts'
import { isSuccess, type S3Bucket, s3Bucket } from '../../animals/media/s3-bucket.ts'
import type { S3Config } from '../../animals/media/s3-config.ts'
import { s3Media } from '../../animals/media/s3-media.ts'
import type { Exchange, Limits } from '../../platform/http/outbound.ts'
import { isBackupName, MANIFEST_FILE } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'

/** A larger file is sent and received in parts of this size. S3 allows 10,000. */
const PART_BYTES = 16 * 1_048_576
const limits: Limits = { timeoutMs: 120_000, bodyTimeoutMs: 120_000, maxBytes: 256 * 1_048_576 }

type Request = Parameters<S3Bucket['ask']>[1]

/** Backups in a bucket. One is complete when it has its manifest. */
export const s3Place = (config: S3Config): BackupPlace => {
  const bucket = s3Bucket(config)
  const urlOf = (name: string, file: string): string => bucket.urlOf(`${name}/${file}`)

  const ask = (url: string, request: Request, allowsMissing = false) =>
    named(
      bucket.ask(url, withChecksum(request), {
        limits,
        allowsMissing,
        read: async (response: Exchange) => ({ ...response, bytes: await buffer(response.body) }),
      }),
    )

  /** The files of each backup. All names begin with a digit of the year, so no photo is listed. */
  const listFiles = async (): Promise<Map<string, string[]>> => {
    const found = new Map<string, string[]>()
    const read = async () => {
      for await (const key of bucket.list('2')) {
        const [name = '', file = '', ...rest] = key.split('/')
        if (!isBackupName(name) || file === '' || rest.length > 0) continue
        found.set(name, [...(found.get(name) ?? []), file])
      }
    }
    await named(read())
    return found
  }

  const listThose = async (isComplete: boolean): Promise<string[]> =>
    [...(await listFiles())]
      .filter(([, files]) => files.includes(MANIFEST_FILE) === isComplete)
      .map(([name]) => name)
      .toSorted()

  const addParts = async (url: string, path: string, bytes: number): Promise<void> => {
    const begun = await ask(`${url}?uploads=`, { method: 'POST' })
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun.bytes.toString())?.[1]
    if (id === undefined) throw new Error('the bucket of backups began no upload')
    const upload = `uploadId=${encodeURIComponent(id)}`
    try {
      const tags: string[] = []
      for await (const part of partsOf(path, bytes)) {
        const sent = await ask(`${url}?partNumber=${tags.length + 1}&${upload}`, {
          method: 'PUT',
          body: part,
        })
        tags.push(sent.headers.etag ?? '')
      }
      const done = await ask(`${url}?${upload}`, { method: 'POST', body: completion(tags) })
      // S3 may report a failure in a response with the status 200.
      if (done.bytes.includes('<Error>')) throw new Error('the bucket of backups lost a part')
    } catch (error) {
      await ask(`${url}?${upload}`, { method: 'DELETE' }, true).catch(() => undefined)
      throw error
    }
  }

  const add = async (name: string, file: string, path: string): Promise<void> => {
    const { size } = await stat(path)
    const url = urlOf(name, file)
    if (size > PART_BYTES) await addParts(url, path, size)
    else await ask(url, { method: 'PUT', body: await readFile(path) })
    await rm(path, { force: true })
  }

  return {
    list: () => listThose(true),
    listIncomplete: () => listThose(false),
    add,
    complete: add,

    async download(name, file, path) {
      const url = urlOf(name, file)
      const found = await named(bucket.find(url, { method: 'HEAD' }))
      if (!isSuccess(found)) return false
      const total = Number(found.headers['content-length'] ?? 0)
      const to = await open(path, 'w', 0o600)
      try {
        for (let at = 0; at < total; at += PART_BYTES) {
          const range = `bytes=${at}-${Math.min(at + PART_BYTES, total) - 1}`
          await to.writeFile((await ask(url, { headers: { range } })).bytes)
        }
      } finally {
        await to.close()
      }
      return true
    },

    async read(name, file) {
      const found = await ask(urlOf(name, file), {}, true)
      return isSuccess(found) ? found.bytes.toString() : undefined
    },

    async remove(name) {
      const files = (await listFiles()).get(name) ?? []
      // The manifest first: from then on the backup is incomplete.
      const ordered = files.toSorted((a, b) => Number(b === MANIFEST_FILE) - Number(a === MANIFEST_FILE))
      for (const file of ordered) await ask(urlOf(name, file), { method: 'DELETE' }, true)
    },

    photos: s3Media({ ...config, prefix: [config.prefix, 'photos'].filter(Boolean).join('/') }),
  }
}

/** The bucket rejects bytes that changed on their way. */
const withChecksum = (request: Request): Request => {
  if (request.body === undefined || request.method !== 'PUT') return request
  const md5 = createHash('md5').update(request.body).digest('base64')
  return { ...request, headers: { ...request.headers, 'content-md5': md5 } }
}

const partsOf = async function* (path: string, bytes: number) {
  const file = await open(path)
  try {
    for (let at = 0; at < bytes; at += PART_BYTES) {
      const part = new Uint8Array(Math.min(PART_BYTES, bytes - at))
      await file.read(part, 0, part.length, at)
      yield part
    }
  } finally {
    await file.close()
  }
}

const completion = (tags: readonly string[]): Uint8Array<ArrayBuffer> => {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  return new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
}

/** The message of the adapter is about photos. */
const named = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error
    const { cause } = error
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the bucket of backups is unavailable: ${reason}`, { cause })
  }
}
