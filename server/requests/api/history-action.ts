import type { Scope } from '../access/scope.ts'

/**
 * The actions in the history of animals, by folder. Each folder adds its own in its `*.history.ts` by declaration
 * merging, as it does its tables.
 */
// biome-ignore lint/suspicious/noEmptyInterface: folders add their actions.
export interface HistoryActions {}

export type HistoryAction = {
  [Folder in keyof HistoryActions]: keyof HistoryActions[Folder] & string
}[keyof HistoryActions]

/** An action in the history of an animal. Never rename one, as stored entries have its name. */
export type HistoryActionDefinition = {
  /** What it shows: entries that show the same are read together. */
  shows: string
  /** The scope that a reader of what it shows needs. */
  scope: Scope
  /** Pages save it while somebody types. What one person saves within some minutes is one entry. */
  isJoined?: true
}

export type HistoryActionTable = Readonly<Record<HistoryAction, HistoryActionDefinition>>
