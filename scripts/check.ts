// Everything that must be clean besides the tests: types, lint, format, and generated files.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { generatedFiles } from '../sdk/generate/main.ts'
import { programVersion } from '../server/program/version.ts'
import { apiChanges } from '../server/reference/changelog/api-changes.ts'
import { readSnapshot, releases } from '../server/reference/changelog/snapshots.ts'
import { missingTools } from '../test/harness/tools.ts'
import { audit } from './audit.ts'
import { clientReleaseFaults, packClient } from './client-releases.ts'
import { generatedOpenapi } from './openapi.ts'
import { openapiFaults } from './openapi-lint.ts'
import { referencePages } from './reference.ts'
import { undocumentedUses } from './undocumented.ts'

const root = new URL('..', import.meta.url)

const passes = (name: string, ...args: string[]): boolean => {
  console.log(`${name} ...`)
  const command = new URL(`node_modules/.bin/${name}`, root).pathname
  return spawnSync(command, args, { stdio: 'inherit', cwd: root }).status === 0
}

const typesOf = (project: string): boolean => {
  const name = project === '.' ? 'root' : project.replaceAll('/', '-')
  const known = `node_modules/.cache/tsc/${name}.tsbuildinfo`
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', known]
  return passes('tsc', '-p', project, ...options)
}

const isFresh = async (): Promise<boolean> => {
  console.log('openapi.json ...')
  const committed = readFileSync(new URL('openapi.json', root), 'utf8')
  if (committed === (await generatedOpenapi())) return true
  console.error('openapi.json is stale: run `npm run openapi` and commit it')
  return false
}

const areTypesFresh = async (): Promise<boolean> => {
  console.log('sdk/**/*.gen.ts ...')
  const stale = Object.entries(await generatedFiles())
    .filter(([path, text]) => readFileSync(new URL(`sdk/${path}`, root), 'utf8') !== text)
    .map(([path]) => `sdk/${path}`)
  if (stale.length === 0) return true
  console.error(`${stale.join(', ')}: stale, run \`npm run types -w sdk\` and commit it`)
  return false
}

const areReferencePagesFresh = async (): Promise<boolean> => {
  console.log('docs/reference ...')
  const stale = [...(await referencePages())]
    .filter(([path, text]) => readFileSync(new URL(path, root), 'utf8') !== text)
    .map(([path]) => path)
  if (stale.length === 0) return true
  console.error(`${stale.join(', ')}: stale, run \`npm run reference\` and commit it`)
  return false
}

/** The rules that Redocly recommends, for programs that read the document. */
const isWellFormed = async (): Promise<boolean> => {
  console.log('openapi.json, openapi.yaml and openapi-3.0.json by the rules of Redocly ...')
  const found = await openapiFaults(root)
  for (const line of found) console.error(line)
  return found.length === 0
}

/** No stable operation has changed so that a client of the last release could break. */
const isCompatible = (): boolean => {
  const last = releases.at(-1)?.version ?? ''
  console.log(`openapi.json beside that of ${last} ...`)
  const now = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8'))
  const broken = apiChanges(readSnapshot(last), now).filter(({ isBreaking }) => isBreaking)
  for (const { kind, method, path, details } of broken) {
    const texts = details.filter((detail) => detail.isBreaking).map(({ text }) => text)
    console.error(`${method} ${path} is stable, and ${kind === 'removed' ? 'was removed' : texts.join('; ')}`)
  }
  return broken.length === 0
}

const areClientReleasesKept = (): boolean => {
  console.log('sdk/releases ...')
  const version = programVersion
  const found = clientReleaseFaults(new URL('sdk/releases', root).pathname, {
    version,
    pack: () => packClient(version),
  })
  for (const line of found) console.error(line)
  return found.length === 0
}

/** Checks that no file contains merge conflict markers. Skipped without Git's history. */
const isMerged = (): boolean => {
  console.log('git grep ...')
  const args = ['grep', '-nE', '^(<{7}|>{7}) ']
  return spawnSync('git', args, { stdio: 'inherit', cwd: root }).status !== 0
}

/** Undocumented features of Node.js and libraries may change without notice. */
const isDocumented = (): boolean => {
  console.log('undocumented members ...')
  const found = undocumentedUses(root)
  for (const line of found) console.error(`${line}\n  uses what its documentation does not name`)
  return found.length === 0
}

/** High and critical advisories fail the check; the others are listed. */
const isAudited = async (): Promise<boolean> => {
  console.log('npm audit ...')
  const found = await audit(root)
  if ('skipped' in found) {
    console.log(`npm audit was skipped: ${found.skipped}`)
    return true
  }
  for (const { name, severity, range } of found.vulnerabilities) {
    console.error(`${severity}: ${name} ${range}`)
  }
  return !found.vulnerabilities.some(({ severity }) => /^(high|critical)$/.test(severity))
}

/** Tests skip the checks of shipped files whose program is missing. A release is not made without them. */
const areToolsInstalled = (): boolean => {
  if (!releases.some(({ version }) => version === programVersion)) return true
  console.log('programs that check the shipped files ...')
  const missing = missingTools()
  for (const line of missing) console.error(line)
  return missing.length === 0
}

const results = [
  isMerged(),
  typesOf('.'),
  // Separately, because it must not depend on Node.js: it uses the types of the web.
  typesOf('sdk'),
  // Separately too: they use the types of the web, and are bundled.
  typesOf('console'),
  typesOf('embed'),
  typesOf('server/reference/docs/browser'),
  passes('biome', 'ci', '.'),
  await isFresh(),
  await areTypesFresh(),
  await areReferencePagesFresh(),
  await isWellFormed(),
  isCompatible(),
  areClientReleasesKept(),
  isDocumented(),
  areToolsInstalled(),
  await isAudited(),
]
if (results.includes(false)) process.exit(1)
console.log('All checks passed.')
