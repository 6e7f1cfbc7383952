import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { releaseNotes } from '../scripts/release-notes.ts'
import { programVersion } from '../server/program/version.ts'

const changelog = `# Changelog

## [Unreleased]

## [2.1.0] - 2026-12-01

### Added

- Cats.

## [2.0.0] - 2026-11-30

- Dogs.
`
const upgrade = `# Upgrade

## Upgrading to 2.1.0

Nothing to do.

## Upgrading to 2.0.0

Back up first.
`

test('the notes of a release are its section of the changelog, and what its upgrade needs', () => {
  assert.deepEqual(releaseNotes('2.1.0', { changelog, upgrade }), {
    date: '2026-12-01',
    text: '# 2.1.0, 2026-12-01\n\n### Added\n\n- Cats.\n\n## Upgrading to 2.1.0\n\nNothing to do.\n',
  })
})

test('a version without a date, changes or upgrade notes is not released', () => {
  const undated = changelog.replace(' - 2026-12-01', '')
  const empty = changelog.replace('### Added\n\n- Cats.\n', '')
  for (const text of [undated, empty])
    assert.throws(() => releaseNotes('2.1.0', { changelog: text, upgrade }), /\[2\.1\.0\] - <date>/)
  assert.throws(() => releaseNotes('2.2.0', { changelog, upgrade }), /\[2\.2\.0\] - <date>/)
  const texts = { changelog, upgrade: upgrade.replace('## Upgrading to 2.1.0', '## Other') }
  assert.throws(() => releaseNotes('2.1.0', texts), /"## Upgrading to 2\.1\.0"/)
})

const root = new URL('..', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** Why the current version cannot be released; undefined if it can, and then the script would do it. */
const whyNotYet = (): string | undefined => {
  const texts = { changelog: read('CHANGELOG.md'), upgrade: read('docs/operating/upgrade.md') }
  try {
    releaseNotes(programVersion, texts)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const reason = whyNotYet()

test('a release that is refused says why in one line', {
  skip: reason === undefined && `${programVersion} could be released`,
}, () => {
  const script = new URL('scripts/release.ts', root).pathname
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [1, `${reason}\n`])
})
