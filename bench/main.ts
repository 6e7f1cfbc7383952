import { rmSync } from 'node:fs'
import { describeMachine, pinSelf } from './machine.ts'
import { measureMixed } from './mixed.ts'
import { measureOperations } from './operations.ts'
import { type Options, type Part, readOptions, usage } from './options.ts'
import { endAll } from './process.ts'
import { measureRead } from './read.ts'
import { printReport, type Report } from './report.ts'
import { measureSite } from './site.ts'
import { measureSoak } from './soak.ts'
import { benchFolder } from './store.ts'
import { measureWrite } from './write.ts'

type Measure = (options: Options, folder: string) => Promise<Report>

const measures: Record<Part, Measure> = {
  read: measureRead,
  write: measureWrite,
  mixed: measureMixed,
  operations: measureOperations,
  site: measureSite,
  soak: measureSoak,
}

/** Measures and prints. It never passes or fails, because other programs on the machine affect the figures. */
const main = async (options: Options): Promise<void> => {
  const folder = benchFolder()
  const end = () => {
    endAll()
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  process.once('exit', end)
  pinSelf()
  const machine = describeMachine()
  if (!options.json) console.log(machine)
  const reports: Report[] = []
  for (const part of options.only) {
    const report = await measures[part](options, folder)
    reports.push(report)
    if (!options.json) printReport(report)
  }
  if (options.json) console.log(JSON.stringify({ machine, options, reports }, null, 2))
}

try {
  await main(readOptions(process.argv.slice(2)))
} catch (error) {
  const misused = error instanceof Error && /^--|\boption\b/i.test(error.message)
  console.error(misused ? `${(error as Error).message}\n\n${usage}` : error)
  process.exitCode = misused ? 2 : 1
}
