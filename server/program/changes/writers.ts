import { randomBytes } from 'node:crypto'
import type { AuditKeys } from '../../accounts/audit/audit-chain.ts'
import { auditWriter } from '../../accounts/audit/audit-writer.ts'
import { sealKeysOf } from '../../accounts/mail/mail-seal.ts'
import { mailWriter } from '../../accounts/mail/mail-writer.ts'
import { recordAdoptions } from '../../adoptions/adoptions/adoptions.repository.ts'
import { changeCounts } from '../../animals/categories/categories.repository.ts'
import { forgetNames, recordHistory, removeHistory } from '../../animals/history/history.repository.ts'
import { forgetNoteAuthors, removeNotes } from '../../animals/notes/notes.repository.ts'
import { removePhotos } from '../../animals/photos/photo-files.repository.ts'
import { removeProfile } from '../../animals/profiles/profiles.repository.ts'
import { refreshAnimals } from '../../catalogue/animal-list/animal-facts.repository.ts'
import { refreshListings } from '../../catalogue/listings/listing-step.repository.ts'
import { insertEvents } from '../../feed/events/events.repository.ts'
import { rewriteEvents } from '../../feed/events/past-events.repository.ts'
import { eraseResponses } from '../../feed/webhooks/deliveries.repository.ts'
import { disableWebhooksOf, handOverWebhooks } from '../../feed/webhooks/webhook-keys.repository.ts'
import { insertResponses, rewriteResponses } from '../../requests/idempotency/idempotency.repository.ts'

/** The SQL that writes consequences in the transaction of their changes. */
export const writersOf = (audit: AuditKeys) => ({
  recordAdoptions,
  refreshAnimals,
  refreshListings,
  recordHistory,
  removeProfile,
  /** What else goes with an animal that is removed. */
  goesWithAnimal: [removePhotos, removeNotes, removeHistory],
  /** The names of its staff, which the next owner of an animal must not see. */
  namesOfStaff: [forgetNames, forgetNoteAuthors],
  disableWebhooksOf,
  handOverWebhooks,
  changeCounts,
  insertEvents,
  insertResponses,
  insertMails: mailWriter({ keys: sealKeysOf(audit), random: randomBytes }),
  rewriteEvents,
  eraseResponses,
  rewriteResponses,
  appendAudit: auditWriter(audit),
})

export type Writers = ReturnType<typeof writersOf>
