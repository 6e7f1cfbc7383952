import { freshFile } from './file-template.ts'
import { openPostgres } from './open-store.ts'
import { type PostgresServer, sharedPostgres, whyNoPostgres } from './postgres.ts'
import { postgresCopies } from './postgres-copies.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type Engine = 'sqlite' | 'postgres'

const noPostgres = whyNoPostgres()
if (noPostgres) process.stderr.write(`Skipped on PostgreSQL: ${noPostgres}\n`)

/** The engines that tests of the database run on. */
export const engines: readonly Engine[] = noPostgres ? ['sqlite'] : ['sqlite', 'postgres']

type FreshDatabase = {
  /** Like `DATABASE_URL`. */
  url: string
  remove(): Promise<void>
}

/** A new database. With `folder`, its file outlives the test, and can be opened again. */
export const freshDatabase = async (engine: Engine, folder?: string): Promise<FreshDatabase> => {
  if (engine === 'postgres') return freshCopy()
  if (folder !== undefined) return { url: `sqlite:${await freshFile(folder)}`, remove: async () => {} }
  const own = temporaryFolder()
  return { url: `sqlite:${await freshFile(own.path)}`, remove: async () => own.remove() }
}

/** A copy of a database with tables, because creating them takes longer. */
const freshCopy = async (): Promise<FreshDatabase> => {
  const postgres = await sharedPostgres()
  copies ??= endingCopies(postgres)
  const { take, giveBack } = copies
  const url = await take()
  return { url, remove: () => giveBack(url) }
}

let copies: ReturnType<typeof postgresCopies> | undefined

/** Copies the template of the whole test run, or of this process. */
const endingCopies = (postgres: PostgresServer) => {
  const named = process.env.TEST_DATABASE_TEMPLATE
  let own: Promise<string> | undefined
  const template = async () => {
    if (named) return named
    own ??= makeTemplate()
    return new URL(await own).pathname.slice(1)
  }
  const made = postgresCopies(postgres, template)
  process.once('beforeExit', async () => {
    // Perhaps not the end: a test may be waiting for something that does not keep the process running.
    copies = undefined
    await made.dropEmptied()
    if (own) await postgres.drop(await own)
  })
  return made
}

/** Creates a database with tables. Returns its address. */
export const makeTemplate = async (): Promise<string> => {
  const postgres = await sharedPostgres()
  const url = await postgres.create()
  await (await openPostgres({ url })).close()
  return url
}
