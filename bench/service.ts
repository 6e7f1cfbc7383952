import { onServerCore } from './machine.ts'
import { startProcess } from './process.ts'

const root = new URL('../', import.meta.url).pathname

/** The program as it is shipped, and the same service composed with one transaction a write. */
const programs = {
  start: [`${root}scripts/run.mjs`, `${root}server/main.ts`, 'serve'],
  serve: [`${root}server/main.ts`, 'serve'],
  grouped: [`${root}bench/server.ts`],
  single: [`${root}bench/server.ts`, '--one-transaction-a-request'],
}

type Service = {
  program: keyof typeof programs
  /** The settings that name its store. */
  store: Record<string, string>
  prefix?: string[]
  profileFolder?: string | undefined
}

/** The service in a process of its own, on a free port. */
export const startService = ({ program, store, prefix = onServerCore(), profileFolder }: Service) =>
  startProcess({
    prefix,
    args: programs[program],
    environment: { ...store, PORT: '0' },
    profileFolder,
  })
