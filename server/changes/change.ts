import type { AccountChange } from '../accounts/account.ts'
import type { KeyChange } from '../api-keys/api-key.ts'
import type { ApplicationChange } from '../applications/application.ts'
import type { BreaksAccepted } from '../audit/audit-acceptance.ts'
import type { ReadsNoted } from '../audit/audit-reads.ts'
import type { CategoryChange } from '../categories/category.ts'
import type { DocumentChange } from '../documents/document.ts'
import type { FormChange } from '../forms/form.ts'
import type { ResponseChange } from '../idempotency/response-change.ts'
import type { ListingsChange } from '../listings/listing.ts'
import type { MailChange } from '../mail/mail.ts'
import type { RestoreChange } from '../maintenance/maintenance.ts'
import type { OrderChange } from '../orders/order.ts'
import type { OrganizationChange } from '../organizations/organization.ts'
import type { PetBatchChange, PetChange, PetTransferChange } from '../pets/pet-change.ts'
import type { PhotoChange } from '../photos/photo.ts'
import type { ProfileChange } from '../profiles/profile.ts'
import type { BanChange } from '../rate-limits/ban.ts'
import type { SampleChange } from '../sample/sample-change.ts'
import type { ExportChange, ImportChange } from '../transfer/import-change.ts'
import type { UserChange } from '../users/user.ts'
import type { DeliveryChange } from '../webhooks/delivery.ts'
import type { WebhookChange } from '../webhooks/webhook.ts'

/**
 * Every change that a transaction may record, each declared by its slice. What follows it is in `consequences.ts`: a
 * kind without an entry there does not compile.
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
  | ListingsChange
  | OrganizationChange
  | DocumentChange
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
