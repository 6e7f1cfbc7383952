import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeMachine, pinSelf } from './machine.ts'
import { measureMixed } from './mixed.ts'
import { measureOperations } from './operations.ts'
import { endAll } from './process.ts'
import { measureRead } from './read.ts'
import { type Options, printReport, type Report } from './report.ts'
import { measureSite } from './site.ts'
import { measureSoak } from './soak.ts'
import { measureWrite } from './write.ts'

const parts: Record<string, (options: Options, folder: string) => Promise<Report>> = {
  read: measureRead,
  write: measureWrite,
  mixed: measureMixed,
  operations: measureOperations,
  site: measureSite,
  soak: measureSoak,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'read,write' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '10' },
  },
})
const options: Options = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  minutes: Number(values.minutes),
}
if (!(options.seconds > 0 && options.rounds > 0 && options.minutes > 0))
  throw new Error('--seconds, --rounds and --minutes must be numbers above 0')
const chosen = values.only.split(',').map((name) => {
  if (parts[name]) return parts[name]
  throw new Error(`--only must be some of ${Object.keys(parts).join(',')}, not ${name}`)
})

// Not below /tmp, because in memory an fsync costs nothing.
const data = new URL('../data/', import.meta.url).pathname
mkdirSync(data, { recursive: true })
const folder = mkdtempSync(`${data}bench-`)
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
process.once('exit', () => {
  endAll()
  rmSync(folder, { recursive: true, force: true })
})
pinSelf()
console.log(describeMachine())
// It never passes or fails, because other programs on the machine affect the figures.
for (const measure of chosen) printReport(await measure(options, folder))
