import type { Scope } from '../access/scope.ts'

/** The types of events, by folder. Each folder adds its own by declaration merging, as it does its tables. */
// biome-ignore lint/suspicious/noEmptyInterface: folders add their types.
export interface EventTypes {}

export type EventType = { [Folder in keyof EventTypes]: keyof EventTypes[Folder] & string }[keyof EventTypes]

/** A type of event. Never rename one: stored events and webhooks have its name. */
export type EventKind = {
  /** For the documentation. */
  summary: string
  /** A schema that clients know by name, or its own fields. */
  data: { schema: string } | { fields: Readonly<Record<string, object>>; required: readonly string[] }
  /** The `data` of an example. */
  example: object
  /** The scope needed to read it, in addition to the general one. */
  scope?: Scope
  /** Whether each event concerns an account; of other types, most events are public. */
  isPrivate?: true
  /** Whether it shows a person, so that reading it is logged. */
  showsPerson?: true
}

export type EventKinds = Readonly<Record<EventType, EventKind>>
