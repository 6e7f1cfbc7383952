import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryEntry } from '@adoption-store/client'
import { historySentence } from './history-sentence.ts'

const sentence = (entry: Partial<Omit<HistoryEntry, 'action'>> & { action: string }) =>
  historySentence({ id: 1, at: '2026-11-20T12:00:00.000Z', ...entry } as HistoryEntry, 'Biscuit')
const mia = { type: 'user', id: 1, name: 'Mia' } as NonNullable<HistoryEntry['actor']>

test('the history says in plain words who did what', () => {
  assert.equal(sentence({ action: 'published', actor: mia }), 'Mia published Biscuit')
  assert.equal(sentence({ action: 'moved', status: 'pending', actor: mia }), 'Mia set Biscuit to “On hold”')
  assert.equal(
    sentence({ action: 'orderMoved', status: 'delivered', orderId: 7, actor: mia }),
    'Mia completed adoption 7',
  )
  const byOperator = { type: 'cli' } as NonNullable<HistoryEntry['actor']>
  assert.equal(sentence({ action: 'photoAdded', actor: byOperator }), 'An operator added a photo of Biscuit')
})

test('what nobody did has a sentence without a person', () => {
  assert.equal(sentence({ action: 'orderMoved', status: 'expired', orderId: 7 }), 'Adoption 7 was ended as expired')
  assert.equal(
    sentence({ action: 'unpublished', orderId: 7, actor: mia }),
    'The return of adoption 7 unpublished Biscuit',
  )
})

test('fields are named once, and beyond four they are counted', () => {
  const changed = (fields: string[]) => sentence({ action: 'profileChanged', fields, actor: mia })
  assert.equal(changed(['birthDate', 'birthDateExact']), 'Mia changed birth date in the profile of Biscuit')
  assert.equal(
    changed(['sex', 'size', 'coat', 'fee', 'tags', 'videos']),
    'Mia changed sex, size, coat, fee, and 2 more fields in the profile of Biscuit',
  )
})

test('an action of a newer server is a change', () => {
  assert.equal(sentence({ action: 'cloned', actor: mia }), 'Mia changed Biscuit')
})
