import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, freshDatabase } from '../../../test/harness/engines.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { openDatabase } from '../../program/open-database.ts'
import { sqlDayStorage } from './sql-day-storage.ts'
import { ownerKinds } from './stored-windows.ts'

for (const engine of engines) {
  test(`the largest count that replicas store for a day wins, and the next day replaces it (${engine})`, async () => {
    const fresh = await freshDatabase(engine)
    const database = await openDatabase(patientDatabase(fresh.url))
    const store = sqlDayStorage(database)
    for (const owner of ownerKinds.map((of) => ({ of, id: 7n }))) {
      const save = async (openedAtMs: number, used: number) => {
        await store.saveDays([{ owner, day: { openedAtMs, used } }])
        const { openedAtMs: at, used: most } = (await store.findDay(owner)) ?? {}
        return [at, most]
      }
      const openedAtMs = 5 * DAY_MS
      assert.equal(await store.findDay(owner), undefined)
      assert.deepEqual(await save(openedAtMs + 500, 3), [openedAtMs + 500, 3])
      // The window that was lost, with the requests since: it is the earlier one.
      assert.deepEqual(await save(openedAtMs, 40), [openedAtMs, 40])
      assert.deepEqual(await save(openedAtMs, 30), [openedAtMs, 40])
      assert.deepEqual(await save(openedAtMs + 700, 99), [openedAtMs, 40])
      assert.deepEqual(await save(openedAtMs - DAY_MS, 99), [openedAtMs, 40])
      assert.deepEqual(await save(openedAtMs + DAY_MS, 1), [openedAtMs + DAY_MS, 1])
    }
    await Promise.all(
      [1n, 2n].map(() =>
        store.saveDays(
          Array.from({ length: 1_200 }, (_, at) => ({
            owner: { of: 'account', id: BigInt(at) } as const,
            day: { openedAtMs: 9 * DAY_MS, used: at },
          })),
        ),
      ),
    )
    assert.equal((await store.loadDays(8 * DAY_MS)).length, 1_200)
    await database.close()
    await fresh.remove()
  })
}
