import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/**
 * A reporter for `node --test` that prints the files with failed tests, one per line and relative to the working folder.
 * They include files whose process ended early.
 */
// biome-ignore lint/style/noDefaultExport: this is how Node.js finds a reporter
export default async function* failedFiles(events: AsyncIterable<TestEvent>) {
  const printed = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.file === undefined) continue
    // A shared process has a suite for each of its files, which has the name of the file.
    const file = data.file.endsWith('/in-one-process.ts') ? data.name : data.file
    const path = relative(process.cwd(), file)
    if (printed.has(path)) continue
    printed.add(path)
    yield `${path}\n`
  }
}
