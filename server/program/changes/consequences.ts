import { accountConsequences } from '../../accounts/accounts/accounts.consequences.ts'
import { keyConsequences } from '../../accounts/api-keys/api-keys.consequences.ts'
import { auditConsequences } from '../../accounts/audit/audit-log.consequences.ts'
import { banConsequences } from '../../accounts/bans/bans.consequences.ts'
import { mailConsequences } from '../../accounts/mail/mails.consequences.ts'
import { userConsequences } from '../../accounts/users/users.consequences.ts'
import { adoptionOfPet } from '../../adoptions/adoptions/adoptions.consequences.ts'
import { applicationConsequences } from '../../adoptions/applications/applications.consequences.ts'
import { documentConsequences } from '../../adoptions/contracts/documents.consequences.ts'
import { formConsequences } from '../../adoptions/forms/forms.consequences.ts'
import { mailTemplateConsequences } from '../../adoptions/mail-templates/mail-templates.consequences.ts'
import { orderConsequences } from '../../adoptions/orders/orders.consequences.ts'
import { categoryConsequences } from '../../animals/categories/categories.consequences.ts'
import { noteConsequences } from '../../animals/notes/notes.consequences.ts'
import { organizationConsequences } from '../../animals/organizations/organizations.consequences.ts'
import { petConsequences } from '../../animals/pets/pets.consequences.ts'
import { photoConsequences } from '../../animals/photos/photos.consequences.ts'
import { profileConsequences } from '../../animals/profiles/profiles.consequences.ts'
import { listingConsequences } from '../../catalogue/listings/listings.consequences.ts'
import { importConsequences } from '../../exchange/files/imports.consequences.ts'
import { sampleConsequences } from '../../exchange/sample/sample.consequences.ts'
import { webhookConsequences } from '../../feed/webhooks/webhooks.consequences.ts'
import type { DueWorkChange } from '../../platform/due-work/due-work.ts'
import type { Consequence, ConsequencesOf } from '../../requests/api/consequence.ts'
import { responseConsequences } from '../../requests/idempotency/idempotency.consequences.ts'
import { restoreConsequences } from '../../requests/maintenance/restores.consequences.ts'

const dueWorkConsequences: ConsequencesOf<DueWorkChange> = { 'work queued': { notify: ['dueWork'] } }

/** The consequences of every kind of change. Each folder declares those of its own kinds. */
export const consequences = {
  ...petConsequences,
  ...profileConsequences,
  ...photoConsequences,
  ...noteConsequences,
  ...categoryConsequences,
  ...organizationConsequences,
  ...listingConsequences,
  ...orderConsequences,
  ...applicationConsequences,
  ...formConsequences,
  ...documentConsequences,
  ...mailTemplateConsequences,
  ...webhookConsequences,
  ...accountConsequences,
  ...keyConsequences,
  ...banConsequences,
  ...userConsequences,
  ...mailConsequences,
  ...auditConsequences,
  ...importConsequences,
  ...sampleConsequences,
  ...responseConsequences,
  ...restoreConsequences,
  ...dueWorkConsequences,
  'pet changed': { ...petConsequences['pet changed'], ...adoptionOfPet },
}

/** Every change that a transaction may record. A kind without an entry above cannot be recorded. */
export type Change = {
  [Kind in keyof typeof consequences]: ChangeOf<(typeof consequences)[Kind]>
}[keyof typeof consequences]

type ChangeOf<Entry> = Entry extends Consequence<infer Change> ? Change : never
