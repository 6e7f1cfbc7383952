import { after, suite } from 'node:test'
import { beginFiles, endFiles } from './file-by-file.ts'

/**
 * Test files one after the other in this process, each in a suite of its own: what it does before and after its tests is
 * for its tests alone, and one that cannot be loaded fails without the others.
 */
export const inOneProcess = async (files: readonly string[]): Promise<void> => {
  const left = [...files]
  process.once('exit', () => {
    // The runner only sees that the process has ended.
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
        // The last of what is done after.
        after(() => resolve())
      }
    })
  })
