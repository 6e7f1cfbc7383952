import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ComparedDocument } from './api-changes.ts'

/** The releases of the API, the oldest first. Of each, `snapshots` has the document as it was. */
export const releases: readonly { version: string; date: string }[] = [
  { version: '1.0.0', date: '2026-11-21' },
  { version: '1.1.0', date: '2026-11-25' },
  { version: '1.2.0', date: '2026-11-26' },
  { version: '1.3.0', date: '2026-11-26' },
]

/** The document of a release. */
export const readSnapshot = (version: string): ComparedDocument =>
  JSON.parse(gunzipSync(readFileSync(fileOf(version))).toString())

export const fileOf = (version: string): URL => new URL(`snapshots/${version}.json.gz`, import.meta.url)

/** The compared parts of a document, without its prose, examples and samples. */
export const snapshotOf = (document: object): Buffer => gzipSync(textOf(document), { level: 9 })

/** A document as its snapshot would be, to compare it with one: without fields named `examples`, for instance. */
export const comparable = (document: ComparedDocument): ComparedDocument => JSON.parse(textOf(document))

const textOf = (document: object): string =>
  JSON.stringify(document, (name, value) => (isProse(name, value) ? undefined : value))

const isProse = (name: string, value: unknown): boolean =>
  ['x-codeSamples', 'externalDocs', 'examples', 'example'].includes(name) ||
  // A field may be named `description`.
  (name === 'description' && typeof value === 'string')
