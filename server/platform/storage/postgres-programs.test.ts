import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayBeOlder } from './postgres-programs.ts'

const cases: [name: string | null, hasOurRole: boolean, mayBeOlder: boolean][] = [
  ['adoption-store/1.10.0', true, false],
  ['adoption-store/1.11.0', true, false],
  ['adoption-store/2.0.0', true, false],
  ['adoption-store/1.9.9', true, true],
  ['adoption-store/1.9.9', false, true],
  ['adoption-store/0.10.1', true, true],
  ['adoption-store/next', true, true],
  ['animal-adoption-store', false, true],
  ['psql', true, true],
  ['', true, true],
  [null, true, true],
  ['postgres_exporter', false, false],
  ['', false, false],
]

test('a connected program counts as older if the version in its name is lower, or if it uses our role under another name', () => {
  for (const [applicationName, hasOurRole, expected] of cases) {
    const program = { applicationName, hasOurRole, connections: 1n }
    assert.equal(mayBeOlder(program, '1.10.0'), expected, `${applicationName} ${hasOurRole}`)
  }
})
