import type { NewAuditEntry, PendingEntry } from '../../accounts/audit/audit-entry.ts'
import type { QueuedMail } from '../../accounts/mail/mail.ts'
import type { AdoptionStep } from '../../adoptions/adoptions/adoption.ts'
import type { CountChange } from '../../animals/categories/category.ts'
import type { NewHistoryEntry } from '../../animals/history/history.ts'
import type { NewEvent } from '../../feed/events/event.ts'
import type { LaterEvents } from '../../feed/events/past-events.repository.ts'
import type { ResponseRow } from '../../requests/idempotency/response-change.ts'
import type { Notified } from './notified.ts'

declare module '../../requests/api/consequence.ts' {
  /** All except `notify` are written before the commit. */
  interface Consequence<Change> {
    /** The event in the feed. */
    event?: (change: Change) => NewEvent
    /** The entry in the audit log, if the change is not part of a bulk operation. */
    audit?: (change: Change) => NewAuditEntry
    /** Entries of the audit log that were created earlier, each with its own author. */
    entries?: (change: Change) => readonly PendingEntry[]
    /** Entries in the history of animals, including changes of a bulk operation. */
    history?: (change: Change) => readonly NewHistoryEntry[]
    /** The animals whose history must not name anybody any more. */
    namesForgotten?: (change: Change) => readonly bigint[]
    /** This is the only audit entry of a bulk operation, so it is written for bulk operations too. */
    isWhole?: true
    /** Changes to the numbers of animals in categories. */
    counts?: (change: Change) => CountChange[]
    /** The animal that is removed, and everything that belongs to it with it. */
    removedAnimal?: (change: Change) => bigint
    /** An adoption, or its end. */
    adoption?: (change: Change) => AdoptionStep | undefined
    /** The animals whose entries in the list of all animals change. */
    animalsOf?: (change: Change) => readonly bigint[]
    /** The animals whose listings must be updated. */
    listingsOf?: (change: Change) => readonly bigint[]
    /** The webhooks that are disabled, or that belong to another key from now on. */
    webhooksOf?: (change: Change) => { keyId: bigint; successorId?: bigint }
    /** A response stored for its `Idempotency-Key`. */
    response?: (change: Change) => ResponseRow
    /** An email to send, or to be sent by hand. */
    mail?: (change: Change) => QueuedMail
    /** The fields to remove from what is stored about an order or a note. */
    rewrite?: (change: Change) => Rewrite
    /** The events of an application whose webhook responses must be removed. */
    forgetsResponsesTo?: (change: Change) => LaterEvents
    /** The listeners notified after the commit. Readers of the feed are always notified of an event. */
    notify?: readonly NotifiedOf<Change>[]
  }
}

type Rewrite = {
  /** The events from here on, if there are any; earlier ones were already rewritten. */
  events?: LaterEvents
  location: string
  json: (json: string) => string
}

/** The members of `Notified` that accept such a change. */
type NotifiedOf<Change> = {
  [Name in keyof Notified]: Notified[Name] extends (changes: readonly Change[]) => unknown ? Name : never
}[keyof Notified]
