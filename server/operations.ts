import { accountOperations, accountSchemas } from './accounts/accounts.routes.ts'
import type { AccountsService } from './accounts/accounts.service.ts'
import { animalOperations, animalSchemas } from './animals/animals.routes.ts'
import type { AnimalsService } from './animals/animals.service.ts'
import type { Operation } from './api/operation.ts'
import { apiKeyOperations, apiKeySchemas } from './api-keys/api-keys.routes.ts'
import type { ApiKeysService } from './api-keys/api-keys.service.ts'
import type { ApplicantErasure } from './applications/applicant-erasure.service.ts'
import type { ApplicantExports } from './applications/applicant-exports.service.ts'
import { applicationSchemas } from './applications/application.ts'
import { applicationOperations } from './applications/applications.routes.ts'
import type { ApplicationsService } from './applications/applications.service.ts'
import type { SubmissionsService } from './applications/submissions.service.ts'
import { auditOperations, auditSchemas } from './audit/audit-log.routes.ts'
import type { AuditLogService } from './audit/audit-log.service.ts'
import type { NoteRead } from './audit/audit-reads.ts'
import { banOperations, banSchemas } from './bans/bans.routes.ts'
import { categoryOperations, categorySchemas } from './categories/categories.routes.ts'
import type { CategoriesService } from './categories/categories.service.ts'
import type { Change } from './changes/change.ts'
import { documentOperations, documentSchemas } from './documents/documents.routes.ts'
import type { DocumentsService } from './documents/documents.service.ts'
import { ErrorBody } from './errors/error-body.ts'
import type { EventStream } from './events/event-stream.ts'
import { eventOperations, eventSchemas } from './events/events.routes.ts'
import type { EventsService } from './events/events.service.ts'
import { formOperations, formSchemas } from './forms/forms.routes.ts'
import type { FormsService } from './forms/forms.service.ts'
import { historyOperations, historySchemas } from './history/history.routes.ts'
import type { HistoryService } from './history/history.service.ts'
import type { Idempotency } from './idempotency/idempotency.service.ts'
import type { ListingWindows } from './listings/listing-window.service.ts'
import { listingOperations, listingSchemas } from './listings/listings.routes.ts'
import type { ListingsService } from './listings/listings.service.ts'
import { mailOperations, mailSchemas } from './mail/mails.routes.ts'
import type { MailsService } from './mail/mails.service.ts'
import { meOperations, meSchemas } from './me/me.routes.ts'
import type { Environment } from './me/me.ts'
import { rateLimitOperations, rateLimitSchemas } from './me/rate-limits.routes.ts'
import type { MediaStorage } from './media/media.ts'
import { orderOperations, orderSchemas } from './orders/orders.routes.ts'
import type { OrdersService } from './orders/orders.service.ts'
import {
  organizationOperations,
  organizationSchemas,
} from './organizations/organizations.routes.ts'
import type { OrganizationsService } from './organizations/organizations.service.ts'
import { passkeyOperations } from './passkeys/passkeys.routes.ts'
import type { PasskeysService } from './passkeys/passkeys.service.ts'
import { peopleOperations } from './people/people.routes.ts'
import type { PeopleService } from './people/people.service.ts'
import { personSchemas } from './people/person.ts'
import type { PersonErasure } from './people/person-erasure.service.ts'
import type { AccessTokens } from './petfinder/access-tokens.service.ts'
import { petfinderOperations } from './petfinder/petfinder.routes.ts'
import { petChangeOperations, petChangeSchemas } from './pets/pet-changes.routes.ts'
import type { PetResponses } from './pets/pet-responses.ts'
import { petOperations, petSchemas } from './pets/pets.routes.ts'
import type { Catalogue, PetsService } from './pets/pets.service.ts'
import type { PhotoMedia } from './photos/photo-media.service.ts'
import { photoOperations, photoSchemas } from './photos/photos.routes.ts'
import type { PhotosService } from './photos/photos.service.ts'
import type { PlanName } from './plans/plan.ts'
import type { Clock } from './platform/clock.ts'
import type { Validators } from './platform/http/validation.ts'
import { profileOperations, profileSchemas } from './profiles/profiles.routes.ts'
import type { ProfilesService } from './profiles/profiles.service.ts'
import type { BansService } from './rate-limits/bans.service.ts'
import { reportOperations, reportSchemas } from './reports/reports.routes.ts'
import type { ReportsService } from './reports/reports.service.ts'
import { sessionOperations, sessionSchemas } from './sessions/sessions.routes.ts'
import type { SessionsService } from './sessions/sessions.service.ts'
import { signInOperations } from './sign-in/sign-in.routes.ts'
import type { SignInService } from './sign-in/sign-in.service.ts'
import { signUpOperations } from './sign-up/sign-up.routes.ts'
import type { SignUpService } from './sign-up/sign-up.service.ts'
import { singleSignOnOperations } from './single-sign-on/single-sign-on.routes.ts'
import type { SingleSignOnService } from './single-sign-on/single-sign-on.service.ts'
import { usageOperations, usageSchemas } from './usage/usage.routes.ts'
import type { UsageService } from './usage/usage.service.ts'
import type { RefusedInvitations } from './users/refused-invitations.service.ts'
import type { UserMails } from './users/user-mails.service.ts'
import { userOperations, userSchemas } from './users/users.routes.ts'
import type { UsersService } from './users/users.service.ts'
import { deliveryOperations, deliverySchemas } from './webhooks/deliveries.routes.ts'
import type { DeliveriesService } from './webhooks/deliveries.service.ts'
import { webhookOperations, webhookSchemas } from './webhooks/webhooks.routes.ts'
import type { WebhooksService } from './webhooks/webhooks.service.ts'

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
