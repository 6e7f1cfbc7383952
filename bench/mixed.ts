import { measureInTurns } from './measure.ts'
import { installPeers, names, startAll } from './peers.ts'
import { comparisonHeading, comparisonRow, type Options, type Report } from './report.ts'
import { ANIMALS, works } from './work.ts'

/** Measures the service and peers on Express, Fastify and Elysia. By `?id=`, these are asked for the same by its path. */
export const measureMixed = async (options: Options, folder: string): Promise<Report> => {
  const home = installPeers()
  const table = [comparisonHeading(names)]
  for (const work of works) {
    // Each workload has its own databases, so that animals added by one are not in the lists of the next.
    await using contenders = await startAll(home, folder, work)
    const figures = await measureInTurns(contenders.list, options)
    table.push(comparisonRow(work.name, work.goal, figures))
  }
  return { title: `MIXED: ${ANIMALS} animals`, table }
}
