/** How long an import can be undone. */
export const UNDO_MS = 86_400_000

/** The start of an import: one entry of the audit log for all its changes. */
export type ImportChange = { kind: 'import begun' | 'import undone'; id: bigint }

/**
 * The start of copying data out of the database: animals by an export, everything by a backup or
 * copy, the audit log by its own export; or everything was replaced from a backup.
 */
export type ExportChange = {
  kind: 'export begun' | 'backup begun' | 'copy begun' | 'audit export begun' | 'backup restored'
}
