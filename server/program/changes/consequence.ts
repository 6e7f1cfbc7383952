import type { NewAuditEntry, PendingEntry } from '../../accounts/audit/audit-entry.ts'
import type { QueuedMail } from '../../accounts/mail/mail.ts'
import type { AdoptionStep } from '../../adoptions/adoptions/adoption.ts'
import type { CountChange } from '../../animals/categories/category.ts'
import type { NewHistoryEntry } from '../../animals/history/history.ts'
import type { NewEvent } from '../../feed/events/event.ts'
import type { LaterEvents } from '../../feed/events/past-events.repository.ts'
import type { ResponseRow } from '../../requests/idempotency/response-change.ts'
import type { Notified } from './notified.ts'

/** What follows one kind of change. */
export type Consequence<Change> = {
  /** Written before the commit: what the feed says of it. */
  event?: (change: Change) => NewEvent
  /** Written before the commit: what the audit log says of it, where its author does it by itself and not in bulk. */
  audit?: (change: Change) => NewAuditEntry
  /** Written before the commit: entries of the audit log that were made before, each with its own author. */
  entries?: (change: Change) => readonly PendingEntry[]
  /** Written before the commit: what it says in the history of animals, also of what is done in bulk. */
  history?: (change: Change) => readonly NewHistoryEntry[]
  /** Written before the commit: the animals whose history names nobody any more. */
  namesForgotten?: (change: Change) => readonly bigint[]
  /** Said also of what is done in bulk, of which it is the one entry. */
  isWhole?: true
  /** Written before the commit: how many animals its categories have. */
  counts?: (change: Change) => CountChange[]
  /** Written before the commit: the animal whose profile and photos go with it. */
  withoutProfile?: (change: Change) => bigint
  /** Written before the commit: an adoption, or its end. */
  adoption?: (change: Change) => AdoptionStep | undefined
  /** Written before the commit: the animals of which the list of all animals shows something else. */
  animalsOf?: (change: Change) => readonly bigint[]
  /** Written before the commit: the animals whose listings are brought in step with them and their profiles. */
  listingsOf?: (change: Change) => readonly bigint[]
  /** Written before the commit: which webhooks are disabled, or go by another key from now on. */
  webhooksOf?: (change: Change) => { keyId: bigint; successorId?: bigint }
  /** Written before the commit: a response stored for its `Idempotency-Key`. */
  response?: (change: Change) => ResponseRow
  /** Written before the commit: an email to send, or to be sent by hand. */
  mail?: (change: Change) => QueuedMail
  /** Written before the commit: what is taken out of everything that was stored about an order. */
  rewrite?: (change: Change) => Rewrite
  /** Written before the commit: the events of an application to which receivers may have said something. */
  forgetsResponsesTo?: (change: Change) => LaterEvents
  /** Who is notified after the commit. If there is an event, readers of the feed are always notified. */
  notify?: readonly NotifiedOf<Change>[]
}

export type Rewrite = {
  /** Earlier ones were rewritten before. */
  events: LaterEvents
  location: string
  json: (json: string) => string
}

/** The members of `Notified` that accept such a change. */
type NotifiedOf<Change> = {
  [Name in keyof Notified]: Notified[Name] extends (changes: readonly Change[]) => unknown
    ? Name
    : never
}[keyof Notified]
