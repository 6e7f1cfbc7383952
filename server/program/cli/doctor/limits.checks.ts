import { readFileSync } from 'node:fs'
import type { Finding } from './finding.ts'

/** Connections of clients, of PostgreSQL and of Redis, and the files of the store. */
const NEEDED_FILES = 1_024

/** Checks how many files and connections one process may have open. */
export const checkOpenFiles = (limit = limitOf('open files')): Finding[] => {
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

/** Checks how large a file may become: the database grows. */
export const checkFileSize = (limit = limitOf('file size')): Finding[] => {
  if (limit === undefined) return []
  return [
    {
      check: 'file size',
      state: 'warn',
      found: `no file of this process may grow beyond ${limit} bytes`,
      advice: 'remove the limit (LimitFSIZE of systemd, ulimit -f): writes fail when it is reached',
    },
  ]
}

/** Undefined without a limit, and on systems other than Linux. */
const limitOf = (name: 'open files' | 'file size'): number | undefined => {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8').split('\n')
    const [soft] = /\d+/.exec(limits.find((line) => line.startsWith(`Max ${name} `)) ?? '') ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
