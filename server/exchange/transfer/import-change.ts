/** For so long an import can be undone. */
export const UNDO_MS = 86_400_000

/** A file begins to be imported: the one entry of the audit log for all that it adds and changes. */
export type ImportChange = { kind: 'import begun' | 'import undone'; id: bigint }

/**
 * Something begins to be copied out of the database: the animals by an export, all by a backup or a copy, the audit log
 * by an export of its own; or all of it was replaced by a backup.
 */
export type ExportChange = {
  kind: 'export begun' | 'backup begun' | 'copy begun' | 'audit export begun' | 'backup restored'
}
