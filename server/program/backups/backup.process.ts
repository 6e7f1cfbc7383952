import type { BackupJob } from './backup-job.ts'
import { doJob } from './child-job.ts'
import { makeBackup } from './make-backup.ts'

// The program of a process that makes one backup.

doJob((job: BackupJob) => makeBackup(job, new AbortController().signal))
