import { counted } from '../../platform/counted.ts'

type BackupContent = { rows: Readonly<Record<string, number>>; version: string }

/** Describes the content and the version of a backup. */
export const shownBackup = ({ rows, version }: BackupContent): string =>
  [
    counted(rows.pets ?? 0, 'animal'),
    counted(rows.orders ?? 0, 'order'),
    counted(rows.accounts ?? 0, 'account'),
    `version ${version}`,
  ].join(', ')
