import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bearer, newKey } from '../harness/keys.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const LOCALES = 5_000
const TOGETHER = 20
const MOST_BYTES = 20_000_000

const hasProc = existsSync('/proc/self/status')

test('5,000 invented locales and time zones use no more memory', { skip: !hasProc }, async () => {
  using folder = temporaryFolder()
  const key = newKey()
  // A small heap, so that garbage is not measured.
  const NODE_OPTIONS = '--max-semi-space-size=1 --max-old-space-size=80'
  const settings = { BOOTSTRAP_KEY: key, NODE_OPTIONS }
  await using server = await startServer({ folder: folder.path, settings })
  const init = {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'contract', title: 'A', text: '{{today}} {{fee}}' }),
  }
  const preview = async (query: string): Promise<number> => {
    const url = `${server.address}/v1/document-templates/preview?${query}`
    const response = await fetch(url, init)
    await response.arrayBuffer()
    return response.status
  }
  const previewAll = async (count: number, queryOf: (index: number) => string) => {
    const statuses = new Set<number>()
    for (let start = 0; start < count; start += TOGETHER) {
      const queries = Array.from({ length: TOGETHER }, (_, at) => queryOf(start + at))
      for (const status of await Promise.all(queries.map(preview))) statuses.add(status)
    }
    return [...statuses]
  }

  // The same work first, so that the heap has grown to its size.
  assert.deepEqual(await previewAll(LOCALES, () => 'locale=en'), [200])
  assert.deepEqual(await previewAll(LOCALES / 5, () => 'locale=zxx'), [400])
  const before = memoryBytes(server.pid)
  const accepted = [privateUse, inventedScript].map((locale) =>
    previewAll(LOCALES / 4, (index) => `locale=${locale(index)}`),
  )
  assert.deepEqual(await Promise.all(accepted), [[200], [200]])
  const refused = [
    previewAll(LOCALES / 4, (index) => `locale=${inventedLanguage(index)}`),
    previewAll(LOCALES / 4, (index) => `timeZone=%2B${offset(index)}`),
  ]
  assert.deepEqual(await Promise.all(refused), [[400], [400]])
  const grownBytes = memoryBytes(server.pid) - before
  assert.ok(grownBytes <= MOST_BYTES, `${grownBytes} bytes`)
})

const privateUse = (index: number): string => `en-x-${String(index).padStart(6, '0')}`
const inventedScript = (index: number): string => `de-Q${letters(index, 3)}`
/** Codes from `qaa` to `qtz` are for private use: no language has them. */
const inventedLanguage = (index: number): string =>
  `q${String.fromCharCode(97 + (Math.floor(index / 26) % 20))}${letters(index, 1)}-x-${index}`
const offset = (index: number): string =>
  `${String(Math.floor(index / 60) % 24).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`

const letters = (index: number, count: number): string =>
  Array.from({ length: count }, (_, at) => String.fromCharCode(97 + (Math.floor(index / 26 ** at) % 26))).join('')

/** The process's own memory, without mapped files. */
const memoryBytes = (pid: number): number => {
  const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}
