import assert from 'node:assert/strict'
import type { ImportSummary } from '../../server/exchange/imports/import-job.ts'
import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'

type Shown = {
  id: number
  status: string
  fileName: string
  options: Record<string, unknown>
  columns: { name: string; field?: string; samples: string[]; looksLikeId?: boolean }[]
  encodings?: { encoding: string; samples: string[] }[]
  progress: { rows: number; totalRows?: number }
  check: ImportSummary
  result: ImportSummary
  undone?: object
  problem?: string
  importedBefore?: number
}

/** Imports over HTTP, with the key of the app or another one; `watching` is the key that polls. */
export const httpImports = (app: TestApp, headers: Record<string, string> = app.key, watching = headers) => {
  const get = async (id: number): Promise<Shown> => (await app.get(`/v1/imports/${id}`, watching)).json()

  /** Waits while it is checked or run. */
  const ended = async (id: number): Promise<Shown> => {
    const isBusy = ({ status }: Shown) => status === 'checking' || status === 'running'
    await eventually('the import has ended', async () => {
      return !isBusy(await get(id))
    })
    return get(id)
  }

  const post = (file: string | Buffer, query = '') =>
    app.post(`/v1/imports?${query}`, file, { ...headers, 'content-type': 'text/csv' })

  return {
    get,
    ended,
    post,
    async send(file: string | Buffer, query = ''): Promise<Shown> {
      const sent = await post(file, query)
      assert.equal(sent.statusCode, 201, sent.body)
      return ended(sent.json().id)
    },
    async check(id: number, options: object): Promise<Shown> {
      const response = await app.post(`/v1/imports/${id}/check`, options, headers)
      assert.equal(response.statusCode, 200, response.body)
      return ended(id)
    },
    async run(id: number, body: object = {}): Promise<Shown> {
      const response = await app.post(`/v1/imports/${id}/run`, body, headers)
      assert.equal(response.statusCode, 200, response.body)
      return ended(id)
    },
  }
}
