import { globSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = new URL('../', import.meta.url)
const inOneProcess = new URL('test/harness/in-one-process.ts', root).href

/**
 * What `node --test` is given, which has a process for each of them. To start one, and to compile and warm what all of
 * them use, is most of what a test file costs: those of one folder of `server/` and `sdk/` share it. The files of `test/`
 * start, stop and measure processes: each has its own.
 */
export const testProcesses = (folder: string): string[] => {
  const own = globSync('test/**/*.test.ts', { cwd: root })
  const shared = Object.groupBy(globSync('{server,sdk}/**/*.test.ts', { cwd: root }), dirname)
  return [
    ...Object.entries(shared).flatMap(([name, files = []]) =>
      files.length === 1 ? files : [fileOf(join(folder, name.replaceAll('/', '.')), files)],
    ),
    ...own,
  ]
}

/** Written where the run has its files. */
const fileOf = (path: string, files: string[]): string => {
  const file = `${path}.test.mjs`
  const names = JSON.stringify(files.toSorted(), null, 2)
  writeFileSync(
    file,
    `import { inOneProcess } from '${inOneProcess}'\n\nawait inOneProcess(${names})\n`,
  )
  return file
}
