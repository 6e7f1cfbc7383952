import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSupported } from '../../../platform/node-releases.mjs'
import { checkNode } from './node.checks.ts'

test('a Node.js that the service does not run on is a failure, and one without security fixes a warning', () => {
  const old = { name: '22.1.0 (system)', isSupported: isSupported('22.1.0'), advice: undefined }
  const { state, advice } = checkNode(old)
  assert.equal(state, 'fail')
  assert.match(advice ?? '', /^install Node\.js \d+\.\d+\.\d+ or /)
  const unfixed = { name: '26.0.0 (system)', isSupported: true, advice: 'Install Node.js 26.12.1' }
  assert.equal(checkNode(unfixed).state, 'warn')
  assert.equal(checkNode({ ...unfixed, advice: undefined }).state, 'ok')
})
