import { globSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../', import.meta.url)
const inOneProcess = new URL('test/harness/in-one-process.ts', root).href

/** Enough that each is a small part of the run, so that none still runs alone at the end. */
const SHARED_PROCESSES = 8

/**
 * The files for `node --test`, which starts a process for each. Starting one and loading the common modules is most of
 * the cost of a test file, so files share processes, except those that break or kill things, and `ALONE`. Files with a
 * browser share one browser per process.
 */
export const testProcesses = (folder: string) => {
  const shared = (name: string, files: string[]) =>
    shares(files).map((some, index) => fileOf(join(folder, `${name}-${index + 1}`), some))
  const found = (pattern: string, exclude: string[] = []) =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', ...exclude] })
  const isAlone = (file: string) => ALONE.includes(file)
  const short = found(SHORT_TESTS, [LONG_TESTS])
  const long = found(`{server,sdk,test}/${LONG_TESTS}`)
  return {
    units: shared('units', found(UNIT_TESTS, [LONG_TESTS])),
    short: [
      ...shared(
        'short',
        short.filter((file) => !isAlone(file)),
      ),
      ...short.filter(isAlone),
    ],
    browser: shared('browser', found(BROWSER_TESTS)),
    long: [
      ...shared('long', [...long.filter((file) => !isAlone(file)), ...found(OPERATING_TESTS)]),
      ...long.filter(isAlone),
      ...found('test/*/**/*.test.ts', [SHORT_TESTS, BROWSER_TESTS, OPERATING_TESTS]),
    ],
  }
}

const UNIT_TESTS = '{server,sdk,console}/**/*.test.ts'
const SHORT_TESTS = 'test/{,e2e/}*.test.ts'
const BROWSER_TESTS = 'test/browser/*.test.ts'
const OPERATING_TESTS = 'test/operating/*.test.ts'
/** These take most of a minute or more, so `npm test` leaves them out. */
const LONG_TESTS = '**/*.long.test.ts'
/** These measure their process, or wait for long. */
const ALONE = ['hostile-requests.long', 'memory', 'patterns.long', 'e2e/limits'].map((name) => `test/${name}.test.ts`)

/** Splits files into parts of similar size, largest files first. */
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

/** Writes a file that runs all of a part. */
const fileOf = (path: string, files: string[]): string => {
  const file = `${path}.test.mjs`
  const names = JSON.stringify(files.toSorted(), null, 2)
  writeFileSync(file, `import { inOneProcess } from '${inOneProcess}'\n\nawait inOneProcess(${names})\n`)
  return file
}
