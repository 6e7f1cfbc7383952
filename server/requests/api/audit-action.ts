/**
 * The actions of the audit log, by folder. Each folder adds its own in its `*.audit.ts` by declaration merging, as it
 * does its tables.
 */
// biome-ignore lint/suspicious/noEmptyInterface: folders add their actions.
export interface AuditActions {}

export type AuditAction = { [Folder in keyof AuditActions]: keyof AuditActions[Folder] & string }[keyof AuditActions]

/** An action that can be logged. Never rename one, as stored entries have its name. */
export type AuditActionDefinition = {
  /** What it did, for people. */
  label: string
  /** What it is about, for people. Actions with the same word before the period are filtered together. */
  group: string
  /** The kind of resource that most of its entries concern. */
  target: string
  /** It only reads data. */
  isRead?: true
  /** The restore of an older database undoes it, and somebody must repeat it. The service repeats its own. */
  isLostByRestore?: true
}

export type AuditActionTable = Readonly<Record<AuditAction, AuditActionDefinition>>

/** The kinds of resources that entries are about: those of all actions. */
export type AuditTargetType = {
  [Folder in keyof AuditActions]: TargetOf<AuditActions[Folder][keyof AuditActions[Folder]]>
}[keyof AuditActions]

type TargetOf<Definition> = Definition extends { target: infer Target extends string } ? Target : never
