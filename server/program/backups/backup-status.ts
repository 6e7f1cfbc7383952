import { type Static, Type } from 'typebox'

const time = (description: string, example: string) =>
  Type.String({ format: 'date-time', description, examples: [example] })
const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] })

const example = {
  isOn: true,
  location: 's3://backups/paws',
  schedule: '03:00',
  keep: 14,
  nextAt: '2026-11-27T03:00:00.000Z',
  missed: 0,
  isOverdue: false,
  lastBackup: {
    name: '2026-11-26T03-00-00-123Z',
    startedAt: '2026-11-26T03:00:00.123Z',
    finishedAt: '2026-11-26T03:00:09.456Z',
    bytes: 48_300_032,
    photos: 1_204,
    hasSecretKey: true,
  },
}

const LastBackup = Type.Object(
  {
    name: Type.String({
      description: 'Its name, for `restore LOCATION@NAME`.',
      examples: [example.lastBackup.name],
    }),
    startedAt: time('When it began. It contains every change acknowledged before.', example.nextAt),
    finishedAt: time('When it was completed and verified.', example.lastBackup.finishedAt),
    bytes: count('The size of the database in it.', example.lastBackup.bytes),
    photos: count('The files of photos that the database names.', example.lastBackup.photos),
    hasSecretKey: Type.Boolean({ description: 'Whether it has the secret key.', examples: [true] }),
  },
  { description: 'The last complete backup; absent if there is none yet.' },
)

const LastFailure = Type.Object(
  {
    failedAt: time('When it failed.', '2026-11-26T03:00:02.000Z'),
    message: Type.String({
      description: 'The reason.',
      examples: ['the bucket of backups is unavailable'],
    }),
  },
  { description: 'The last attempt, if it failed.' },
)

export const BackupStatus = Type.Object(
  {
    isOn: Type.Boolean({
      description: 'Whether `BACKUP_URL` is set. If not, the other fields are absent.',
      examples: [true],
    }),
    location: Type.Optional(
      Type.String({
        description: 'The location of the backups, without credentials.',
        examples: [example.location],
      }),
    ),
    schedule: Type.Optional(
      Type.String({ description: 'The setting `BACKUP_SCHEDULE`.', examples: [example.schedule] }),
    ),
    keep: Type.Optional(count('How many backups are kept.', 14)),
    nextAt: Type.Optional(time('When the next one is due.', example.nextAt)),
    missed: count('How many backups were due since the last one.', 0),
    isOverdue: Type.Boolean({
      description: 'Whether at least two were missed, so that somebody should check the backups.',
      examples: [false],
    }),
    lastBackup: Type.Optional(LastBackup),
    lastFailure: Type.Optional(LastFailure),
  },
  { $id: 'BackupStatus', description: 'The state of automatic backups.', examples: [example] },
)

export type BackupStatus = Static<typeof BackupStatus>
