import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TargetGuard } from '../../feed/webhooks/target-guard.ts'
import { EncodedResponse, limitBytes, sendRequest } from '../../platform/http/outbound.ts'
import { makePrivateFolder } from '../../platform/private-folder.ts'
import { MAX_PHOTO_BYTES } from './photo.ts'

type Deps = {
  guard: Pick<TargetGuard, 'lookupFor'>
  /** The folder for received files. */
  folder: string
  /** The time limit for one photo: lookups, connections, redirects and the file. */
  timeoutMs: number
  stopping: AbortSignal
}

const MAX_REDIRECTS = 5
/** After so many consecutive timeouts, a host is not tried again. */
const MAX_FAILURES = 5

/**
 * Downloads photos by URL: only from public hosts, checking each redirect like the first URL, with
 * the size and time limits of an upload.
 */
export const remotePhotos = ({ guard, folder, timeoutMs, stopping }: Deps) => {
  const failures = new Map<string, number>()

  const fetchFrom = async (address: string, file: string, signal: AbortSignal): Promise<void> => {
    let url = addressOf(address)
    for (let redirects = 0; ; redirects += 1) {
      const host = url.host
      if ((failures.get(host) ?? 0) >= MAX_FAILURES) {
        throw new Error(`${host} did not respond ${MAX_FAILURES} times in a row`)
      }
      const response = await get(guard, url, signal).catch((error) => {
        if (error instanceof EncodedResponse) throw error
        failures.set(host, (failures.get(host) ?? 0) + 1)
        throw signal.aborted ? new Error(`${host} took too long`) : error
      })
      failures.delete(host)
      const next = redirectOf(response, url)
      if (!next) return receive(response, file, signal)
      response.destroy()
      if (redirects === MAX_REDIRECTS) throw new Error('there are too many redirects')
      url = next
    }
  }

  return {
    /**
     * Returns the path of a file, which the caller removes. Throws an error with the reason if
     * there is none.
     */
    async download(address: string): Promise<string> {
      await makePrivateFolder(folder)
      const file = join(folder, `${randomUUID()}.download`)
      const overdue = new AbortController()
      const timer = setTimeout(() => overdue.abort(), timeoutMs)
      try {
        await fetchFrom(address, file, AbortSignal.any([overdue.signal, stopping]))
        return file
      } catch (error) {
        await rm(file, { force: true })
        throw overdue.signal.aborted ? new Error('it took too long') : error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const addressOf = (text: string): URL => {
  const url = text.length <= 4_096 ? URL.parse(text) : null
  if (!url) throw new Error('it is not an http or https address')
  url.hash = ''
  return url
}

const get = async (guard: Deps['guard'], url: URL, signal: AbortSignal): Promise<IncomingMessage> => {
  const lookup = guard.lookupFor(url)
  return sendRequest(url, {
    headers: { accept: 'image/*', 'user-agent': 'animal-adoption-store-import/1' },
    // A new connection each time, so that the host is resolved and checked again.
    agent: false,
    signal,
    ...(lookup && { lookup }),
  })
}

const redirectOf = ({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined => {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined
  return addressOf(URL.parse(headers.location, from)?.href ?? '')
}

const receive = async (response: IncomingMessage, file: string, signal: AbortSignal): Promise<void> => {
  const { statusCode, headers } = response
  const isTooLarge = Number(headers['content-length']) > MAX_PHOTO_BYTES
  if (statusCode !== 200 || isTooLarge) {
    response.destroy()
    throw isTooLarge ? tooLarge() : new Error(`the response was ${statusCode}`)
  }
  await pipeline(response, limitBytes(MAX_PHOTO_BYTES, tooLarge), createWriteStream(file, { mode: 0o600 }), {
    signal,
  })
}

const tooLarge = () => new Error('it is larger than 15 MB')
