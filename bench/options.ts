import { parseArgs } from 'node:util'

const parts = ['read', 'write', 'mixed', 'operations', 'site', 'soak'] as const
export type Part = (typeof parts)[number]

export type Options = {
  only: readonly Part[]
  seconds: number
  rounds: number
  connections: number
  /** Length of the soak. */
  minutes: number
  /** Of the site, and as many lists beside them. */
  pages: number
  /** Whether the service's processes write a CPU profile. */
  profile: boolean
  /** Of the operations, and of the changes beside the site, those whose name has this. */
  match: string
  json: boolean
}

export const usage = `usage: npm run bench -- [options]
  --only PARTS       of ${parts.join(', ')}; several are separated by commas; mixed and operations
                     install other frameworks into a temporary folder
  --seconds N        length of each measurement (3)
  --rounds N         pairs of measurements (5)
  --connections N    (64)
  --minutes N        length of soak (10)
  --pages N          different pages of site, and lists beside them (30)
  --profile          the service writes CPU profiles; the figures are then worth less
  --match TEXT       of the operations, and the changes of site, only those whose name has this text
  --json             one JSON document instead of tables`

/** Throws an error whose message tells what was not understood. */
export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '64' },
      minutes: { type: 'string', default: '10' },
      pages: { type: 'string', default: '30' },
      profile: { type: 'boolean', default: false },
      match: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
    },
  })
  return {
    only: values.only === '' ? defaultParts : values.only.split(',').map(part),
    seconds: positive('--seconds', values.seconds),
    rounds: positive('--rounds', values.rounds),
    connections: positive('--connections', values.connections),
    minutes: positive('--minutes', values.minutes),
    pages: positive('--pages', values.pages),
    profile: values.profile,
    match: values.match,
    json: values.json,
  }
}

/** The others install something else, or take long. */
const defaultParts: Part[] = ['read', 'write']

const part = (text: string): Part => {
  const found = parts.find((name) => name === text)
  if (!found) throw new Error(`--only knows ${parts.join(', ')}, not ${text}`)
  return found
}

const positive = (name: string, text: string): number => {
  const number = Number(text.replaceAll('_', ''))
  if (number > 0 && Number.isFinite(number)) return number
  throw new Error(`${name} must be a number above 0`)
}
