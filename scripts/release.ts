// Writes the packed client and the API document that later releases are compared with. First date the version in
// CHANGELOG.md, describe its upgrade in docs/operating/upgrade.md, and add it to `releases` in server/reference/changelog/snapshots.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { programVersion } from '../server/program/version.ts'
import { fileOf, releases, snapshotOf } from '../server/reference/changelog/snapshots.ts'
import { addClientRelease, packClient } from './client-releases.ts'
import { releaseNotes } from './release-notes.ts'

const root = new URL('..', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const release = releases.find(({ version }) => version === programVersion)
const texts = { changelog: read('CHANGELOG.md'), upgrade: read('docs/operating/upgrade.md') }
/** Ends with a reason in one line. */
const refuse = (reason: string): never => {
  console.error(reason)
  process.exit(1)
}

const orRefuse = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const { date } = orRefuse(() => releaseNotes(programVersion, texts))
if (release?.date !== date) {
  refuse(
    `server/reference/changelog/snapshots.ts needs a line for ${programVersion} with its date in CHANGELOG.md, ${date}`,
  )
}
const folder = new URL('sdk/releases', root).pathname
orRefuse(() => addClientRelease(folder, programVersion, packClient(programVersion)))
const document = JSON.parse(read('openapi.json'))
writeFileSync(fileOf(programVersion), snapshotOf(document), { flag: 'wx' })
console.log(`Commit sdk/releases and server/reference/changelog/snapshots: ${programVersion}.`)
