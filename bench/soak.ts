import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { load } from './load.ts'
import { residentMebibytes } from './machine.ts'
import { startService } from './process.ts'
import { number, type Options, type Report } from './report.ts'
import { getRequest, requestBytes } from './request.ts'
import { makeStore } from './store.ts'
import { lists, mixing } from './work.ts'

const ANIMALS = 10_000
const ROWS = 20
const STREAMS = 20
const MEBIBYTE = 1024 * 1024

/** Checks whether anything grows during reads, writes and streams at a steady rate. */
export const measureSoak = async ({ minutes }: Options, folder: string): Promise<Report> => {
  const { path, key } = await makeStore(join(folder, 'soak.db'), { animals: ANIMALS })
  let events = 0
  await using service = await startService({ DATABASE_URL: `sqlite:${path}` })
  const ended = new AbortController()
  const follow = async () => {
    const headers = { authorization: `Bearer ${key}` }
    const stream = `http://127.0.0.1:${service.port}/v1/events/stream`
    const { body } = await fetch(stream, { headers, signal: ended.signal })
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? [])
      events += part.split('\nevent: ').length - 1
  }
  for (let opened = 0; opened < STREAMS; opened += 1) follow().catch(() => {})
  let written = 0
  const write = () => {
    written += 1
    const body = { name: `Soak ${written}`, categoryId: written % 50 }
    const change = { method: 'PATCH', path: `/v1/pets/${(written % ANIMALS) + 1}`, body }
    return requestBytes(written % 2 ? { method: 'POST', path: '/v1/pets', body } : change, key)
  }
  const reads = [...lists(30), '/v1/events'].map((each) => getRequest(each, key))
  const rows: Record<string, number>[] = []
  for (let row = 1; row <= ROWS; row += 1) {
    // 16 connections with a request each 200 ms are 80 requests a second.
    const { p50Ms, p99Ms } = await load({
      port: service.port,
      next: mixing(reads, 0.25, write),
      connections: 16,
      seconds: (minutes * 60) / ROWS,
      pauseMs: 200,
    })
    rows.push({
      minutes: (minutes * row) / ROWS,
      'resident MiB': residentMebibytes(service.pid),
      handles: readdirSync(`/proc/${service.pid}/fd`).length,
      'store MiB': statSync(path).size / MEBIBYTE,
      'log MiB': statSync(`${path}-wal`).size / MEBIBYTE,
      'p50 ms': p50Ms,
      'p99 ms': p99Ms,
      events,
    })
  }
  ended.abort()
  return {
    title: `SOAK: ${minutes} minutes of 80 requests/s, of which 20 write, ${STREAMS} streams`,
    table: [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map((value) => number(value, 1)))],
  }
}
