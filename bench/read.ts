import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBare } from './bare.ts'
import { type Comparison, compare } from './compare.ts'
import type { Options } from './options.ts'
import { comparisonTable, type Report, waiting } from './report.ts'
import { getRequest, LIST_PATH } from './request.ts'
import { startService } from './service.ts'
import { makeStore } from './store.ts'

const ANIMALS = 1_000

/** Compares a page of the service's list with bare node:http that sends the same bytes and headers. */
export const measureRead = async (options: Options, folder: string): Promise<Report> => {
  const { path, key } = await makeStore(join(folder, 'read.db'), { animals: ANIMALS })
  const profileFolder = options.profile
    ? mkdtempSync(join(tmpdir(), 'adoption-profile-'))
    : undefined
  await using service = await startService({
    program: 'serve',
    store: { DATABASE_URL: `sqlite:${path}` },
    profileFolder,
  })
  await using bare = await startBare(service.port, key, folder)

  const request = getRequest(LIST_PATH, key)
  const contender = { next: () => request }
  const figures = await compare(
    { name: 'service', ...service, ...contender },
    { name: 'bare node:http', ...bare, ...contender },
    options,
  )
  return {
    title: `READ: GET ${LIST_PATH}, ${ANIMALS} animals, ${options.connections} connections`,
    table: comparisonTable(figures),
    notes: [bottleneck(figures), ...(profileFolder ? [`CPU profile: ${profileFolder}`] : [])],
    figures,
  }
}

const bottleneck = ({ ours, yardstick }: Comparison): string => {
  const names = waiting([ours, yardstick])
  return names === ''
    ? 'Both servers were the bottleneck: the ratio of requests/s is theirs.'
    : `${names} had to wait for the load: go by CPU µs/request.`
}
