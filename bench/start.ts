import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { spread } from './compare.ts'
import { load } from './load.ts'
import { onEveryCore, residentMebibytes } from './machine.ts'
import type { Options } from './options.ts'
import { number, type Report } from './report.ts'
import { getRequest } from './request.ts'
import { type programs, startService } from './service.ts'
import { makeStore } from './store.ts'

const STARTS = 5
const ANIMALS = 1_000

/** Time until it serves, on a database that exists, and the memory it holds when it has little to do. */
export const measureStart = async (_options: Options, folder: string): Promise<Report> => {
  const { path: storePath, key } = await makeStore(join(folder, 'start.db'), { animals: ANIMALS })
  const start = (program: keyof typeof programs) =>
    startService({ program, store: { DATABASE_URL: `sqlite:${storePath}` }, prefix: onEveryCore() })
  const timeStarts = async (program: keyof typeof programs) => {
    const readyMs: number[] = []
    // The first start fills the compile cache and is not counted.
    for (let count = 0; count <= STARTS; count += 1) {
      await using service = await start(program)
      if (count > 0) readyMs.push(service.readyMs)
    }
    return spread(readyMs)
  }
  const program = await timeStarts('serve')
  const npmStart = await timeStarts('start')

  await using service = await start('start')
  const request = getRequest('/v1/pets?limit=20', key)
  await load({ port: service.port, next: () => request, connections: 1, seconds: 0.05 })
  await wait(2_000)
  const residentMiB = residentMebibytes(service.pid)
  const row = (name: string, { median, min, max }: typeof program) => [
    name,
    number(median),
    number(min),
    number(max),
  ]
  return {
    title: `START: on an existing store, ${STARTS} times`,
    table: [
      ['', 'median', 'min', 'max'],
      row('ready, the program itself, ms', program),
      row('ready, as npm start runs it (without npm), ms', npmStart),
      ['resident memory when idle, MiB', number(residentMiB)],
    ],
    notes: [],
    figures: { program, npmStart, residentMiB },
  }
}
