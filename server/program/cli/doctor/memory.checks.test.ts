import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { test } from 'node:test'
import { memoryLimitBytes } from '../../../platform/memory-limit.ts'
import { checkMemory } from './memory.checks.ts'

const MIB = 2 ** 20

test('less memory than the manifests give a replica is a warning', () => {
  const { state, found, advice } = checkMemory(512 * MIB)
  assert.equal(state, 'warn')
  assert.match(found, /^512 MiB /)
  assert.match(advice ?? '', /768 MiB/)
  const manifest = readFileSync(new URL('../../../../deploy/kubernetes/deployment.yaml', import.meta.url), 'utf8')
  const [, mebibytes] = /limits: \{ memory: (\d+)Mi \}/.exec(manifest) ?? assert.fail()
  assert.equal(checkMemory(Number(mebibytes) * MIB).state, 'ok')
})

test('without a limit, the memory is that of the machine', () => {
  assert.ok(memoryLimitBytes() > 0 && memoryLimitBytes() <= totalmem())
})
