import { join } from 'node:path'
import { measureInTurns } from './measure.ts'
import { startProgram, startService } from './process.ts'
import { comparisonHeading, comparisonRow, type Options, type Report } from './report.ts'
import { getRequest, LIST_PATH } from './request.ts'
import { makeStore } from './store.ts'

/** Compares a page of the service's list with bare node:http that sends the same bytes and headers. */
export const measureRead = async (options: Options, folder: string): Promise<Report> => {
  const { path, key } = await makeStore(join(folder, 'read.db'), { animals: 1_000 })
  await using service = await startService({ DATABASE_URL: `sqlite:${path}` })
  const program = new URL('bare-server.ts', import.meta.url).pathname
  await using bare = await startProgram([program, String(service.port), key])
  const request = getRequest(LIST_PATH, key)
  const contenders = [service, bare].map((server) => ({ ...server, next: () => request }))
  const figures = await measureInTurns(contenders, options)
  return {
    title: 'READ: 1,000 animals',
    table: [comparisonHeading(['service', 'bare node:http']), comparisonRow(`GET ${LIST_PATH}`, 0.8, figures)],
  }
}
