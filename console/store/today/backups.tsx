import type { BackupStatus } from '@adoption-store/client'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../platform/failure.tsx'
import { formatCount } from '../../platform/number-format.ts'
import { Panel } from '../../platform/panel.tsx'
import { Pill } from '../../platform/pill.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { Ago } from '../../platform/time.tsx'
import { formatTime } from '../../platform/time-format.ts'
import { useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import classes from './today.module.css'

const CHECK_MS = 60_000

const useBackupStatus = () => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.backupStatus,
    queryFn: ({ signal }) => store.backupStatus.get({ signal }),
    refetchInterval: CHECK_MS,
  })
}

/** Whether somebody operates the store; false until that is known. */
export const useIsOperator = (): boolean => {
  const { data: me } = useMe()
  if (!me?.scopes.includes('admin')) return false
  // A member acts for an account, whatever the role.
  return me.type !== 'user' || me.account === undefined
}

/** For operators: a red notice as soon as two backups were missed. */
export const OverdueBackups = () => {
  const { data } = useBackupStatus()
  if (!data?.isOverdue) return null
  const { missed, lastBackup, lastFailure } = data
  return (
    <Alert color="red" role="alert" mb="md" title={`${formatCount(missed)} backups were missed`}>
      {lastBackup ? (
        <>
          The last backup is from <Ago at={lastBackup.finishedAt} />.
        </>
      ) : (
        'There is no backup yet.'
      )}
      {lastFailure && <> The last attempt failed: {lastFailure.message}</>}
    </Alert>
  )
}

/** For operators: the last backup, and the next one. */
export const Backups = () => {
  const query = useBackupStatus()
  const { data, error } = query
  return (
    <Panel title="Backups" aside={data && <State status={data} />}>
      <LoadFailure query={query} />
      {!data && !error && <SkeletonRows what="backups" rows={1} />}
      {data && <Details status={data} />}
    </Panel>
  )
}

const State = ({ status: { isOn, isOverdue, lastFailure, lastBackup } }: { status: BackupStatus }) => {
  if (!isOn) return <Pill tone="plain">Off</Pill>
  if (isOverdue) return <Pill tone="bad">Overdue</Pill>
  if (lastFailure) return <Pill tone="hold">Failed</Pill>
  return lastBackup ? <Pill tone="ok">Up to date</Pill> : <Pill tone="plain">None yet</Pill>
}

const Details = ({ status }: { status: BackupStatus }) => {
  const { isOn, isOverdue, location, lastBackup, lastFailure, nextAt } = status
  if (!isOn) {
    return (
      <p className={classes.none}>
        There are no automatic backups. Set <code>BACKUP_URL</code> to make them.
      </p>
    )
  }
  return (
    <ul className={classes.facts}>
      <li>
        {lastBackup ? (
          <>
            Last backup <Ago at={lastBackup.finishedAt} />, with {formatCount(lastBackup.photos)} photo files
          </>
        ) : (
          'No backup yet'
        )}
      </li>
      <li dir="auto">{location}</li>
      {lastBackup && !lastBackup.hasSecretKey && (
        <li>
          It has no secret key: set <code>BACKUP_PASSPHRASE</code>
        </li>
      )}
      {lastFailure && !isOverdue && <li>The last attempt failed: {lastFailure.message}</li>}
      {nextAt && <li>Next on {formatTime(nextAt)}</li>}
    </ul>
  )
}
