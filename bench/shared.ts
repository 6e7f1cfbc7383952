import { openPostgres } from '../server/platform/storage/postgres.ts'
import type { Change } from '../server/program/changes/change.ts'
import { prepareDatabase } from '../server/program/schema/prepare-database.ts'
import type { Author } from '../server/requests/author/author.ts'
import { startPostgres } from '../test/harness/postgres.ts'
import { privateRedis } from '../test/harness/redis.ts'
import type { Options } from './options.ts'
import { ANIMALS, againstBare } from './read.ts'
import type { Report } from './report.ts'
import { makeKey } from './store.ts'

/** One replica on PostgreSQL and Redis, both on this machine, against the bare server. */
export const measureShared = (options: Options, folder: string): Promise<Report> =>
  withSharedStore((shared) => againstBare(options, folder, { name: 'SHARED', ...shared }))

type SharedStore = {
  /** The settings that name it. */
  store: Record<string, string>
  key: string
}

/** Starts PostgreSQL and Redis, filled, for as long as `work` takes. */
export const withSharedStore = async (
  work: (shared: SharedStore) => Promise<Report>,
): Promise<Report> => {
  const postgres = await startPostgres({ fsync: true })
  await using redis = await privateRedis()
  if (!redis) throw new Error('no Redis to measure with')
  try {
    const url = await postgres.create()
    const key = await fill(url)
    return await work({ store: { DATABASE_URL: url, REDIS_URL: redis.url }, key })
  } finally {
    await postgres.stop()
  }
}

const fill = async (url: string): Promise<string> => {
  await prepareDatabase({ kind: 'postgres', url }, 'write')
  const database = await openPostgres<Change, Author>({ url })
  const pets = Array.from({ length: ANIMALS }, (_, at) => ({
    name: `Animal ${at}`,
    name_folded: `animal ${at}`,
    category_id: BigInt(at % 50),
    account_id: 1n,
    status: ['available', 'available', 'available', 'pending', 'sold'][at % 5] as string,
  }))
  await database.write(async ({ query }) => {
    await query.insertInto('pets').values(pets).execute()
  })
  const key = await makeKey(database)
  await database.close()
  return key
}
