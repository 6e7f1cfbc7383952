import type { Int64 } from './exact-json.ts'
import { blobOf, type FileSource } from './file-source.ts'
import type { ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type {
  Import,
  ImportOptions,
  ImportQuery,
  ImportReport,
  ImportUndone,
  NewImportQuery,
} from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls about imports: animals from files of this store, of other systems and of your own. */
export type ImportCalls = ReturnType<typeof importCalls>

/** Many megabytes may take minutes, and so may many animals. */
const LONG_TIMEOUT_MS = 300_000

export const importCalls = (send: Send) => ({
  /**
   * Sends a CSV or JSON file of up to 20 MB: a `Blob` or `File`, bytes, a stream, or on Node.js `{ path }`. A file that
   * is recognised is checked at once. Throws `too_many_imports`, `validation_failed`.
   */
  create: (file: FileSource, query?: NewImportQuery, options?: PostOptions): Call<Import> =>
    send(
      {
        ...{ operation: 'createImport', method: 'POST', path: '/imports', query },
        ...{ file: () => blobOf(file), fileType: 'application/octet-stream' },
      },
      { timeoutMs: LONG_TIMEOUT_MS, ...options },
    ),

  /** The imports of the last 30 days, the newest first. Awaitable, and iterable over all pages. */
  list: (query?: ImportQuery, options?: ListOptions): List<Import> =>
    list(send, { operation: 'listImports', path: '/imports', query }, options),

  /** One import. Throws `import_not_found`. */
  get: (importId: Int64, options?: ReadOptions): Call<Import> =>
    send({ operation: 'getImport', path: path(importId) }, options),

  /** Finds out what would become of each row. Throws `import_not_found`, `import_not_ready`, `too_many_imports`. */
  check: (importId: Int64, body: ImportOptions = {}, options?: PostOptions): Call<Import> =>
    send(
      { operation: 'checkImport', method: 'POST', path: `${path(importId)}/check`, body },
      options,
    ),

  /** Imports a checked file. Throws `import_not_found`, `import_not_ready`, `already_imported`, `too_many_imports`. */
  run: (importId: Int64, body: { again?: boolean } = {}, options?: PostOptions): Call<Import> =>
    send({ operation: 'runImport', method: 'POST', path: `${path(importId)}/run`, body }, options),

  /** Takes back what an import of the last 24 hours has changed. Throws `import_not_found`, `undo_not_possible`. */
  undo: (importId: Int64, options?: PostOptions): Call<ImportUndone> =>
    send(
      { operation: 'undoImport', method: 'POST', path: `${path(importId)}/undo` },
      { timeoutMs: LONG_TIMEOUT_MS, ...options },
    ),

  /** Rows that were refused and values that were left out, 100 at a time. Throws `import_not_found`. */
  report: (
    importId: Int64,
    query?: { after?: number; limit?: number },
    options?: ReadOptions,
  ): Call<ImportReport> =>
    send({ operation: 'getImportReport', path: `${path(importId)}/report`, query }, options),

  /** The whole report as CSV. Throws `import_not_found`. */
  reportCsv: (importId: Int64, options?: ReadOptions): Call<string> =>
    send(
      {
        ...{ operation: 'getImportReport', path: `${path(importId)}/report` },
        accept: 'text/csv',
      },
      options,
    ),

  /** Forgets the file of an import that was not run. Throws `import_not_found`, `import_not_ready`. */
  remove: (importId: Int64, options?: PostOptions): Call<undefined> =>
    send({ operation: 'removeImport', method: 'DELETE', path: path(importId) }, options),
})

const path = (importId: Int64): string => `/imports/${inPath(importId)}`
