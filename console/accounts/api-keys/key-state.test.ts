import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiKey } from '@adoption-store/client'
import { keyState } from './key-state.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)
const later = new Date(nowMs + 3_600_000).toISOString()
const labelOf = (key: Partial<ApiKey>): string => keyState({ state: 'active', ...key } as ApiKey, nowMs).label

test('a key says whether it works, and until when', () => {
  assert.equal(labelOf({}), 'Active')
  assert.equal(labelOf({ expiresAt: later }), 'Expires in 1 h')
  assert.equal(labelOf({ expiresAt: later, rotatedAt: later }), 'Rotated, expires in 1 h')
  assert.equal(labelOf({ bannedUntil: later }), 'Banned, ends in 1 h')
  assert.equal(labelOf({ state: 'suspended', bannedUntil: later }), 'Account suspended')
})

test('what has ended by now has ended, although the list was loaded before', () => {
  const now = new Date(nowMs).toISOString()
  assert.equal(labelOf({ expiresAt: now }), 'Expired')
  assert.equal(labelOf({ bannedUntil: now }), 'Active')
  assert.equal(keyState({ state: 'revoked' } as ApiKey, nowMs).isActive, false)
})
