import { doJob } from '../../platform/child-job.ts'
import { checkDatabaseFile, copyAtRest, copyOnline } from '../../platform/storage/sqlite-file.ts'
import { storeFile } from '../schema/store-file.ts'
import type { CheckedCopy } from './checked-copy.messages.ts'

// The program of a process that makes one copy.

doJob(({ path, to, use }: CheckedCopy) => {
  if (use === 'in use') copyOnline(path, to)
  if (use === 'at rest') copyAtRest(path, to)
  return checkDatabaseFile(to, storeFile)
})
