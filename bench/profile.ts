import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load } from './load.ts'
import type { Options } from './options.ts'
import { fill } from './peers.ts'
import { number, type Report } from './report.ts'
import { startService } from './service.ts'
import { makeStore } from './store.ts'
import { ownWork, type Work, works } from './work.ts'

const FRAMES = 10
const WARM_UP_SECONDS = 2

/** Where the service spends its time in each work: the widest frames of a flame graph. */
export const measureProfile = async (options: Options, folder: string): Promise<Report> => {
  const rows: string[][] = []
  for (const [place, work] of [...works, ownWork].entries()) {
    const frames = await profileOf(work, join(folder, `profile-${place}`), options)
    frames.forEach(({ name, at, share }, rank) => {
      rows.push([rank === 0 ? work.name : '', `${number(share * 100, 1)} %`, name, at])
    })
  }
  return {
    title: `PROFILE: the ${FRAMES} frames with the most time of their own, as shares of the time in which the serving thread was busy`,
    table: [['work', 'share', 'function', 'where'], ...rows],
    notes: [
      'A function in which another was inlined has its time too. Time in the kernel is with the native function that called it.',
    ],
    figures: rows,
  }
}

type Frame = { name: string; at: string; share: number }

const profileOf = async (
  work: Work,
  folder: string,
  { connections, seconds }: Options,
): Promise<Frame[]> => {
  mkdirSync(folder)
  const { path, key } = await makeStore(join(folder, 'store.db'), { animals: 0 })
  const store = { DATABASE_URL: `sqlite:${path}` }
  const service = await startService({ program: 'serve', store, profileFolder: folder })
  let beganAtMicros: number
  try {
    await fill(service.port, key)
    const run = (length: number) =>
      load({ port: service.port, next: work.next(key), connections, seconds: length })
    await run(WARM_UP_SECONDS)
    beganAtMicros = Number(process.hrtime.bigint() / 1_000n)
    await run(seconds)
  } finally {
    // The profile is written as the process ends.
    await service[Symbol.asyncDispose]()
  }
  // The serving thread is the first: other threads have profiles of their own.
  const file = readdirSync(folder).find((name) => /\.0\.\d+\.cpuprofile$/.test(name))
  if (!file) throw new Error(`no CPU profile in ${folder}`)
  return widest(JSON.parse(readFileSync(join(folder, file), 'utf8')), beganAtMicros)
}

/** As V8 writes it (Chrome DevTools Protocol, `Profiler.Profile`); its clock is that of `process.hrtime`. */
type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

const widest = (profile: CpuProfile, beganAtMicros: number): Frame[] => {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const selfMicros = new Map<string, { name: string; at: string; micros: number }>()
  let busyMicros = 0
  let atMicros = profile.startTime
  for (const [place, id] of profile.samples.entries()) {
    const micros = profile.timeDeltas[place] ?? 0
    atMicros += micros
    const frame = frames.get(id)
    if (!frame || frame.functionName === '(idle)' || atMicros < beganAtMicros) continue
    busyMicros += micros
    const name = frame.functionName || '(anonymous)'
    const at = placeOf(frame)
    const found = selfMicros.get(`${name} ${at}`)
    if (found) found.micros += micros
    else selfMicros.set(`${name} ${at}`, { name, at, micros })
  }
  return [...selfMicros.values()]
    .toSorted((one, other) => other.micros - one.micros)
    .slice(0, FRAMES)
    .map(({ name, at, micros }) => ({ name, at, share: micros / busyMicros }))
}

const root = fileURLToPath(new URL('../', import.meta.url))

const placeOf = ({ url, lineNumber }: { url: string; lineNumber: number }): string => {
  if (url === '') return 'native'
  const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url
  return `${file}:${lineNumber + 1}`
}
