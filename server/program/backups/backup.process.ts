import { doJob } from '../../platform/child-job.ts'
import { useProxies } from '../../platform/http/proxies.ts'
import type { BackupJob } from './backup-job.ts'
import { makeBackup } from './make-backup.ts'

// The program of a process that makes one backup.

const urlOf = (text: string | undefined): URL | undefined => (text === undefined ? undefined : new URL(text))

doJob((job: BackupJob) => {
  const { http, https, ...others } = job.proxies
  useProxies({ ...others, http: urlOf(http), https: urlOf(https) })
  return makeBackup(job, new AbortController().signal)
})
