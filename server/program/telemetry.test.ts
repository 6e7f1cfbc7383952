import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../platform/clock.ts'
import { createLogger } from '../platform/log.ts'
import { readConfig } from './config.ts'
import { openTelemetry } from './telemetry.ts'

test('slow reads are counted by verb and first table, and never by what a client sent', async () => {
  const { databaseWatch, measures } = await openTelemetry(readConfig({}), {
    log: createLogger('silent'),
    clock: systemClock,
  })
  databaseWatch.onSlowRead('select "id" from "pets" where "name" = ?')
  databaseWatch.onSlowRead('SELECT count(*) as total\n  FROM listings as l inner join pets on true')
  databaseWatch.onSlowRead('with recursive n(i) as (select 1) select * from n')
  databaseWatch.onSlowRead('pragma wal_checkpoint')
  assert.deepEqual(measures.slowReads, {
    'select pets': 1,
    'select listings': 1,
    'with n': 1,
    pragma: 1,
  })
})
