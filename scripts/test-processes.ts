import { globSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../', import.meta.url)
const inOneProcess = new URL('test/harness/in-one-process.ts', root).href

/** So many that each is a small part of the whole run, and none is left at its end. */
const SHARED_PROCESSES = 8

/**
 * What `node --test` is given, which has a process for each of them. To start one, and to load and warm what all of
 * them use, is most of what a test file costs: those of `server/` and `sdk/` share a few, and so do those with
 * a browser, of which each such process has one, and most of the others. Each of the rest has its own: those that break
 * or kill things, and `ALONE`.
 */
export const testProcesses = (folder: string) => {
  const shared = (name: string, files: string[]) =>
    shares(files).map((some, index) => fileOf(join(folder, `${name}-${index + 1}`), some))
  const found = (pattern: string, exclude: string[] = []) =>
    globSync(pattern, { cwd: root, exclude })
  const others = found(OTHER_TESTS, ALONE)
  return {
    browser: shared('browser', found(BROWSER_TESTS)),
    units: shared('server', found('{server,sdk}/**/*.test.ts')),
    rest: [...shared('others', others), ...found('test/**/*.test.ts', [BROWSER_TESTS, ...others])],
  }
}

const BROWSER_TESTS = 'test/browser/*.test.ts'
const OTHER_TESTS = 'test/{,e2e/,framings/}*.test.ts'
/** They measure the process they run in, or wait for long. */
const ALONE = ['hostile-requests', 'memory', 'patterns', 'e2e/limits'].map(
  (name) => `test/${name}.test.ts`,
)

/** Of much the same length, the largest files first. */
const shares = (files: string[]): string[][] => {
  const sized = files.map((file) => ({ file, bytes: statSync(new URL(file, root)).size }))
  const made = Array.from({ length: SHARED_PROCESSES }, () => ({ bytes: 0, files: [] as string[] }))
  for (const { file, bytes } of sized.toSorted((one, other) => other.bytes - one.bytes)) {
    const smallest = made.reduce((least, one) => (one.bytes < least.bytes ? one : least))
    smallest.bytes += bytes
    smallest.files.push(file)
  }
  return made.map(({ files }) => files)
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
