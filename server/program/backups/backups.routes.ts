import { type Operation, operation } from '../../requests/api/operation.ts'
import { json } from '../../requests/api/reply.ts'
import { BackupStatus } from './backup-status.ts'
import type { BackupsService } from './backups.service.ts'

export const backupSchemas = [BackupStatus]

export const backupOperations = (backups: Pick<BackupsService, 'status'>): Operation[] => [
  operation({
    id: 'getBackupStatus',
    method: 'GET',
    path: '/backup-status',
    tag: 'Admin',
    stability: 'beta',
    scope: 'admin',
    isForStore: true,
    summary: 'Get the state of backups',
    description:
      'Returns the last automatic backup, the reason of a failure, and how many backups were missed. Backups are ' +
      'turned on by the setting `BACKUP_URL`, and restored on the command line.',
    returns: { 200: { description: 'The state of automatic backups.', schema: BackupStatus } },
    example: {
      client: `const { isOverdue, lastBackup } = await store.backupStatus.get()\nconsole.log(lastBackup?.finishedAt, isOverdue ? 'overdue' : 'in time')`,
    },
    handle: async (call) => json(call.write(await backups.status())),
  }),
]
