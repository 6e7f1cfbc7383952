import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** The path of a copy of a file that has its tables: making them takes longer. None where there is a file from before. */
export const freshFile = async (folder: string): Promise<string> => {
  const path = join(folder, 'store.db')
  if (existsSync(path)) return path
  template ??= process.env.TEST_FILE_TEMPLATE ?? makeFileTemplate()
  copyFileSync(await template, path)
  return path
}

let template: string | Promise<string> | undefined

/** The path of a new file that has its tables, and goes with this process. */
export const makeFileTemplate = async (): Promise<string> => {
  const path = join(temporaryFolder().path, 'template.db')
  // Only the first of a run makes it.
  const { openSqlite } = await import('./open-store.ts')
  await (await openSqlite({ path })).close()
  return path
}
