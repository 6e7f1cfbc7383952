import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseNotes } from '../scripts/release-notes.ts'

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
