import { readFileSync } from 'node:fs'
import type { Finding } from './finding.ts'

/** Connections of clients, of PostgreSQL and of Redis, and the files of the store. */
const NEEDED_FILES = 1_024

/** Checks how many files and connections one process may have open. */
export const checkOpenFiles = (limit = openFilesLimit()): Finding[] => {
  if (limit === undefined || limit >= NEEDED_FILES) return []
  return [
    {
      check: 'open files',
      state: 'warn',
      found: `at most ${limit} files and connections at a time`,
      advice: `raise the limit to ${NEEDED_FILES} or more (LimitNOFILE of systemd, ulimits of Docker): further clients cannot connect`,
    },
  ]
}

/** Undefined without a limit, and on systems other than Linux. */
const openFilesLimit = (): number | undefined => {
  try {
    const [, limit] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}
