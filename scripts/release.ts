// Writes the packed client and the API document that later releases are compared with. First date the version in
// CHANGELOG.md, and add it to `releases` in server/reference/changelog/snapshots.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { programVersion } from '../server/program/version.ts'
import { fileOf, releases, snapshotOf } from '../server/reference/changelog/snapshots.ts'
import { addClientRelease, packClient } from './client-releases.ts'

const root = new URL('..', import.meta.url)
const release = releases.find(({ version }) => version === programVersion)
const changelog = readFileSync(new URL('CHANGELOG.md', root), 'utf8')
if (!release || !changelog.includes(`## [${release.version}] - ${release.date}\n`)) {
  console.error(
    `${programVersion} needs the heading "## [${programVersion}] - <date>" in CHANGELOG.md, and a line with that date in server/reference/changelog/snapshots.ts`,
  )
  process.exit(1)
}
const folder = new URL('sdk/releases', root).pathname
addClientRelease(folder, programVersion, packClient(programVersion))
const document = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8'))
writeFileSync(fileOf(programVersion), snapshotOf(document), { flag: 'wx' })
console.log(`Commit sdk/releases and server/reference/changelog/snapshots: ${programVersion}.`)
