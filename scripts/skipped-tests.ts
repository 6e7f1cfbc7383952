import type { TestEvent } from 'node:test/reporters'

/** A reporter for `node --test` that prints each skipped test with its reason, one per line. */
// biome-ignore lint/style/noDefaultExport: this is how Node.js finds a reporter
export default async function* skippedTests(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' || data.skip === undefined) continue
    yield `${data.name}${typeof data.skip === 'string' ? ` (${data.skip})` : ''}\n`
  }
}
