import type { Int64 } from './exact-json.ts'
import { blobOf, type FileSource } from './file-source.ts'
import type { Import, ImportUndone } from './openapi.gen.ts'
import type { PostOptions, ReadOptions } from './options.ts'
import type { NewImportQuery } from './queries.ts'
import { inPath } from './request.ts'
import type { Resources } from './resources.gen.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

/** Calls for imports: animals from files of this store, of other systems and of your own. */
export type ImportCalls = Resources['imports'] & ReturnType<typeof importCalls>

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

  /** Undoes the changes of an import of the last 24 hours. Throws `import_not_found`, `undo_not_possible`. */
  undo: (importId: Int64, options?: PostOptions): Call<ImportUndone> =>
    send(
      { operation: 'undoImport', method: 'POST', path: `${path(importId)}/undo` },
      { timeoutMs: LONG_TIMEOUT_MS, ...options },
    ),

  /** Gets the whole report as CSV. Throws `import_not_found`. */
  reportCsv: (importId: Int64, options?: ReadOptions): Call<string> =>
    send({ operation: 'getImportReport', path: `${path(importId)}/report`, accept: 'text/csv' }, options),

  /** Deletes an import that was not run, with its file. Throws `import_not_found`, `import_not_ready`. */
  remove: (importId: Int64, options?: PostOptions): Call<undefined> =>
    send({ operation: 'removeImport', method: 'DELETE', path: path(importId) }, options),
})

const path = (importId: Int64): string => `/imports/${inPath(importId)}`
