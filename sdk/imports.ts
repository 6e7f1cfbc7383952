import type { Int64 } from './exact-json.ts'
import { blobOf, type FileSource } from './file-source.ts'
import type { ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { Import, ImportOptions, ImportQuery, ImportReport, ImportUndone, NewImportQuery } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for imports: animals from files of this store, of other systems and of your own. */
export type ImportCalls = ReturnType<typeof importCalls>

/** Large files and many animals can take minutes. */
const LONG_TIMEOUT_MS = 300_000

export const importCalls = (send: Send) => ({
  /**
   * Uploads a CSV or JSON file of up to 20 MB: a `Blob` or `File`, bytes, a stream, or on Node.js `{ path }`. If its
   * columns are recognised, it is checked immediately. Throws `too_many_imports`, `validation_failed`.
   */
  create: (file: FileSource, query?: NewImportQuery, options?: PostOptions): Call<Import> =>
    send(
      {
        operation: 'createImport',
        method: 'POST',
        path: '/imports',
        query,
        file: () => blobOf(file),
        fileType: 'application/octet-stream',
      },
      { timeoutMs: LONG_TIMEOUT_MS, ...options },
    ),

  /** Lists the imports of the last 30 days, newest first. Awaitable, and iterable over all pages. */
  list: (query?: ImportQuery, options?: ListOptions): List<Import> =>
    list(send, { operation: 'listImports', path: '/imports', query }, options),

  /** Gets an import. Throws `import_not_found`. */
  get: (importId: Int64, options?: ReadOptions): Call<Import> =>
    send({ operation: 'getImport', path: path(importId) }, options),

  /**
   * Checks an import: computes the result of each row without changing an animal. Throws `import_not_found`,
   * `import_not_ready`, `too_many_imports`.
   */
  check: (importId: Int64, body: ImportOptions = {}, options?: PostOptions): Call<Import> =>
    send({ operation: 'checkImport', method: 'POST', path: `${path(importId)}/check`, body }, options),

  /** Runs a checked import. Throws `import_not_found`, `import_not_ready`, `already_imported`, `too_many_imports`. */
  run: (importId: Int64, body: { again?: boolean } = {}, options?: PostOptions): Call<Import> =>
    send({ operation: 'runImport', method: 'POST', path: `${path(importId)}/run`, body }, options),

  /** Undoes the changes of an import of the last 24 hours. Throws `import_not_found`, `undo_not_possible`. */
  undo: (importId: Int64, options?: PostOptions): Call<ImportUndone> =>
    send(
      { operation: 'undoImport', method: 'POST', path: `${path(importId)}/undo` },
      { timeoutMs: LONG_TIMEOUT_MS, ...options },
    ),

  /** Lists the rejected rows and omitted values of an import, 100 at a time. Throws `import_not_found`. */
  report: (importId: Int64, query?: { after?: number; limit?: number }, options?: ReadOptions): Call<ImportReport> =>
    send({ operation: 'getImportReport', path: `${path(importId)}/report`, query }, options),

  /** Gets the whole report as CSV. Throws `import_not_found`. */
  reportCsv: (importId: Int64, options?: ReadOptions): Call<string> =>
    send(
      {
        operation: 'getImportReport',
        path: `${path(importId)}/report`,
        accept: 'text/csv',
      },
      options,
    ),

  /** Deletes an import that was not run, with its file. Throws `import_not_found`, `import_not_ready`. */
  remove: (importId: Int64, options?: PostOptions): Call<undefined> =>
    send({ operation: 'removeImport', method: 'DELETE', path: path(importId) }, options),
})

const path = (importId: Int64): string => `/imports/${inPath(importId)}`
