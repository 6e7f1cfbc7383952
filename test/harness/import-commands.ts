import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { csvReader } from '../../server/exchange/files/csv.ts'
import { run } from '../../server/program/cli/run.ts'
import type { TestApp } from './app.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Printed = Record<string, unknown> & {
  code: number
  text: string
  noPlace: { field: string; rows: number }[]
  converted: { field: string; rows: number }[]
}

/** PostgreSQL on a busy machine must not count as unavailable. */
const patience = { DATABASE_DEADLINE_MS: '10000' }

/** Line, field, code and value of each row of a report. */
export const reportedIn = (csv: string): string[] => {
  const split = csvReader()
  const [, ...rows] = [...split(csv), ...split()]
  return rows.map(({ fields }) => {
    const [line, field, code, , value] = fields
    return [line, field, code, value].join(' | ')
  })
}

/** The command line on the store of an app, with files in a new folder. */
export const commands = (t: TestContext, app: TestApp, settings: Readonly<Record<string, string>> = patience) => {
  const folder = temporaryFolder()
  t.after(() => folder.remove())
  const at = (name: string) => join(folder.path, name)
  return {
    at,
    write: (name: string, content: string | Buffer) => {
      writeFileSync(at(name), content)
      return at(name)
    },
    faults: (name: string) =>
      readFileSync(at(`${name}.errors.csv`), 'utf8')
        .split('\n')
        .filter((line) => /^\d+,/.test(line))
        .map((line) => line.split(',').slice(0, 3).join(' ')),
    /** Line, field, code and value of each row of the report; empty if there is no report. */
    reported(name: string): string[] {
      const path = at(`${name}.errors.csv`)
      return existsSync(path) ? reportedIn(readFileSync(path, 'utf8')) : []
    },
    /** Runs several at once. Returns only their exit codes. */
    async together(several: string[][]): Promise<number[]> {
      const environment = process.env
      const mocks = (['log', 'error'] as const).map((name) => t.mock.method(console, name, () => undefined))
      process.env = {
        DATABASE_URL: app.databaseUrl,
        SECRET_KEY: 'a key of tests and of nobody else',
        ...settings,
      }
      try {
        return await Promise.all(several.map((args) => run(args)))
      } finally {
        process.env = environment
        for (const mock of mocks) mock.mock.restore()
      }
    },
    async run(...args: string[]): Promise<Printed> {
      const environment = process.env
      const printed: string[] = []
      const print = t.mock.method(console, 'log', (text: string) => void printed.push(text))
      const errorLines: string[] = []
      const errors = t.mock.method(console, 'error', (text: string) => void errorLines.push(text))
      process.env = {
        DATABASE_URL: app.databaseUrl,
        SECRET_KEY: 'a key of tests and of nobody else',
        MEDIA_URL: at('media'),
        WEBHOOK_ALLOW_PRIVATE: args.includes('--photos') ? 'true' : 'false',
        ...settings,
      }
      try {
        const code = await run(args)
        const json = args.includes('--json') && printed[0] ? JSON.parse(printed[0]) : {}
        return { ...json, code, text: [...printed, ...errorLines].join('\n') }
      } finally {
        process.env = environment
        print.mock.restore()
        errors.mock.restore()
      }
    },
  }
}
