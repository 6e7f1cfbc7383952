import { onServerCore } from './machine.ts'
import { startProcess } from './process.ts'

const root = new URL('../', import.meta.url).pathname

/** The program as we ship it, and the same service with one transaction per write. */
const programs = {
  start: [`${root}scripts/run.mjs`, `${root}server/main.ts`, 'serve'],
  serve: [`${root}server/main.ts`, 'serve'],
  grouped: [`${root}bench/server.ts`],
  single: [`${root}bench/server.ts`, '--one-transaction-a-request'],
}

type Service = {
  program: keyof typeof programs
  /** The settings that select its database. */
  store: Record<string, string>
  prefix?: string[]
  profileFolder?: string | undefined
}

/** Starts the service in its own process, on a free port. */
export const startService = ({ program, store, prefix = onServerCore(), profileFolder }: Service) =>
  startProcess({
    prefix,
    args: programs[program],
    environment: { ...store, PORT: '0' },
    profileFolder,
  })
