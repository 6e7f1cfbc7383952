import { auditedAnimals, auditNote } from './audit.ts'
import { type Figures, measureInTurns } from './compare.ts'
import type { Options } from './options.ts'
import { installPeers, names, startAll } from './peers.ts'
import { number, type Report, waiting } from './report.ts'
import { ANIMALS, ownWork, type Work, works } from './work.ts'

type Measured = {
  work: string
  goal: number
  /** Our rate divided by that of the fastest peer. */
  perSecondRatio: number
  /** The CPU time of the most efficient peer divided by ours. */
  cpuRatio: number
  measured: Figures[]
  /** The animals that the service added, each with an entry in the audit log. */
  audited: number
}

/** Measures the table of goals: the service and peers on Express, Fastify and Elysia, alternately, on one core. */
export const measureMixed = async (options: Options, folder: string): Promise<Report> => {
  const home = installPeers()
  const all: Measured[] = []
  for (const work of [...works, ownWork]) all.push(await measure(home, folder, work, options))
  const spare = all.flatMap(({ work, measured }) => {
    const idle = waiting(measured)
    return idle === '' ? [] : [`${work} (${idle})`]
  })
  return {
    title: `MIXED: requests/s (CPU µs/request), ${ANIMALS} animals, ${options.connections} connections, one core`,
    table: [['work', ...names, 'of the best', 'by CPU', 'goal'], ...all.map(row)],
    notes: [
      'By `?id=`, the others are asked for the same animals by their path.',
      auditNote(all.reduce((sum, { audited }) => sum + audited, 0)),
      ...(spare.length > 0
        ? [`Go by CPU where a server had to wait for the load or the disk: ${spare.join('; ')}.`]
        : []),
    ],
    figures: all,
  }
}

/** Each workload has its own databases, so that animals added by one are not in the lists of the next. */
const measure = async (
  home: string,
  folder: string,
  work: Work,
  options: Options,
): Promise<Measured> => {
  await using contenders = await startAll(home, folder, work)
  const measured = await measureInTurns(contenders.list, options)
  return {
    work: work.name,
    goal: work.goal,
    perSecondRatio: overOthers(measured.map(({ perSecond }) => perSecond)),
    cpuRatio: overOthers(measured.map(({ cpuMicros }) => 1 / cpuMicros)),
    measured,
    audited: auditedAnimals(contenders.path),
  }
}

const overOthers = ([ours = Number.NaN, ...others]: number[]): number => ours / Math.max(...others)

const row = ({ work, goal, perSecondRatio, cpuRatio, measured }: Measured): string[] => [
  work,
  ...measured.map(({ perSecond, cpuMicros }) => `${number(perSecond)} (${number(cpuMicros, 1)})`),
  number(perSecondRatio, 2),
  number(cpuRatio, 2),
  number(goal, 1),
]
