import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, freshDatabase } from '../../../test/harness/engines.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { Consequences, ConsequenceTrx } from './consequences.ts'
import { type Database, DatabaseUnavailable, NotUnique, type Trx } from './database.ts'

/** A change that defines its own consequences. */
export type TestChange = {
  write?: (trx: ConsequenceTrx<TestChange, string>, by: string) => Promise<unknown>
  notify?: () => unknown
}

export const testConsequences: Consequences<TestChange, string> = {
  async write(trx, recorded) {
    for (const { change, by } of recorded) await change.write?.(trx, by)
  },
  notify: (changes) => Promise.all(changes.map(({ notify }) => notify?.())),
}

/** Opens the database at an address with `testConsequences`, as another process would. */
export type Open = (url: string) => Promise<Database<TestChange, string>>

export const insertPet = async ({ query }: Trx, name: string): Promise<bigint> => {
  const row = await query.insertInto('pets').values(petOf(name)).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export const petOf = (name: string) => ({
  name,
  name_folded: name,
  category_id: 1n,
  status: 'available',
  account_id: 1n,
})

export const addPet = (database: Database, name: string) => database.write((trx) => insertPet(trx, name))

/** Adds a pet as an addition, which may share its transaction. */
export const addShared = (database: Database<TestChange, string>, name: string) =>
  database.writeAs('me', (trx) => insertPet(trx, name), { isAddition: true })

export const petNames = async (database: Database): Promise<string[]> => {
  const rows = await database.read.selectFrom('pets').select('name').orderBy('id').execute()
  return rows.map(({ name }) => name)
}

type Adapter = {
  name: string
  engine: Engine
  open: Open
  /** Opens it as another process would, if that differs. */
  openOther?: Open
}

/** The tests that every adapter of the storage port must pass. */
export const databaseContract = ({ name: adapter, engine, open, openOther = open }: Adapter): void => {
  const fresh = async () => {
    const store = await freshDatabase(engine)
    const database = await open(store.url)
    const dispose = async () => {
      await database.close()
      await store.remove()
    }
    return { database, url: store.url, [Symbol.asyncDispose]: dispose }
  }
  const promise = (name: string, body: (store: { database: Database<TestChange, string>; url: string }) => unknown) =>
    test(`${adapter}: ${name}`, async () => {
      await using store = await fresh()
      await body(store)
    })

  promise('concurrent writes all succeed, each with its own id', async (store) => {
    const ids = await Promise.all(Array.from({ length: 200 }, (_, at) => addPet(store.database, `${at}`)))
    assert.equal(new Set(ids).size, 200)
    assert.equal((await petNames(store.database)).length, 200)
  })

  promise('work that throws leaves no changes, and other writes stay', async ({ database }) => {
    const results = await Promise.allSettled([
      addPet(database, 'first'),
      database.write(async (trx) => {
        await insertPet(trx, 'lost')
        throw new Error('changed my mind')
      }),
      database.write(async (trx) => {
        await insertPet(trx, 'lost too')
        await trx.query
          .insertInto('pets')
          .values({ name: 'x' } as never)
          .execute()
      }),
      addPet(database, 'second'),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.match(String((results[1] as PromiseRejectedResult).reason), /changed my mind/)
    assert.deepEqual((await petNames(database)).sort(), ['first', 'second'])
  })

  promise('each of several concurrent additions has its own outcome and author', async ({ database }) => {
    const notified: string[] = []
    const add = (name: string, last?: (trx: Trx<TestChange>) => unknown) =>
      database.writeAs(
        `author of ${name}`,
        async (trx) => {
          if (name.startsWith('refused')) throw new Error(name)
          if (name.startsWith('locking')) await trx.lock('pets', 1n)
          trx.record({
            write: ({ query }, by) => query.insertInto('events').values({ type: name, time: 1n, data: by }).execute(),
            notify: () => void notified.push(name),
          })
          const id = await insertPet(trx, name)
          await last?.(trx)
          return { id, name }
        },
        { isAddition: true },
      )
    const plain = Array.from({ length: 90 }, (_, at) => `plain ${at}`)
    const kept = [...plain, 'locking 1', 'locking 2']
    const round = (others: Promise<unknown>[]) => Promise.allSettled([...kept.map((name) => add(name)), ...others])
    const undo = () => {
      throw new Error('changed my mind')
    }
    const fail = ({ query }: Trx) =>
      query
        .insertInto('pets')
        .values({ name: 'x' } as never)
        .execute()
    const rounds = [
      await round([add('refused 1'), add('refused 2')]),
      await round([add('lost', undo), add('lost too', fail)]),
    ]
    for (const results of rounds) {
      const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      assert.deepEqual(
        made.map((one) => (one as { name: string }).name),
        kept,
      )
      assert.equal(new Set(made.map((one) => (one as { id: bigint }).id)).size, kept.length)
      assert.equal(results.length, kept.length + 2)
    }
    const reasons = rounds.flat().flatMap((one) => (one.status === 'rejected' ? one.reason : []))
    assert.deepEqual(
      reasons.slice(0, 3).map(({ message }) => message),
      ['refused 1', 'refused 2', 'changed my mind'],
    )
    const twice = [...kept, ...kept].sort()
    assert.deepEqual((await petNames(database)).sort(), twice)
    assert.deepEqual(notified.sort(), twice)
    const events = await database.read.selectFrom('events').select(['type', 'data']).execute()
    for (const { type, data } of events) assert.equal(data, `author of ${type}`)
    assert.deepEqual(events.map(({ type }) => type).sort(), twice)
  })

  promise('readers see committed changes only, and cannot write', async ({ database }) => {
    await database.write(async (trx) => {
      await insertPet(trx, 'new')
      assert.deepEqual(await petNames(database), [])
    })
    assert.deepEqual(await petNames(database), ['new'])
    await assert.rejects(database.read.deleteFrom('pets').execute())
    assert.deepEqual(await petNames(database), ['new'])
  })

  promise('the consequences of a change are written last, in order and in its transaction', async (store) => {
    const { database } = store
    const done: string[] = []
    await database.writeAs('me', async (trx) => {
      trx.record({
        async write(last, by) {
          done.push('first')
          await last.query.insertInto('pets').values(petOf('at the end')).execute()
          last.record({ write: async () => void done.push('what the first brought') }, by)
        },
      })
      trx.record({ write: async () => void done.push('second') })
      trx.record({ notify: () => void done.push('notified') })
      await insertPet(trx, 'at once')
      done.push('work')
    })
    const written = ['work', 'first', 'second', 'what the first brought']
    assert.deepEqual(done, [...written, 'notified'])
    assert.deepEqual(await petNames(database), ['at once', 'at the end'])
    const failed = database.writeAs('me', async (trx) => {
      await insertPet(trx, 'undone')
      trx.record({
        write: () => Promise.reject(new Error('at the end')),
        notify: () => void done.push('never'),
      })
    })
    await assert.rejects(failed, /at the end/)
    const changedMind = database.writeAs('me', async (trx) => {
      trx.record({ notify: () => void done.push('never') })
      throw new Error('changed my mind')
    })
    await assert.rejects(changedMind, /changed my mind/)
    assert.equal((await petNames(database)).length, 2)
    assert.ok(!done.includes('never'))
  })

  promise('the writer waits for notifications, and their failures do not fail it', async (store) => {
    const { database } = store
    const warned = new Promise((resolve) => process.once('warning', resolve))
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>()
    let isAnswered = false
    const waits = database.writeAs('me', async (trx) => trx.record({ notify: () => heard }))
    const answered = waits.then(() => {
      isAnswered = true
    })
    await database.writeAs('me', async (trx) => {
      trx.record({
        notify() {
          throw new Error('of no use')
        },
      })
      await insertPet(trx, 'kept')
    })
    await warned
    assert.deepEqual([isAnswered, await petNames(database)], [false, ['kept']])
    hear()
    await answered
  })

  promise('a second open order for an animal is distinguished from other faults', async ({ database }) => {
    const accounts = { account_id: 1n, owner_account_id: 1n }
    const order = { pet_id: 1n, ...accounts, status: 'placed', created_at: 1n, updated_at: 1n }
    const place = () => database.write(({ query }) => query.insertInto('orders').values(order).execute())
    await place()
    await assert.rejects(place(), NotUnique)
    await assert.rejects(
      database.write(({ query }) =>
        query
          .insertInto('orders')
          .values({ ...order, pet_id: 2n, status: 'unheard of' })
          .execute(),
      ),
      (error) => !(error instanceof NotUnique),
    )
  })

  promise('a decision about a locked row still holds at the commit', async ({ database, url }) => {
    const other = await openOther(url)
    const id = await addPet(database, '0')
    const add = (to: Database) =>
      to.write(async (trx) => {
        await trx.lock('pets', id)
        const { name } = await trx.query
          .selectFrom('pets')
          .select('name')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const next = `${Number(name) + 1}`
        await trx.query.updateTable('pets').set({ name: next }).where('id', '=', id).execute()
      })
    await Promise.all(Array.from({ length: 60 }, (_, at) => add(at % 2 ? database : other)))
    assert.deepEqual(await petNames(database), ['60'])
    await other.close()
  })

  promise('sequence numbers follow the order of commits, and no reader misses one', async (store) => {
    const { database, url } = store
    const other = await openOther(url)
    const record = (to: Database<TestChange, string>, { type, isAddition }: { type: string; isAddition: boolean }) =>
      to.writeAs(
        'me',
        async (trx) => {
          trx.record({
            async write({ query, lockName }) {
              await lockName('feed')
              await query.insertInto('events').values({ type, time: 1n, data: '{}' }).execute()
            },
          })
          await insertPet(trx, type)
        },
        { isAddition },
      )
    const seen: bigint[] = []
    let writing = true
    const follow = async () => {
      for (let isLast = false; ; ) {
        isLast = !writing
        const rows = await database.read
          .selectFrom('events')
          .select('sequence')
          .where('sequence', '>', seen.at(-1) ?? 0n)
          .orderBy('sequence')
          .execute()
        seen.push(...rows.map(({ sequence }) => sequence))
        if (isLast) return
        await new Promise(setImmediate)
      }
    }
    const reading = follow()
    await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        record(at % 2 ? database : other, { type: `${at}`, isAddition: at % 5 > 0 }),
      ),
    )
    writing = false
    await reading
    assert.equal(seen.length, 200)
    await other.close()
  })

  promise('an id is never reused, not even after its row was deleted', async ({ database }) => {
    await addPet(database, 'one')
    const last = await addPet(database, 'two')
    await database.write(({ query }) => query.deleteFrom('pets').execute())
    assert.equal(await addPet(database, 'three'), last + 1n)
  })

  promise('integers are bigint, exactly as stored, counts and sums too', async ({ database }) => {
    const values = [2n ** 63n - 1n, -(2n ** 63n), 9007199254740993n, 0n]
    for (const category_id of values) {
      const pet = { name: 'x', name_folded: 'x', category_id, status: 'sold', account_id: 1n }
      await database.write(({ query }) => query.insertInto('pets').values(pet).execute())
    }
    const rows = await database.read.selectFrom('pets').select('category_id').orderBy('id').execute()
    assert.deepEqual(
      rows.map((row) => row.category_id),
      values,
    )
    const totals = await database.read
      .selectFrom('pets')
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.sum<bigint>('id').as('sum'), fn.max('id').as('max')])
      .executeTakeFirstOrThrow()
    assert.deepEqual({ ...totals }, { count: 4n, sum: 10n, max: 4n })
    const changed = await database.write(({ query }) =>
      query.updateTable('pets').set({ status: 'pending' }).where('id', '>', 2n).executeTakeFirst(),
    )
    assert.equal(changed.numUpdatedRows, 2n)
  })

  promise('text is stored exactly and sorted by code point', async ({ database }) => {
    const texts = ['ﬁ', 'Z', 'a', 'é', 'e\u0301', '\u{1F408}', '\uFFFD', 'ß', '_', 'zz', ' ']
    for (const name of texts) await addPet(database, name)
    assert.deepEqual(await petNames(database), texts)
    const rows = await database.read.selectFrom('pets').select('name_folded').orderBy('name_folded').execute()
    const byCodePoint = texts.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    assert.deepEqual(
      rows.map((row) => row.name_folded),
      byCodePoint,
    )
  })

  test(`${adapter}: closing waits for writes in progress`, async () => {
    const store = await freshDatabase(engine)
    const database = await open(store.url)
    const writes = Array.from({ length: 100 }, (_, at) => (at % 2 ? addPet : addShared)(database, `${at}`))
    await database.close()
    assert.equal((await Promise.all(writes)).length, 100)
    const again = await open(store.url)
    assert.equal((await petNames(again)).length, 100)
    await again.close()
    await store.remove()
  })

  test(`${adapter}: continuous writes do not prevent closing`, async () => {
    const store = await freshDatabase(engine)
    const database = await open(store.url)
    let written = 0
    const writing = async (): Promise<void> => {
      for (;;) {
        await addPet(database, `${written}`)
        written += 1
      }
    }
    const refused = assert.rejects(writing(), DatabaseUnavailable)
    await eventually('writing has begun', () => written > 0)
    await database.close()
    await refused
    const again = await open(store.url)
    assert.equal((await petNames(again)).length, written)
    await again.close()
    await store.remove()
  })

  promise('the database is alive until it is closed', async ({ database, url }) => {
    assert.equal(await database.isAlive(), true)
    const other = await openOther(url)
    await other.close()
    assert.equal(await other.isAlive(), false)
    await eventually('still alive', () => database.isAlive())
  })
}
