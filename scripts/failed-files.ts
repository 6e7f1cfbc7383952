import type { TestEvent } from 'node:test/reporters'

/**
 * A reporter for `node --test` that prints the files with failed tests, one per line, including files whose process
 * ended early.
 */
// biome-ignore lint/style/noDefaultExport: this is how Node.js finds a reporter
export default async function* failedFiles(events: AsyncIterable<TestEvent>) {
  const printed = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.file === undefined || printed.has(data.file)) continue
    printed.add(data.file)
    yield `${data.file}\n`
  }
}
