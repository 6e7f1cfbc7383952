import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** Copies a database file with tables, because creating them takes longer. An existing file stays as it is. */
export const freshFile = async (folder: string): Promise<string> => {
  const path = join(folder, 'store.db')
  if (existsSync(path)) return path
  template ??= process.env.TEST_FILE_TEMPLATE ?? makeFileTemplate()
  copyFileSync(await template, path)
  return path
}

let template: string | Promise<string> | undefined

/** Creates a database file with tables, which is removed with this process. */
export const makeFileTemplate = async (): Promise<string> => {
  const path = join(temporaryFolder().path, 'template.db')
  // Imported on demand, because only the first process of a run needs it.
  const { openSqlite } = await import('./open-store.ts')
  await (await openSqlite({ path })).close()
  return path
}
