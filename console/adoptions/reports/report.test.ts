import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdoptionReport } from '@adoption-store/client'
import { monthsOf, queryOf, totalOf } from './report.ts'

const nowMs = Date.UTC(2026, 1, 10)
const days = { from: '2026-01-05', to: 'soon' }

test('a period of the URL is a query of the API, and days that are none are left out', () => {
  assert.deepEqual(queryOf('12', days, nowMs), {})
  assert.deepEqual(queryOf('24', days, nowMs), { from: '2024-03-01' })
  assert.deepEqual(queryOf('year', days, nowMs), { from: '2026-01-01' })
  assert.deepEqual(queryOf('last', days, nowMs), { from: '2025-01-01', to: '2025-12-31' })
  assert.deepEqual(queryOf('days', days, nowMs), { from: '2026-01-05' })
})

test('the months of one species include those without an adoption', () => {
  const figures = (adoptions: number) => ({ adoptions, returns: 0, stayDays: { median: 3, mean: 3, known: adoptions } })
  const report = {
    months: ['2026-01', '2026-02'].map((month) => ({ month, ...figures(3) })),
    rows: [
      { month: '2026-02', species: 'cat', ...figures(2) },
      { month: '2026-02', species: null, ...figures(1) },
    ],
    species: [{ species: 'cat', ...figures(2) }],
    total: figures(6),
  } as unknown as AdoptionReport
  const adoptions = (species: string) => monthsOf(report, species).map((month) => [month.month, month.adoptions])
  assert.deepEqual(adoptions(''), [
    ['2026-01', 3],
    ['2026-02', 3],
  ])
  assert.deepEqual(adoptions('cat'), [
    ['2026-01', 0],
    ['2026-02', 2],
  ])
  assert.deepEqual(adoptions('unknown'), [
    ['2026-01', 0],
    ['2026-02', 1],
  ])
  assert.deepEqual(
    ['', 'cat', 'dog'].map((species) => totalOf(report, species).adoptions),
    [6, 2, 0],
  )
})
