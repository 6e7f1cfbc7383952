import { accountOperations, accountSchemas } from '../accounts/accounts/accounts.routes.ts'
import type { AccountsService } from '../accounts/accounts/accounts.service.ts'
import { apiKeyOperations, apiKeySchemas } from '../accounts/api-keys/api-keys.routes.ts'
import type { ApiKeysService } from '../accounts/api-keys/api-keys.service.ts'
import { auditOperations, auditSchemas } from '../accounts/audit/audit-log.routes.ts'
import type { AuditLogService } from '../accounts/audit/audit-log.service.ts'
import type { NoteRead } from '../accounts/audit/audit-reads.ts'
import { banOperations, banSchemas } from '../accounts/bans/bans.routes.ts'
import { mailOperations, mailSchemas } from '../accounts/mail/mails.routes.ts'
import type { MailsService } from '../accounts/mail/mails.service.ts'
import { meOperations, meSchemas } from '../accounts/me/me.routes.ts'
import type { Environment } from '../accounts/me/me.ts'
import { rateLimitOperations, rateLimitSchemas } from '../accounts/me/rate-limits.routes.ts'
import { passkeyOperations } from '../accounts/passkeys/passkeys.routes.ts'
import type { PasskeysService } from '../accounts/passkeys/passkeys.service.ts'
import { sessionOperations, sessionSchemas } from '../accounts/sessions/sessions.routes.ts'
import type { SessionsService } from '../accounts/sessions/sessions.service.ts'
import { signInOperations } from '../accounts/sign-in/sign-in.routes.ts'
import type { SignInService } from '../accounts/sign-in/sign-in.service.ts'
import { signUpOperations } from '../accounts/sign-up/sign-up.routes.ts'
import type { SignUpService } from '../accounts/sign-up/sign-up.service.ts'
import { singleSignOnOperations } from '../accounts/single-sign-on/single-sign-on.routes.ts'
import type { SingleSignOnService } from '../accounts/single-sign-on/single-sign-on.service.ts'
import { usageOperations, usageSchemas } from '../accounts/usage/usage.routes.ts'
import type { UsageService } from '../accounts/usage/usage.service.ts'
import type { RefusedInvitations } from '../accounts/users/refused-invitations.service.ts'
import type { UserMails } from '../accounts/users/user-mails.service.ts'
import { userOperations, userSchemas } from '../accounts/users/users.routes.ts'
import type { UsersService } from '../accounts/users/users.service.ts'
import type { ApplicantErasure } from '../adoptions/applications/applicant-erasure.service.ts'
import type { ApplicantExports } from '../adoptions/applications/applicant-exports.service.ts'
import { applicationSchemas } from '../adoptions/applications/application.ts'
import { applicationOperations } from '../adoptions/applications/applications.routes.ts'
import type { ApplicationsService } from '../adoptions/applications/applications.service.ts'
import type { SubmissionsService } from '../adoptions/applications/submissions.service.ts'
import { documentOperations, documentSchemas } from '../adoptions/contracts/documents.routes.ts'
import type { DocumentsService } from '../adoptions/contracts/documents.service.ts'
import { formOperations, formSchemas } from '../adoptions/forms/forms.routes.ts'
import type { FormsService } from '../adoptions/forms/forms.service.ts'
import { orderOperations, orderSchemas } from '../adoptions/orders/orders.routes.ts'
import type { OrdersService } from '../adoptions/orders/orders.service.ts'
import { peopleOperations } from '../adoptions/people/people.routes.ts'
import type { PeopleService } from '../adoptions/people/people.service.ts'
import { personSchemas } from '../adoptions/people/person.ts'
import type { PersonErasure } from '../adoptions/people/person-erasure.service.ts'
import { reportOperations, reportSchemas } from '../adoptions/reports/reports.routes.ts'
import type { ReportsService } from '../adoptions/reports/reports.service.ts'
import { categoryOperations, categorySchemas } from '../animals/categories/categories.routes.ts'
import type { CategoriesService } from '../animals/categories/categories.service.ts'
import { historyOperations, historySchemas } from '../animals/history/history.routes.ts'
import type { HistoryService } from '../animals/history/history.service.ts'
import type { MediaStorage } from '../animals/media/media.ts'
import {
  organizationOperations,
  organizationSchemas,
} from '../animals/organizations/organizations.routes.ts'
import type { OrganizationsService } from '../animals/organizations/organizations.service.ts'
import { petChangeOperations, petChangeSchemas } from '../animals/pets/pet-changes.routes.ts'
import type { PetResponses } from '../animals/pets/pet-responses.ts'
import { petOperations, petSchemas } from '../animals/pets/pets.routes.ts'
import type { Catalogue, PetsService } from '../animals/pets/pets.service.ts'
import type { PhotoMedia } from '../animals/photos/photo-media.service.ts'
import { photoOperations, photoSchemas } from '../animals/photos/photos.routes.ts'
import type { PhotosService } from '../animals/photos/photos.service.ts'
import { profileOperations, profileSchemas } from '../animals/profiles/profiles.routes.ts'
import type { ProfilesService } from '../animals/profiles/profiles.service.ts'
import { animalOperations, animalSchemas } from '../catalogue/animal-list/animals.routes.ts'
import type { AnimalsService } from '../catalogue/animal-list/animals.service.ts'
import type { ListingWindows } from '../catalogue/listings/listing-window.service.ts'
import { listingOperations, listingSchemas } from '../catalogue/listings/listings.routes.ts'
import type { ListingsService } from '../catalogue/listings/listings.service.ts'
import type { AccessTokens } from '../exchange/petfinder/access-tokens.service.ts'
import { petfinderOperations } from '../exchange/petfinder/petfinder.routes.ts'
import type { EventStream } from '../feed/events/event-stream.ts'
import { eventOperations, eventSchemas } from '../feed/events/events.routes.ts'
import type { EventsService } from '../feed/events/events.service.ts'
import { deliveryOperations, deliverySchemas } from '../feed/webhooks/deliveries.routes.ts'
import type { DeliveriesService } from '../feed/webhooks/deliveries.service.ts'
import { webhookOperations, webhookSchemas } from '../feed/webhooks/webhooks.routes.ts'
import type { WebhooksService } from '../feed/webhooks/webhooks.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Validators } from '../platform/http/validation.ts'
import type { Operation } from '../requests/api/operation.ts'
import { ErrorBody } from '../requests/errors/error-body.ts'
import type { Idempotency } from '../requests/idempotency/idempotency.service.ts'
import type { PlanName } from '../requests/plans/plan.ts'
import type { BansService } from '../requests/rate-limits/bans.service.ts'
import type { Change } from './changes/change.ts'

/** What the operations are made of. */
export type Services = {
  pets: PetsService
  catalogue: Catalogue
  responses: PetResponses
  animals: AnimalsService
  profiles: ProfilesService
  history: HistoryService
  photos: PhotosService
  photoMedia: PhotoMedia
  media: MediaStorage
  uploadSlots: (owner: string) => Disposable
  uploadFolder: string
  organizations: OrganizationsService
  listings: ListingsService
  petfinder: { windows: ListingWindows; tokens: AccessTokens }
  categories: CategoriesService
  orders: OrdersService
  documents: DocumentsService
  reports: ReportsService
  forms: FormsService
  applications: ApplicationsService
  submissions: SubmissionsService
  applicantExports: ApplicantExports
  applicantErasure: ApplicantErasure
  people: PeopleService
  erasePerson: PersonErasure
  events: EventsService
  stream: EventStream
  /** How many streams an account of a plan may have open. */
  streamLimit: (plan: PlanName) => number
  webhooks: WebhooksService
  deliveries: DeliveriesService
  accounts: AccountsService
  keys: ApiKeysService
  users: UsersService
  sessions: SessionsService
  signIn: SignInService
  /** Where the store lets developers sign up. */
  signUp: SignUpService | undefined
  /** Where a provider is set. */
  singleSignOn: SingleSignOnService | undefined
  /** Where `PUBLIC_URL` is set, to what browsers take. */
  passkeys: PasskeysService | undefined
  bans: BansService
  usage: UsageService
  mails: MailsService
  userMails: UserMails
  refusedInvitations: RefusedInvitations
  mailOrigin: (asked: string) => string
  auditLog: AuditLogService
  noteRead: NoteRead
  idempotency: Idempotency<Change>
  clock: Clock
  environment: Environment
}

/** Every operation of the API, in the order in which the docs show them. */
export const operationsOf = (deps: Services, validate: Validators): Operation[] => [
  ...petOperations(deps),
  ...petChangeOperations({ ...deps, checkPet: validate.body({ $ref: 'NewPet#' }) }),
  ...animalOperations(deps),
  ...profileOperations({ ...deps, checkProfile: validate.body({ $ref: 'BatchedProfile#' }) }),
  ...historyOperations(deps),
  ...photoOperations(deps),
  ...listingOperations(deps),
  ...organizationOperations(deps.organizations),
  ...categoryOperations(deps.categories),
  ...orderOperations(deps),
  ...documentOperations(deps),
  ...applicationOperations(deps),
  ...peopleOperations(deps),
  ...formOperations(deps),
  ...reportOperations(deps),
  ...eventOperations(deps),
  ...webhookOperations(deps),
  ...deliveryOperations(deps),
  ...rateLimitOperations,
  ...meOperations(deps),
  ...userOperations(deps),
  ...sessionOperations(deps),
  ...accountOperations(deps),
  ...apiKeyOperations(deps),
  ...banOperations(deps.bans),
  ...usageOperations(deps.usage),
  ...mailOperations(deps),
  ...auditOperations(deps.auditLog),
]

/** What is in no document of ours: how people sign in, and the API of Petfinder. */
export const otherOperationsOf = (deps: Services): Operation[] => [
  ...signInOperations(deps),
  ...signUpOperations(deps.signUp),
  ...singleSignOnOperations(deps.singleSignOn),
  ...passkeyOperations(deps),
  ...petfinderOperations({ ...deps, ...deps.petfinder }),
]

/** What they refer to by name. */
export const schemas = [
  ErrorBody,
  ...petSchemas,
  ...petChangeSchemas,
  ...animalSchemas,
  ...profileSchemas,
  ...historySchemas,
  ...photoSchemas,
  ...listingSchemas,
  ...organizationSchemas,
  ...categorySchemas,
  ...orderSchemas,
  ...documentSchemas,
  ...formSchemas,
  ...applicationSchemas,
  ...reportSchemas,
  ...personSchemas,
  ...eventSchemas,
  ...webhookSchemas,
  ...deliverySchemas,
  ...rateLimitSchemas,
  ...meSchemas,
  ...userSchemas,
  ...sessionSchemas,
  ...accountSchemas,
  ...apiKeySchemas,
  ...banSchemas,
  ...usageSchemas,
  ...mailSchemas,
  ...auditSchemas,
]
