/** A file begins to be imported: the one entry of the audit log for all that it adds and changes. */
export type ImportChange = { kind: 'import begun'; id: bigint }

/** Everything begins to be copied out of the database: the animals by an export, all by a backup. */
export type ExportChange = { kind: 'export begun' | 'backup begun' }
