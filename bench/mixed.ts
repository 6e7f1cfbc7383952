import { type Figures, measureInTurns } from './compare.ts'
import type { Options } from './options.ts'
import { installPeers, names, startAll } from './peers.ts'
import { number, type Report, waiting } from './report.ts'
import { ANIMALS, ownWork, type Work, works } from './work.ts'

type Measured = { work: string; goal: number; ratio: number; measured: Figures[] }

/** The table of goals: the service beside services on Express, Fastify and Elysia, each work in turns, on one core. */
export const measureMixed = async (options: Options, folder: string): Promise<Report> => {
  const home = installPeers()
  const all: Measured[] = []
  for (const work of [...works, ownWork]) all.push(await measure(home, folder, work, options))
  return {
    title: `MIXED: requests/s (CPU µs/request), ${ANIMALS} animals, ${options.connections} connections, one core`,
    table: [['work', ...names, 'of the best', 'goal'], ...all.map(row)],
    notes: [
      'By `?id=`, the others are asked for the same animals by their path.',
      ...all.flatMap(({ work, measured }) => {
        const idle = waiting(measured)
        return idle === '' ? [] : [`${work}: ${idle} had to wait for the load or the disk.`]
      }),
    ],
    figures: all,
  }
}

/** Each work on databases of its own: what one work adds must not be in the lists of the next. */
const measure = async (
  home: string,
  folder: string,
  work: Work,
  options: Options,
): Promise<Measured> => {
  await using contenders = await startAll(home, folder, work)
  const measured = await measureInTurns(contenders.list, options)
  const [ours = Number.NaN, ...others] = measured.map(({ perSecond }) => perSecond)
  return { work: work.name, goal: work.goal, ratio: ours / Math.max(...others), measured }
}

const row = ({ work, goal, ratio, measured }: Measured): string[] => [
  work,
  ...measured.map(({ perSecond, cpuMicros }) => `${number(perSecond)} (${number(cpuMicros, 1)})`),
  number(ratio, 2),
  number(goal, 1),
]
