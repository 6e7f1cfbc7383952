import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { finished } from 'node:stream/promises'
import { test } from 'node:test'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const REQUESTS = 590
const MAX_MIB = 150

/** A figure of Linux about the memory of a process. */
const readMiB = (pid: number, name: 'VmHWM' | 'VmRSS'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024
}

/** Repeats a request until it succeeds, because a busy machine may miss a deadline. Resolves with the ETag. */
const get = async (url: URL, headers: Record<string, string>): Promise<string | undefined> => {
  for (;;) {
    const sent = request(url, { agent: false, headers }).end()
    const [response] = await once(sent, 'response').catch(() => [])
    if (!response) continue
    response.resume()
    await finished(response).catch(() => undefined)
    if (response.statusCode === 200 && response.complete) return response.headers.etag
  }
}

const skip = !existsSync('/proc/self/status') && 'memory is measured on Linux'

test(`${REQUESTS} concurrent requests for documents, each with another Host, take at most ${MAX_MIB} MiB`, {
  skip,
}, async () => {
  using folder = temporaryFolder()
  const settings = { PORTAL_PER_MINUTE: '100000', STAGING: 'off' }
  await using server = await startServer({ folder: folder.path, settings })
  for (const [path, encoding] of [
    ['/openapi.json', 'br'],
    ['/openapi.json', 'identity'],
    ['/openapi.yaml', 'gzip'],
    ['/llms-full.txt', 'br'],
    ['/adopt', 'br'],
  ] as const) {
    // Begins a new peak (proc(5)).
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
    const restMiB = readMiB(server.pid, 'VmRSS')
    const tags = await Promise.all(
      Array.from({ length: REQUESTS }, (_, at) =>
        get(new URL(path, server.address), {
          host: `host-${at}.example`,
          'accept-encoding': encoding,
        }),
      ),
    )
    // A page of the site has absolute addresses.
    if (path !== '/adopt') assert.equal(new Set(tags).size, 1, path)
    const peakMiB = readMiB(server.pid, 'VmHWM') - restMiB
    assert.ok(peakMiB <= MAX_MIB, `${path} (${encoding}): ${Math.round(peakMiB)} MiB above rest`)
  }
})
