import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { auditedAnimals, auditNote } from './audit.ts'
import { compare, spread } from './compare.ts'
import type { Options } from './options.ts'
import { comparisonTable, number, type Report } from './report.ts'
import { postRequest } from './request.ts'
import { startService } from './service.ts'
import { makeStore } from './store.ts'

const PATH = '/v1/pets'
const ANIMAL = { name: 'Biscuit', categoryId: 7, status: 'available' }
const PROBE_MS = 1_000

/** Adds animals, each acknowledged after its fsync: with group commit, and with one transaction per request. */
export const measureWrite = async (options: Options, folder: string): Promise<Report> => {
  const commitMicros = probeCommit(join(folder, 'probe.db'))
  const profileFolder = options.profile
    ? mkdtempSync(join(tmpdir(), 'adoption-profile-'))
    : undefined
  const stores = {
    grouped: await makeStore(join(folder, 'grouped.db'), { animals: 0 }),
    single: await makeStore(join(folder, 'single.db'), { animals: 0 }),
  }
  await using grouped = await startService({
    program: 'grouped',
    store: { DATABASE_URL: `sqlite:${stores.grouped.path}` },
    profileFolder,
  })
  await using single = await startService({
    program: 'single',
    store: { DATABASE_URL: `sqlite:${stores.single.path}` },
  })
  const requests = {
    grouped: postRequest(PATH, stores.grouped.key, ANIMAL),
    single: postRequest(PATH, stores.single.key, ANIMAL),
  }
  const figures = await compare(
    { name: 'group commit', ...grouped, next: () => requests.grouped },
    { name: 'one transaction a request', ...single, next: () => requests.single },
    options,
  )
  return {
    title: `WRITE: POST ${PATH}, acknowledged after fsync, ${options.connections} connections`,
    table: comparisonTable(figures),
    notes: [
      auditNote(auditedAnimals(stores.grouped.path)),
      `One row, one commit, one fsync, with nothing else: ${number(commitMicros)} µs on this disk.`,
      ...(profileFolder ? [`CPU profile: ${profileFolder}`] : []),
    ],
    figures: { ...figures, commitMicros },
  }
}

/** The minimum cost of an acknowledged write here: the median microseconds of a commit of one row. */
const probeCommit = (path: string): number => {
  const connection = new DatabaseSync(path)
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  connection.exec('CREATE TABLE animal (id INTEGER PRIMARY KEY, name TEXT)')
  const insert = connection.prepare('INSERT INTO animal (name) VALUES (?)')
  const micros: number[] = []
  for (const endAtMs = performance.now() + PROBE_MS; performance.now() < endAtMs; ) {
    const startedAtMs = performance.now()
    insert.run('Biscuit')
    micros.push((performance.now() - startedAtMs) * 1_000)
  }
  connection.close()
  return spread(micros).median
}
