import { after, suite } from 'node:test'
import { beginFiles, endFiles } from './file-by-file.ts'

/**
 * Runs test files one after the other in this process, each in a separate suite, so that its hooks apply only to its
 * own tests, and a file that fails to load does not affect the others.
 */
export const inOneProcess = async (files: readonly string[]): Promise<void> => {
  const left = [...files]
  process.once('exit', () => {
    // The test runner only reports that the process has ended.
    if (left.length > 0) process.stderr.write(`Ended in ${left.join(', then not run: ')}\n`)
  })
  beginFiles()
  for (const file of files) {
    await inSuite(file)
    left.shift()
  }
  await endFiles()
}

const inSuite = (file: string): Promise<void> =>
  new Promise((resolve) => {
    suite(file, async () => {
      try {
        await import(new URL(`../../${file}`, import.meta.url).href)
      } finally {
        // Registered last, so it runs after all other hooks.
        after(() => resolve())
      }
    })
  })
