import type { AccountChange } from '../../accounts/accounts/account.ts'
import type { KeyChange } from '../../accounts/api-keys/api-key.ts'
import type { BreaksAccepted } from '../../accounts/audit/audit-acceptance.ts'
import type { ReadsNoted } from '../../accounts/audit/audit-reads.ts'
import type { MailChange } from '../../accounts/mail/mail.ts'
import type { UserChange } from '../../accounts/users/user.ts'
import type { ApplicationChange } from '../../adoptions/applications/application.ts'
import type { DocumentChange } from '../../adoptions/contracts/document.ts'
import type { FormChange } from '../../adoptions/forms/form.ts'
import type { MailTemplateChange } from '../../adoptions/mail-templates/mail-template.ts'
import type { OrderChange } from '../../adoptions/orders/order.ts'
import type { CategoryChange } from '../../animals/categories/category.ts'
import type { NoteChange } from '../../animals/notes/note.ts'
import type { OrganizationChange } from '../../animals/organizations/organization.ts'
import type { PetBatchChange, PetChange, PetTransferChange } from '../../animals/pets/pet-change.ts'
import type { PhotoChange } from '../../animals/photos/photo.ts'
import type { ProfileChange } from '../../animals/profiles/profile.ts'
import type { ListingsChange } from '../../catalogue/listings/listing.ts'
import type { SampleChange } from '../../exchange/sample/sample-change.ts'
import type { ExportChange, ImportChange } from '../../exchange/transfer/import-change.ts'
import type { DeliveryChange } from '../../feed/webhooks/delivery.ts'
import type { WebhookChange } from '../../feed/webhooks/webhook.ts'
import type { ResponseChange } from '../../requests/idempotency/response-change.ts'
import type { RestoreChange } from '../../requests/maintenance/maintenance.ts'
import type { BanChange } from '../../requests/rate-limits/ban.ts'

/**
 * Every change that a transaction may record, each declared by its slice. `consequences.ts` defines what follows from
 * it: a kind without an entry there does not compile.
 */
export type Change =
  | PetChange
  | PetTransferChange
  | PetBatchChange
  | ImportChange
  | ExportChange
  | SampleChange
  | ProfileChange
  | PhotoChange
  | NoteChange
  | ListingsChange
  | OrganizationChange
  | DocumentChange
  | MailTemplateChange
  | OrderChange
  | FormChange
  | ApplicationChange
  | CategoryChange
  | AccountChange
  | KeyChange
  | BanChange
  | WebhookChange
  | DeliveryChange
  | MailChange
  | UserChange
  | ReadsNoted
  | BreaksAccepted
  | ResponseChange
  | RestoreChange
