import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { measureInTurns } from './measure.ts'
import { startService } from './process.ts'
import { number, type Options, type Report } from './report.ts'
import { requestBytes } from './request.ts'
import { makeStore } from './store.ts'
import { newAnimal } from './work.ts'

/** Adds animals, each acknowledged after its fsync, and compares the rate with commits of one row after the other. */
export const measureWrite = async (options: Options, folder: string): Promise<Report> => {
  const commitsPerSecond = probeCommits(join(folder, 'probe.db'))
  const { path, key } = await makeStore(join(folder, 'write.db'), { animals: 0 })
  await using service = await startService({ DATABASE_URL: `sqlite:${path}` })
  const request = requestBytes(newAnimal, key)
  const [figures] = await measureInTurns([{ ...service, next: () => request }], options)
  const perSecond = figures?.perSecond ?? Number.NaN
  return {
    title: 'WRITE: POST /v1/pets, acknowledged after its fsync',
    table: [
      ['new animals a second', 'commits of a row a second', 'ratio', 'goal'],
      [number(perSecond), number(commitsPerSecond), number(perSecond / commitsPerSecond, 1), '3'],
    ],
  }
}

/** How many commits of one row, one after the other, this disk can do in a second. */
const probeCommits = (path: string): number => {
  const connection = new DatabaseSync(path)
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  connection.exec('CREATE TABLE animal (id INTEGER PRIMARY KEY, name TEXT)')
  const insert = connection.prepare('INSERT INTO animal (name) VALUES (?)')
  let commits = 0
  for (const endAtMs = performance.now() + 1_000; performance.now() < endAtMs; commits += 1) insert.run('Biscuit')
  connection.close()
  return commits
}
