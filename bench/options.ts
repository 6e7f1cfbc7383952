import { parseArgs } from 'node:util'

const parts = ['read', 'write', 'mixed', 'operations', 'site', 'soak'] as const
export type Part = (typeof parts)[number]

export type Options = {
  only: readonly Part[]
  seconds: number
  rounds: number
  connections: number
  /** The length of the soak. */
  minutes: number
  /** The number of pages of the site, and of lists beside them. */
  pages: number
  /** Whether the service's processes write a CPU profile. */
  profile: boolean
  /** Only operations, and changes beside the site, whose name contains this. */
  match: string
  json: boolean
}

export const usage = `usage: npm run bench -- [options]
  --only PARTS       any of ${parts.join(', ')}, separated by commas; mixed and operations
                     install other frameworks into a temporary folder
  --seconds N        length of each measurement (3)
  --rounds N         pairs of measurements (5)
  --connections N    connections of the load (64)
  --minutes N        length of soak (10)
  --pages N          number of pages of the site, and of lists beside them (30)
  --profile          the service writes CPU profiles, which makes it slower
  --match TEXT       only operations, and changes of the site, whose name contains this text
  --json             one JSON document instead of tables`

/** Throws an error that names the invalid option. */
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

/** The others install packages or take long. */
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
