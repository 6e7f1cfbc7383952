import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** The file of a backup that is written last, and completes it. */
export const MANIFEST_FILE = 'manifest.json'
/** The names of the files of photos, one a line. */
export const PHOTO_LIST_FILE = 'photos.txt'
/** The secret key, readable only by its owner; or encrypted with the passphrase. */
export const KEY_FILE = 'secret.key'
export const SEALED_KEY_FILE = 'secret.key.sealed'

const secretKeyStates = ['sealed', 'plain', 'left out', 'missing', 'none'] as const

/** `missing`: the one that the store was signed with was not there. `none`: nothing was signed. */
export type BackedUpKey = (typeof secretKeyStates)[number]

const Manifest = Type.Object({
  format: Type.Literal(1),
  startedAt: Type.String(),
  finishedAt: Type.String(),
  /** The version of the program. */
  release: Type.String(),
  /** The last migration of the database. */
  version: Type.String(),
  database: Type.Object({
    engine: Type.Enum(['sqlite', 'postgres']),
    file: Type.Enum(['store.db', 'store.dump']),
    bytes: Type.Integer({ minimum: 0 }),
    sha256: Type.String(),
    rows: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  }),
  photos: Type.Object({
    /** Where they are if they are not in the backup. */
    keptIn: Type.Optional(Type.String()),
    files: Type.Integer({ minimum: 0 }),
    /** Those that the database names and that were not there. */
    missing: Type.Integer({ minimum: 0 }),
    sha256: Type.String(),
  }),
  secretKey: Type.Object({
    state: Type.Enum([...secretKeyStates]),
    /** Identifies the key that the store was signed with. */
    fingerprint: Type.Optional(Type.String()),
  }),
})

export type Manifest = Type.Static<typeof Manifest>

export const readManifest = (text: string): Manifest => {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw new Error(`${MANIFEST_FILE} of the backup is not JSON`)
  }
  if (Value.Check(Manifest, found)) return found
  throw new Error(`${MANIFEST_FILE} of the backup is damaged, or of a later version of the program`)
}

/** Names sort by time. */
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

export const isBackupName = (text: string): boolean => namePattern.test(text)

export const backupName = (startedAtMs: number): string => new Date(startedAtMs).toISOString().replaceAll(/[:.]/g, '-')
