import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const server = new URL('../../../', import.meta.url).pathname

const commandsIn = (file: string): string[] =>
  [...readFileSync(join(server, file), 'utf8').matchAll(/redis\.call\('(\w+)'/g)].map(([, name = '']) => name)

test('doctor tries every command of Redis that a script of the service uses', () => {
  const check = 'program/cli/doctor/redis.checks.ts'
  const files = globSync('**/*.{ts,lua}', { cwd: server }).filter((file) => !/test/.test(file))
  const used = new Set(files.filter((file) => file !== check).flatMap(commandsIn))
  assert.ok(used.has('HMGET'))
  assert.deepEqual(
    [...used].filter((name) => !commandsIn(check).includes(name)),
    [],
  )
})
