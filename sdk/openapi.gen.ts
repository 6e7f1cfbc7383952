// Generated from openapi.json by `npm run types -w sdk`: do not edit.
import type { Int64 } from './exact-json.ts'

/** Every error code the service documents. */
export type ErrorCode =
  | 'account_has_animals'
  | 'account_not_found'
  | 'account_suspended'
  | 'account_unreviewed'
  | 'already_imported'
  | 'application_not_found'
  | 'body_too_large'
  | 'category_in_use'
  | 'category_not_found'
  | 'customer_erased'
  | 'daily_quota_exceeded'
  | 'document_not_available'
  | 'email_in_use'
  | 'expired_api_key'
  | 'form_not_found'
  | 'headers_too_large'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'import_not_found'
  | 'import_not_ready'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_api_key'
  | 'invalid_cursor'
  | 'invalid_idempotency_key'
  | 'invalid_image'
  | 'invalid_parameter'
  | 'invalid_transition'
  | 'key_not_found'
  | 'key_temporarily_banned'
  | 'last_admin'
  | 'listing_not_found'
  | 'mail_not_found'
  | 'mail_template_not_found'
  | 'malformed_json'
  | 'malformed_request'
  | 'missing_api_key'
  | 'not_owner'
  | 'note_limit_reached'
  | 'note_not_found'
  | 'operation_removed'
  | 'order_blocked'
  | 'order_not_found'
  | 'organization_not_found'
  | 'origin_not_allowed'
  | 'outcome_unknown'
  | 'passkey_required'
  | 'person_has_open_cases'
  | 'person_not_found'
  | 'pet_has_open_order'
  | 'pet_not_available'
  | 'pet_not_found'
  | 'photo_limit_reached'
  | 'photo_not_found'
  | 'photo_quota_exceeded'
  | 'precondition_failed'
  | 'rate_limit_exceeded'
  | 'read_only'
  | 'request_not_found'
  | 'request_timeout'
  | 'revoked_api_key'
  | 'sample_under_way'
  | 'service_unavailable'
  | 'session_expired'
  | 'session_not_found'
  | 'too_many_applications'
  | 'too_many_attempts'
  | 'too_many_imports'
  | 'too_many_open_orders'
  | 'too_many_streams'
  | 'too_many_webhooks'
  | 'undo_not_possible'
  | 'unknown_parameter'
  | 'unsupported_media_type'
  | 'uri_too_long'
  | 'user_not_found'
  | 'validation_failed'
  | 'webhook_exists'
  | 'webhook_not_found'
  | 'wrong_environment'

/** The name of an operation, its `operationId` in openapi.json. */
export type OperationId =
  | 'listPets'
  | 'createPet'
  | 'getPet'
  | 'updatePet'
  | 'deletePet'
  | 'createPets'
  | 'updatePets'
  | 'listAnimals'
  | 'countAnimals'
  | 'listAnimalFacets'
  | 'getKennelCards'
  | 'getProfile'
  | 'putProfile'
  | 'updateProfile'
  | 'updateProfiles'
  | 'listHistory'
  | 'listNotes'
  | 'addNote'
  | 'getNote'
  | 'deleteNote'
  | 'addPhoto'
  | 'listPhotos'
  | 'orderPhotos'
  | 'getPhoto'
  | 'updatePhoto'
  | 'deletePhoto'
  | 'rotatePhoto'
  | 'listListings'
  | 'countListings'
  | 'getListing'
  | 'listOrganizations'
  | 'getOrganization'
  | 'putOrganization'
  | 'listCategories'
  | 'listSpecies'
  | 'getCategory'
  | 'putCategory'
  | 'updateCategory'
  | 'deleteCategory'
  | 'createImport'
  | 'listImports'
  | 'getImport'
  | 'removeImport'
  | 'checkImport'
  | 'runImport'
  | 'undoImport'
  | 'getImportReport'
  | 'getInventory'
  | 'listOrders'
  | 'placeOrder'
  | 'getOrder'
  | 'updateOrder'
  | 'undoOrderStep'
  | 'eraseCustomer'
  | 'listRequests'
  | 'getRequest'
  | 'getRateLimit'
  | 'getMe'
  | 'getSample'
  | 'addSample'
  | 'removeSample'
  | 'resetStaging'
  | 'listDeprecations'
  | 'reportAdoptions'
  | 'listEvents'
  | 'streamEvents'
  | 'listMailTemplates'
  | 'getMailTemplate'
  | 'putMailTemplate'
  | 'deleteMailTemplate'
  | 'previewMail'
  | 'submitApplication'
  | 'listApplications'
  | 'getApplication'
  | 'updateApplication'
  | 'approveApplication'
  | 'eraseApplicant'
  | 'exportApplicant'
  | 'listForms'
  | 'createForm'
  | 'getForm'
  | 'putForm'
  | 'getContract'
  | 'getReturnSlip'
  | 'getDocumentTemplates'
  | 'putDocumentTemplates'
  | 'previewDocument'
  | 'listPeople'
  | 'getPerson'
  | 'erasePerson'
  | 'exportPerson'
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'testWebhook'
  | 'listDeliveries'
  | 'getDelivery'
  | 'redeliver'
  | 'listUsers'
  | 'createUser'
  | 'getUser'
  | 'updateUser'
  | 'deleteUser'
  | 'resetPassword'
  | 'listSessions'
  | 'endSessions'
  | 'endSession'
  | 'listAccounts'
  | 'createAccount'
  | 'getAccount'
  | 'updateAccount'
  | 'listKeys'
  | 'createKey'
  | 'getKey'
  | 'revokeKey'
  | 'rotateKey'
  | 'listBans'
  | 'liftBan'
  | 'listUsage'
  | 'listMails'
  | 'getMail'
  | 'retryMail'
  | 'releaseMails'
  | 'listAuditLog'
  | 'listAuditActions'
  | 'getBackupStatus'

/**
 * Availability of an animal.
 */
export type PetStatus = 'available' | 'pending' | 'sold'
/**
 * A page of animals.
 */
export type Pets = Pet[]
/**
 * The kind of animal.
 */
export type Species =
  | 'dog'
  | 'cat'
  | 'rabbit'
  | 'smallFurry'
  | 'bird'
  | 'horse'
  | 'reptile'
  | 'fish'
  | 'barnyard'
  | 'other'
/**
 * The sex of an animal.
 */
export type Sex = 'male' | 'female'
/**
 * The size of a grown animal.
 */
export type Size = 'small' | 'medium' | 'large' | 'extraLarge'
/**
 * The length or the kind of a coat.
 */
export type Coat = 'hairless' | 'short' | 'medium' | 'long' | 'wire' | 'curly'
/**
 * The age band of an animal.
 */
export type AgeBand = 'baby' | 'young' | 'adult' | 'senior'
/**
 * The kind of change to an animal. More kinds may be added.
 */
export type HistoryAction =
  | 'added'
  | 'changed'
  | 'moved'
  | 'transferred'
  | 'profileChanged'
  | 'published'
  | 'unpublished'
  | 'photoAdded'
  | 'photoChanged'
  | 'photoRemoved'
  | 'photosOrdered'
  | 'orderPlaced'
  | 'orderMoved'
  | 'orderChanged'
  | 'orderUndone'
  | 'applicationReceived'
  | 'applicationMoved'
  | 'applicationChanged'
/**
 * The ids of all photos of an animal, each once. Lists show the first photo.
 */
export type PhotoOrder = Int64[]
/**
 * Status of an order.
 */
export type OrderStatus = 'placed' | 'approved' | 'delivered' | 'returned' | 'cancelled' | 'expired'
/**
 * A document of an adoption: the contract or the return slip.
 */
export type DocumentKind = 'contract' | 'returnSlip'
/**
 * A placeholder, written in double braces, such as `{{adopter.name}}`. `animal.name`: Name of the animal. `animal.number`: Its number. `animal.species`: Its species. `animal.breed`: Its breed. `animal.sex`: Its sex. `animal.birthDate`: When it was born. `animal.colors`: Its colors. `animal.microchip`: The number of its microchip. `animal.neutered`: Whether it is spayed or neutered. `adopter.name`: Name of the adopter. `adopter.email`: Email address of the adopter. `adopter.phone`: Telephone number of the adopter. `organization.name`: Name of the organization. `organization.address`: Its address, in one line. `organization.email`: Its email address. `organization.phone`: Its telephone number. `organization.website`: Its website. `adoption.number`: Number of the adoption. `adoption.date`: The day of the hand-over; until then, today. `fee`: What the adopter pays. `return.date`: The day of the return; until then, today. `return.reason`: Why it came back. `today`: The day of printing. `line`: A line to write on, for example for a signature. `parties`: The animal, with its photo, beside the adopter. `payment`: The adoption fee, in a separate row. `signatures`: Lines for both signatures, side by side.
 */
export type Placeholder =
  | 'animal.name'
  | 'animal.number'
  | 'animal.species'
  | 'animal.breed'
  | 'animal.sex'
  | 'animal.birthDate'
  | 'animal.colors'
  | 'animal.microchip'
  | 'animal.neutered'
  | 'adopter.name'
  | 'adopter.email'
  | 'adopter.phone'
  | 'organization.name'
  | 'organization.address'
  | 'organization.email'
  | 'organization.phone'
  | 'organization.website'
  | 'adoption.number'
  | 'adoption.date'
  | 'fee'
  | 'return.date'
  | 'return.reason'
  | 'today'
  | 'line'
  | 'parties'
  | 'payment'
  | 'signatures'
/**
 * The kind of answer. The answer to `text`, `longText`, `email`, `phone` and `date` (`2026-11-22`) is a string; to `choice`, one of the options; to `choices`, a list of options; to `yesNo`, a boolean; to `number`, a number.
 */
export type QuestionKind =
  'text' | 'longText' | 'choice' | 'choices' | 'yesNo' | 'number' | 'date' | 'email' | 'phone'
/**
 * Whether applicants can use a form. Only keys with a scope for applications see a `draft`.
 */
export type FormState = 'draft' | 'inUse'
/**
 * Status of an application.
 */
export type ApplicationStatus =
  | 'submitted'
  | 'inReview'
  | 'meetAndGreet'
  | 'homeVisit'
  | 'referenceCheck'
  | 'approved'
  | 'declined'
  | 'withdrawn'
/**
 * `pending` until the mail server accepts or permanently rejects it; `manual` if you have to send it by hand, because there was no mail server (`SMTP_URL`) when it was written; `skipped` if it had no recipient, such as a password reset for an address without a user; `held` while `heldReason` applies.
 */
export type MailStatus = 'pending' | 'sent' | 'failed' | 'manual' | 'skipped' | 'held'
/**
 * The event that the mail is about: the application was `received`, or now has this status.
 */
export type MailTemplateKind =
  | 'received'
  | 'inReview'
  | 'meetAndGreet'
  | 'homeVisit'
  | 'referenceCheck'
  | 'approved'
  | 'declined'
  | 'withdrawn'
/**
 * A language of mail.
 */
export type MailLanguage = 'en' | 'es' | 'de' | 'fr' | 'it' | 'nl' | 'pt'
/**
 * A placeholder, written in double braces, such as `{{greeting}}`. `greeting`: A greeting with the name of the applicant. `applicant.name`: Name of the applicant. `animal.name`: Name of the animal. `application`: The application, such as “your application for Biscuit”. `organization.name`: Name of the organization. `organization.phone`: Its telephone number. `organization.website`: Its website.
 */
export type MailPlaceholder =
  | 'greeting'
  | 'applicant.name'
  | 'animal.name'
  | 'application'
  | 'organization.name'
  | 'organization.phone'
  | 'organization.website'
/**
 * One change. New types may be added; ignore those you do not know.
 */
export type Event =
  | PetCreatedEvent
  | PetUpdatedEvent
  | PetDeletedEvent
  | PetProfileUpdatedEvent
  | PetPhotosUpdatedEvent
  | ListingPublishedEvent
  | ListingUnpublishedEvent
  | OrderPlacedEvent
  | OrderUpdatedEvent
  | ApplicationSubmittedEvent
  | ApplicationUpdatedEvent
  | CategoryUpdatedEvent
  | KeyBannedEvent
  | WebhookDisabledEvent
/**
 * A plan, which sets the limits of an account.
 */
export type Plan = 'free' | 'pro' | 'business' | 'enterprise'
/**
 * A `secret` key is for servers. A `publishable` key may be in a web page: it can only read listings and send in applications.
 */
export type KeyKind = 'secret' | 'publishable'
/**
 * The permissions of a user. A `viewer` can read animals and listings; a `counselor` can also change animals and handle orders and applications; a `manager` can also delete, erase and export data, name categories, edit the contract and manage webhooks; an `admin` can also manage users, keys and accounts.
 */
export type Role = 'viewer' | 'counselor' | 'manager' | 'admin'
/**
 * A permission of a key.
 */
export type Scope =
  | 'pets:read'
  | 'pets:write'
  | 'listings:read'
  | 'orders:read'
  | 'orders:write'
  | 'categories:write'
  | 'webhooks:manage'
  | 'applications:create'
  | 'applications:read'
  | 'applications:write'
  | 'admin'
/**
 * The meaning of a column of a file.
 */
export type ImportField =
  | 'externalId'
  | 'name'
  | 'category'
  | 'status'
  | 'published'
  | 'publishedAt'
  | 'species'
  | 'breed'
  | 'breeds.primary'
  | 'breeds.secondary'
  | 'breeds.mixed'
  | 'purebred'
  | 'birthDate'
  | 'birthDateExact'
  | 'birthDateEstimated'
  | 'age'
  | 'ageMonths'
  | 'ageYears'
  | 'sex'
  | 'size'
  | 'weight'
  | 'coat'
  | 'colors'
  | 'description'
  | 'tags'
  | 'houseTrained'
  | 'spayedNeutered'
  | 'vaccinated'
  | 'declawed'
  | 'specialNeeds'
  | 'goodWith.children'
  | 'goodWith.dogs'
  | 'goodWith.cats'
  | 'fee'
  | 'videos'
  | 'photos'
  | 'bondedWith'
  | 'microchip'
  | 'intakeDate'
  | 'outcomeDate'
  | 'deceasedDate'

export type Api = {
  schemas: {
    PetStatus: PetStatus
    NewPet: NewPet
    Pet: Pet
    Pets: Pets
    PetPatch: PetPatch
    PetBatch: PetBatch
    BatchedPetPatch: BatchedPetPatch
    PetUpdateBatch: PetUpdateBatch
    PetBatchResults: PetBatchResults
    Species: Species
    Sex: Sex
    Size: Size
    Coat: Coat
    AgeBand: AgeBand
    Profile: Profile
    PublicProfile: PublicProfile
    NewProfile: NewProfile
    ProfilePatch: ProfilePatch
    BatchedProfile: BatchedProfile
    ProfileBatch: ProfileBatch
    ProfileBatchResults: ProfileBatchResults
    HistoryAction: HistoryAction
    HistoryEntry: HistoryEntry
    NewNote: NewNote
    Note: Note
    Photo: Photo
    PetPhotos: PetPhotos
    PhotoPatch: PhotoPatch
    PhotoRotation: PhotoRotation
    PhotoOrder: PhotoOrder
    Organization: Organization
    NewOrganization: NewOrganization
    PetCounts: PetCounts
    Category: Category
    NewCategory: NewCategory
    CategoryPatch: CategoryPatch
    SpeciesCategory: SpeciesCategory
    Animal: Animal
    AnimalCounts: AnimalCounts
    AnimalFacets: AnimalFacets
    KennelCards: KennelCards
    Listing: Listing
    ListingFacets: ListingFacets
    OrderStatus: OrderStatus
    Customer: Customer
    NewOrder: NewOrder
    OrderPatch: OrderPatch
    SignedContract: SignedContract
    Order: Order
    DocumentKind: DocumentKind
    Placeholder: Placeholder
    NewDocumentTemplate: NewDocumentTemplate
    NewDocumentTemplates: NewDocumentTemplates
    DocumentTemplate: DocumentTemplate
    DocumentTemplates: DocumentTemplates
    TemplatePreview: TemplatePreview
    PrintedDocument: PrintedDocument
    QuestionKind: QuestionKind
    FormState: FormState
    Question: Question
    NewQuestion: NewQuestion
    NewForm: NewForm
    Form: Form
    ApplicationStatus: ApplicationStatus
    Applicant: Applicant
    Answers: Answers
    NewApplication: NewApplication
    SubmittedApplication: SubmittedApplication
    Application: Application
    ApplicationProgress: ApplicationProgress
    ApplicationPatch: ApplicationPatch
    Approval: Approval
    ApplicantExport: ApplicantExport
    MailTemplateKind: MailTemplateKind
    MailLanguage: MailLanguage
    MailPlaceholder: MailPlaceholder
    NewMailTemplate: NewMailTemplate
    MailTemplate: MailTemplate
    MailTemplates: MailTemplates
    MailTemplatePreview: MailTemplatePreview
    PreviewedMail: PreviewedMail
    AdoptionReport: AdoptionReport
    Person: Person
    PersonDetails: PersonDetails
    ErasedPerson: ErasedPerson
    Webhook: Webhook
    WebhookWithSecret: WebhookWithSecret
    NewWebhook: NewWebhook
    WebhookPatch: WebhookPatch
    WebhookTest: WebhookTest
    Delivery: Delivery
    DeliveryDetails: DeliveryDetails
    Error: Error
    RequestEntry: RequestEntry
    RateLimit: RateLimit
    Me: Me
    Shelter: Shelter
    Role: Role
    NewUser: NewUser
    UserPatch: UserPatch
    User: User
    InvitedUser: InvitedUser
    PasswordLink: PasswordLink
    Session: Session
    Plan: Plan
    NewAccount: NewAccount
    AccountPatch: AccountPatch
    Account: Account
    Scope: Scope
    KeyKind: KeyKind
    NewApiKey: NewApiKey
    Rotation: Rotation
    ApiKey: ApiKey
    IssuedApiKey: IssuedApiKey
    Ban: Ban
    ListedBan: ListedBan
    UsageDay: UsageDay
    MailStatus: MailStatus
    Mail: Mail
    MailWithText: MailWithText
    MailState: MailState
    MailRelease: MailRelease
    AuditEntry: AuditEntry
    AuditAction: AuditAction
    ImportField: ImportField
    ImportOptions: ImportOptions
    ImportSummary: ImportSummary
    Import: Import
    ImportRun: ImportRun
    ImportUndone: ImportUndone
    ImportReport: ImportReport
    Sample: Sample
    BackupStatus: BackupStatus
    DeprecatedUse: DeprecatedUse
    PetCreatedEvent: PetCreatedEvent
    PetUpdatedEvent: PetUpdatedEvent
    PetDeletedEvent: PetDeletedEvent
    PetProfileUpdatedEvent: PetProfileUpdatedEvent
    PetPhotosUpdatedEvent: PetPhotosUpdatedEvent
    ListingPublishedEvent: ListingPublishedEvent
    ListingUnpublishedEvent: ListingUnpublishedEvent
    OrderPlacedEvent: OrderPlacedEvent
    OrderUpdatedEvent: OrderUpdatedEvent
    ApplicationSubmittedEvent: ApplicationSubmittedEvent
    ApplicationUpdatedEvent: ApplicationUpdatedEvent
    CategoryUpdatedEvent: CategoryUpdatedEvent
    KeyBannedEvent: KeyBannedEvent
    WebhookDisabledEvent: WebhookDisabledEvent
    WebhookTestEvent: WebhookTestEvent
    Event: Event
  }
  queries: {
    listPets: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * Only animals with this status.
       */
      status?: PetStatus
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
      /**
       * Only animals with these ids, repeated (`id=1&id=2`) or separated by commas.
       */
      id?: Int64[]
      /**
       * Only animals of this category.
       */
      categoryId?: Int64
      /**
       * Name starts with, ignoring case.
       */
      name?: string
      /**
       * Oldest (`id`) or newest (`-id`) first.
       */
      sort?: 'id' | '-id'
    }
    createPet: {
      /**
       * The account that the animal belongs to. Default: your own account; for staff, the oldest one. Only staff and keys with `admin` can choose another account.
       */
      accountId?: Int64
    }
    createPets: {
      /**
       * The account that the animal belongs to. Default: your own account; for staff, the oldest one. Only staff and keys with `admin` can choose another account.
       */
      accountId?: Int64
    }
    listAnimals: {
      /**
       * Only animals whose name contains each of these words, ignoring case, accents and punctuation; or whose id, microchip or `externalId` this is.
       */
      q?: string
      /**
       * Only animals with one of these statuses. Repeat it or separate several by commas.
       */
      status?: PetStatus[]
      /**
       * Only animals whose profile is published (`true`), or not (`false`).
       */
      published?: 'true' | 'false'
      /**
       * Only animals with (`true`) or without (`false`) a photo.
       */
      hasPhoto?: 'true' | 'false'
      /**
       * Only animals of these species. Repeat it or separate several by commas.
       */
      species?: (
        | 'dog'
        | 'cat'
        | 'rabbit'
        | 'smallFurry'
        | 'bird'
        | 'horse'
        | 'reptile'
        | 'fish'
        | 'barnyard'
        | 'other'
      )[]
      /**
       * Only animals of these breeds, ignoring case and accents. Repeat it or separate several by commas.
       */
      breed?: string[]
      /**
       * Only animals of these sexes. Repeat it or separate several by commas.
       */
      sex?: ('male' | 'female')[]
      /**
       * Only animals of these sizes. Repeat it or separate several by commas.
       */
      size?: ('small' | 'medium' | 'large' | 'extraLarge')[]
      /**
       * Only animals of these age bands: under 1 year, under 3, under 8, 8 and over. Repeat it or separate several by commas.
       */
      age?: ('baby' | 'young' | 'adult' | 'senior')[]
      /**
       * Only animals that are known to be good with all of these. Repeat it or separate several by commas.
       */
      goodWith?: ('children' | 'dogs' | 'cats')[]
      /**
       * Only animals with one of these tags, ignoring case and accents. Repeat it or separate several by commas.
       */
      tag?: string[]
      /**
       * Only animals of this category.
       */
      categoryId?: Int64
      /**
       * Only animals that have waited for a home for more than this number of days.
       */
      waitingOver?: number
      /**
       * Only animals that were added, or whose own data, profile or photos changed, after this time (RFC 3339). Deleted animals are not included: follow `GET /v1/events` to detect them.
       */
      updatedAfter?: string
      /**
       * Only animals of this account. Only staff and keys with `admin` can choose an account other than their own.
       */
      accountId?: Int64
      /**
       * By name, waiting time (`-waiting`: longest first; adopted animals are last in both), id, or last change (`-updated`: latest first).
       */
      sort?: 'name' | '-name' | 'waiting' | '-waiting' | 'id' | '-id' | 'updated' | '-updated'
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * Adds the whole `profile` and all `photos` of each animal. Repeat it or separate several values by commas. `limit` is then at most 100.
       */
      include?: ('profile' | 'photos')[]
      /**
       * How many animals of the list to skip. You can request any part of the list.
       */
      offset?: number
    }
    countAnimals: {
      /**
       * Only animals whose name contains each of these words, ignoring case, accents and punctuation; or whose id, microchip or `externalId` this is.
       */
      q?: string
      /**
       * Only animals with one of these statuses. Repeat it or separate several by commas.
       */
      status?: PetStatus[]
      /**
       * Only animals whose profile is published (`true`), or not (`false`).
       */
      published?: 'true' | 'false'
      /**
       * Only animals with (`true`) or without (`false`) a photo.
       */
      hasPhoto?: 'true' | 'false'
      /**
       * Only animals of these species. Repeat it or separate several by commas.
       */
      species?: (
        | 'dog'
        | 'cat'
        | 'rabbit'
        | 'smallFurry'
        | 'bird'
        | 'horse'
        | 'reptile'
        | 'fish'
        | 'barnyard'
        | 'other'
      )[]
      /**
       * Only animals of these breeds, ignoring case and accents. Repeat it or separate several by commas.
       */
      breed?: string[]
      /**
       * Only animals of these sexes. Repeat it or separate several by commas.
       */
      sex?: ('male' | 'female')[]
      /**
       * Only animals of these sizes. Repeat it or separate several by commas.
       */
      size?: ('small' | 'medium' | 'large' | 'extraLarge')[]
      /**
       * Only animals of these age bands: under 1 year, under 3, under 8, 8 and over. Repeat it or separate several by commas.
       */
      age?: ('baby' | 'young' | 'adult' | 'senior')[]
      /**
       * Only animals that are known to be good with all of these. Repeat it or separate several by commas.
       */
      goodWith?: ('children' | 'dogs' | 'cats')[]
      /**
       * Only animals with one of these tags, ignoring case and accents. Repeat it or separate several by commas.
       */
      tag?: string[]
      /**
       * Only animals of this category.
       */
      categoryId?: Int64
      /**
       * Only animals that have waited for a home for more than this number of days.
       */
      waitingOver?: number
      /**
       * Only animals that were added, or whose own data, profile or photos changed, after this time (RFC 3339). Deleted animals are not included: follow `GET /v1/events` to detect them.
       */
      updatedAfter?: string
      /**
       * Only animals of this account. Only staff and keys with `admin` can choose an account other than their own.
       */
      accountId?: Int64
    }
    listAnimalFacets: {
      /**
       * Only animals whose name contains each of these words, ignoring case, accents and punctuation; or whose id, microchip or `externalId` this is.
       */
      q?: string
      /**
       * Only animals with one of these statuses. Repeat it or separate several by commas.
       */
      status?: PetStatus[]
      /**
       * Only animals whose profile is published (`true`), or not (`false`).
       */
      published?: 'true' | 'false'
      /**
       * Only animals with (`true`) or without (`false`) a photo.
       */
      hasPhoto?: 'true' | 'false'
      /**
       * Only animals of these species. Repeat it or separate several by commas.
       */
      species?: (
        | 'dog'
        | 'cat'
        | 'rabbit'
        | 'smallFurry'
        | 'bird'
        | 'horse'
        | 'reptile'
        | 'fish'
        | 'barnyard'
        | 'other'
      )[]
      /**
       * Only animals of these breeds, ignoring case and accents. Repeat it or separate several by commas.
       */
      breed?: string[]
      /**
       * Only animals of these sexes. Repeat it or separate several by commas.
       */
      sex?: ('male' | 'female')[]
      /**
       * Only animals of these sizes. Repeat it or separate several by commas.
       */
      size?: ('small' | 'medium' | 'large' | 'extraLarge')[]
      /**
       * Only animals of these age bands: under 1 year, under 3, under 8, 8 and over. Repeat it or separate several by commas.
       */
      age?: ('baby' | 'young' | 'adult' | 'senior')[]
      /**
       * Only animals that are known to be good with all of these. Repeat it or separate several by commas.
       */
      goodWith?: ('children' | 'dogs' | 'cats')[]
      /**
       * Only animals with one of these tags, ignoring case and accents. Repeat it or separate several by commas.
       */
      tag?: string[]
      /**
       * Only animals of this category.
       */
      categoryId?: Int64
      /**
       * Only animals that have waited for a home for more than this number of days.
       */
      waitingOver?: number
      /**
       * Only animals that were added, or whose own data, profile or photos changed, after this time (RFC 3339). Deleted animals are not included: follow `GET /v1/events` to detect them.
       */
      updatedAfter?: string
      /**
       * Only animals of this account. Only staff and keys with `admin` can choose an account other than their own.
       */
      accountId?: Int64
    }
    getKennelCards: {
      /**
       * The animals, repeated (`id=1&id=2`) or separated by commas. Those that do not exist, or belong to another account, are left out.
       */
      id?: Int64[]
      /**
       * The language of the cards. If omitted, that of the country of the animal’s organization.
       */
      language?: 'en' | 'es' | 'de' | 'fr' | 'it' | 'nl' | 'pt'
    }
    listHistory: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
    }
    listNotes: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
    }
    listListings: {
      /**
       * Only animals with these ids. Repeat it or separate several by commas.
       */
      id?: Int64[]
      /**
       * Only animals of these species. Repeat it or separate several by commas.
       */
      species?: (
        | 'dog'
        | 'cat'
        | 'rabbit'
        | 'smallFurry'
        | 'bird'
        | 'horse'
        | 'reptile'
        | 'fish'
        | 'barnyard'
        | 'other'
      )[]
      /**
       * Only animals of these breeds, ignoring case and accents. Repeat it or separate several by commas.
       */
      breed?: string[]
      /**
       * Only animals of these sexes. Repeat it or separate several by commas.
       */
      sex?: ('male' | 'female')[]
      /**
       * Only animals of these sizes. Repeat it or separate several by commas.
       */
      size?: ('small' | 'medium' | 'large' | 'extraLarge')[]
      /**
       * Only animals of these age bands: under 1 year, under 3, under 8, 8 and over. Repeat it or separate several by commas.
       */
      age?: ('baby' | 'young' | 'adult' | 'senior')[]
      /**
       * Only animals that are known to be good with all of these. Repeat it or separate several by commas.
       */
      goodWith?: ('children' | 'dogs' | 'cats')[]
      /**
       * Only animals with one of these tags, ignoring case and accents. Repeat it or separate several by commas.
       */
      tag?: string[]
      /**
       * Only animals with these coats. Repeat it or separate several by commas.
       */
      coat?: ('hairless' | 'short' | 'medium' | 'long' | 'wire' | 'curly')[]
      /**
       * Only animals with one of these colors, ignoring case and accents. Repeat it or separate several by commas.
       */
      color?: string[]
      /**
       * Only animals that are known to be house-trained.
       */
      houseTrained?: 'true'
      /**
       * Only animals with (`true`) or without (`false`) special needs.
       */
      specialNeeds?: 'true' | 'false'
      /**
       * Only animals that have all these words in their name, breed, description or tags, ignoring case and accents. Words of 3 or more characters also match any part of a name.
       */
      q?: string
      /**
       * Only animals of these organizations. Repeat it or separate several by commas.
       */
      organizationId?: Int64[]
      /**
       * Only animals of your own organization, that is, of your key's account.
       */
      mine?: 'true'
      /**
       * Only animals with this status.
       */
      status?: 'available' | 'pending'
      /**
       * Latitude and longitude, such as `52.52,13.40`. Adds `distanceKm`.
       */
      near?: string
      /**
       * Only animals of organizations within this distance of `near`: `50km`, `30mi`.
       */
      within?: string
      /**
       * Only animals published after this time (RFC 3339).
       */
      publishedAfter?: string
      /**
       * Only animals that were added, or whose own data, profile or photos changed, after this time (RFC 3339). Animals that are no longer listed are not included: follow `GET /v1/events` to detect them.
       */
      updatedAfter?: string
      /**
       * Newest or oldest first, by name, or nearest to `near` first. By distance, only animals whose organization has a location are listed. With `q` the default is `relevance`: matches in the name come first, then in the breed, then in the tags. Of many matches, the newest 1,000 are sorted by relevance, name or distance. Without `q` the default is `-publishedAt`.
       */
      sort?: '-publishedAt' | 'publishedAt' | 'name' | 'distance' | 'relevance'
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
    }
    countListings: {
      /**
       * Only animals with these ids. Repeat it or separate several by commas.
       */
      id?: Int64[]
      /**
       * Only animals of these species. Repeat it or separate several by commas.
       */
      species?: (
        | 'dog'
        | 'cat'
        | 'rabbit'
        | 'smallFurry'
        | 'bird'
        | 'horse'
        | 'reptile'
        | 'fish'
        | 'barnyard'
        | 'other'
      )[]
      /**
       * Only animals of these breeds, ignoring case and accents. Repeat it or separate several by commas.
       */
      breed?: string[]
      /**
       * Only animals of these sexes. Repeat it or separate several by commas.
       */
      sex?: ('male' | 'female')[]
      /**
       * Only animals of these sizes. Repeat it or separate several by commas.
       */
      size?: ('small' | 'medium' | 'large' | 'extraLarge')[]
      /**
       * Only animals of these age bands: under 1 year, under 3, under 8, 8 and over. Repeat it or separate several by commas.
       */
      age?: ('baby' | 'young' | 'adult' | 'senior')[]
      /**
       * Only animals that are known to be good with all of these. Repeat it or separate several by commas.
       */
      goodWith?: ('children' | 'dogs' | 'cats')[]
      /**
       * Only animals with one of these tags, ignoring case and accents. Repeat it or separate several by commas.
       */
      tag?: string[]
      /**
       * Only animals with these coats. Repeat it or separate several by commas.
       */
      coat?: ('hairless' | 'short' | 'medium' | 'long' | 'wire' | 'curly')[]
      /**
       * Only animals with one of these colors, ignoring case and accents. Repeat it or separate several by commas.
       */
      color?: string[]
      /**
       * Only animals that are known to be house-trained.
       */
      houseTrained?: 'true'
      /**
       * Only animals with (`true`) or without (`false`) special needs.
       */
      specialNeeds?: 'true' | 'false'
      /**
       * Only animals that have all these words in their name, breed, description or tags, ignoring case and accents. Words of 3 or more characters also match any part of a name.
       */
      q?: string
      /**
       * Only animals of these organizations. Repeat it or separate several by commas.
       */
      organizationId?: Int64[]
      /**
       * Only animals of your own organization, that is, of your key's account.
       */
      mine?: 'true'
      /**
       * Only animals with this status.
       */
      status?: 'available' | 'pending'
      /**
       * Latitude and longitude, such as `52.52,13.40`. Adds `distanceKm`.
       */
      near?: string
      /**
       * Only animals of organizations within this distance of `near`: `50km`, `30mi`.
       */
      within?: string
      /**
       * Only animals published after this time (RFC 3339).
       */
      publishedAfter?: string
      /**
       * Only animals that were added, or whose own data, profile or photos changed, after this time (RFC 3339). Animals that are no longer listed are not included: follow `GET /v1/events` to detect them.
       */
      updatedAfter?: string
    }
    listOrganizations: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
    }
    listCategories: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
    }
    createImport: {
      /**
       * The name of the file.
       */
      fileName?: string
      /**
       * The account of the imports. Default: your own account; for staff, the oldest one. Only staff and keys with `admin` can choose another account.
       */
      accountId?: Int64
      /**
       * If omitted, it is detected.
       */
      format?: 'csv' | 'ndjson' | 'json'
      /**
       * The system that the file comes from. If omitted, it is detected.
       */
      from?: 'petfinder' | 'rescuegroups' | 'asm3' | 'shelterluv' | 'adoptapet' | 'petstore'
      /**
       * Encoding of a file without a byte order mark. If omitted, it is UTF-8, or the first one of `encodings` of the import. `latin1` is read as `windows-1252`.
       */
      encoding?: 'utf-8' | 'latin1' | 'windows-1252' | 'windows-1250'
      /**
       * The order of day and month in 3/4/2024.
       */
      dateOrder?: 'mdy' | 'dmy'
      /**
       * ISO 4217 code for fees without a currency.
       */
      currency?: string
      /**
       * Unit for weights without a unit.
       */
      weightUnit?: 'lb' | 'kg' | 'g' | 'oz'
      /**
       * Do not publish animals.
       */
      drafts?: boolean
      /**
       * Import animals that died, moved or went home, as drafts that are `sold`.
       */
      withDeparted?: boolean
      /**
       * Import animals without an id, which a second import would add again.
       */
      withoutIds?: boolean
      /**
       * Do not send events of the import to webhooks.
       */
      withoutWebhooks?: boolean
      /**
       * The fields of columns, such as `Animal Name=name,Type=species`. The fields are those of `ImportField`.
       */
      map?: string
    }
    listImports: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
      /**
       * The account of the imports. Default: your own account; for staff, the oldest one. Only staff and keys with `admin` can choose another account.
       */
      accountId?: Int64
    }
    getImportReport: {
      /**
       * Maximum number of lines returned.
       */
      limit?: number
      /**
       * The `position` of the last line seen.
       */
      after?: number
    }
    getInventory: {
      /**
       * Only animals of this category.
       */
      categoryId?: Int64
    }
    listOrders: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
      /**
       * Only orders with this status.
       */
      status?: OrderStatus
      /**
       * Only orders for this animal.
       */
      petId?: Int64
      /**
       * Only orders whose customer's name or email address, or animal's name, contains each of these words, ignoring case and accents; or whose id or animal's id this is.
       */
      q?: string
      /**
       * Only placed orders that expire within this many hours.
       */
      expiresWithin?: number
      /**
       * Oldest (`id`) or newest (`-id`) first.
       */
      sort?: 'id' | '-id'
    }
    listRequests: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * Only responses with one of these statuses or classes, separated by commas.
       */
      status?: string
      /**
       * Only requests of this operation.
       */
      operationId?: string
      /**
       * Only requests of this key.
       */
      keyId?: Int64
      /**
       * Only requests with this `X-Request-Id`.
       */
      requestId?: string
      /**
       * Only requests from this time on (RFC 3339).
       */
      since?: string
      /**
       * Only requests of this account. Only staff and keys with `admin` can choose an account other than their own.
       */
      accountId?: Int64
    }
    reportAdoptions: {
      /**
       * The first day. If omitted, the first of the month eleven months before `to`.
       */
      from?: string
      /**
       * The last day. If omitted, today. At most ten years after `from`.
       */
      to?: string
      /**
       * Only animals of this account. Only staff and keys with `admin` can choose an account other than their own.
       */
      accountId?: Int64
    }
    listEvents: {
      /**
       * The `id` of the last event that you have seen: only later ones are returned. `now` is the end of the feed.
       */
      after?: string
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * Only events of these types, repeated or separated by commas.
       */
      type?: (
        | 'pet.created'
        | 'pet.updated'
        | 'pet.deleted'
        | 'pet.profileUpdated'
        | 'pet.photosUpdated'
        | 'listing.published'
        | 'listing.unpublished'
        | 'order.placed'
        | 'order.updated'
        | 'application.submitted'
        | 'application.updated'
        | 'category.updated'
        | 'key.banned'
        | 'webhook.disabled'
      )[]
    }
    streamEvents: {
      /**
       * The `id` of the last event that you have seen: only later ones are returned. `now` is the end of the feed.
       */
      after?: string
      /**
       * Only events of these types, repeated or separated by commas.
       */
      type?: (
        | 'pet.created'
        | 'pet.updated'
        | 'pet.deleted'
        | 'pet.profileUpdated'
        | 'pet.photosUpdated'
        | 'listing.published'
        | 'listing.unpublished'
        | 'order.placed'
        | 'order.updated'
        | 'application.submitted'
        | 'application.updated'
        | 'category.updated'
        | 'key.banned'
        | 'webhook.disabled'
      )[]
    }
    listMailTemplates: {
      /**
       * The account of the templates. Default: your own.
       */
      accountId?: Int64
      /**
       * Only templates in this language.
       */
      language?: MailLanguage
    }
    getMailTemplate: {
      /**
       * The account of the templates. Default: your own.
       */
      accountId?: Int64
    }
    putMailTemplate: {
      /**
       * The account of the templates. Default: your own.
       */
      accountId?: Int64
    }
    deleteMailTemplate: {
      /**
       * The account of the templates. Default: your own.
       */
      accountId?: Int64
    }
    previewMail: {
      /**
       * The account of the templates. Default: your own.
       */
      accountId?: Int64
    }
    listApplications: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
      /**
       * Only applications with this status. Repeat it or separate several by commas.
       */
      status?: ApplicationStatus[]
      /**
       * Only applications for this animal.
       */
      petId?: Int64
      /**
       * Only applications assigned to this user.
       */
      assigneeId?: Int64
      /**
       * Only applications with this text in the applicant's name or email address, ignoring case and accents.
       */
      q?: string
      /**
       * Oldest (`id`) or newest (`-id`) first.
       */
      sort?: 'id' | '-id'
    }
    listForms: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
    }
    getForm: {
      /**
       * The version. If omitted, the latest.
       */
      version?: number
    }
    getContract: {
      /**
       * The language for days and money, as a language tag (BCP 47).
       */
      locale?: string
      /**
       * The time zone of days, as a name of the IANA time zone database.
       */
      timeZone?: string
      /**
       * Another order of the same person. The contract then covers both animals, as for bonded ones. Both orders must be `placed` or `approved`; at the hand-over, each is stored with a contract of its own.
       */
      with?: Int64
    }
    getReturnSlip: {
      /**
       * The language for days and money, as a language tag (BCP 47).
       */
      locale?: string
      /**
       * The time zone of days, as a name of the IANA time zone database.
       */
      timeZone?: string
    }
    getDocumentTemplates: {
      /**
       * The account of the templates. Default: your own.
       */
      accountId?: Int64
      /**
       * The language of default texts, as a language tag (BCP 47): English, Spanish, German, French, Italian, Dutch or Portuguese. In any other language they are in English.
       */
      locale?: string
    }
    putDocumentTemplates: {
      /**
       * The account of the templates. Default: your own.
       */
      accountId?: Int64
      /**
       * The language of default texts, as a language tag (BCP 47): English, Spanish, German, French, Italian, Dutch or Portuguese. In any other language they are in English.
       */
      locale?: string
    }
    previewDocument: {
      /**
       * The account of the templates. Default: your own.
       */
      accountId?: Int64
      /**
       * The language for days and money, as a language tag (BCP 47).
       */
      locale?: string
      /**
       * The time zone of days, as a name of the IANA time zone database.
       */
      timeZone?: string
    }
    listPeople: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * Only people whose name or email address contains each of these words, ignoring case and accents.
       */
      q?: string
    }
    listWebhooks: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
      /**
       * Lists the webhooks of all accounts, for callers that act for the store. Other callers always see only their own.
       */
      allAccounts?: 'true' | 'false'
    }
    listDeliveries: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
    }
    listUsers: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
    }
    listSessions: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
    }
    listAccounts: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
      /**
       * Only accounts whose name contains each of these words, ignoring case and accents, or whose id this is.
       */
      q?: string
      /**
       * Only accounts in this state: `active`, `unreviewed` (created by sign-up and not accepted yet) or `suspended`. A suspended account is always `suspended`.
       */
      status?: 'active' | 'unreviewed' | 'suspended'
      plan?: Plan
    }
    listKeys: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
      /**
       * Only keys whose name contains each of these words, ignoring case and accents; whose `display` contains this text of at least 4 characters; or whose id this is.
       */
      q?: string
      /**
       * Only keys in this state.
       */
      state?: 'active' | 'rotated' | 'banned' | 'suspended' | 'expired' | 'revoked'
      kind?: KeyKind
    }
    listBans: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
    }
    listUsage: {
      /**
       * Number of days, including today.
       */
      days?: number
    }
    listMails: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
      /**
       * Only mail with this status.
       */
      status?: MailStatus
    }
    listAuditLog: {
      /**
       * Maximum number of items returned.
       */
      limit?: number
      /**
       * The `X-Next-Cursor` of the previous page.
       */
      cursor?: string
      /**
       * The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.
       */
      after?: Int64
      /**
       * Only entries by this caller: `key`, `key:12` or `12`.
       */
      actor?: string
      /**
       * Only this action, such as `pet.update`, or `pet` for all actions on animals.
       */
      action?:
        | 'restore.confirm'
        | 'account.create'
        | 'account.update'
        | 'account.accept'
        | 'account.suspend'
        | 'account.resume'
        | 'account.transfer'
        | 'account.receive'
        | 'audit.begin'
        | 'audit.gap'
        | 'audit.unverified'
        | 'audit.accept'
        | 'key.ban'
        | 'ban.lift'
        | 'key.create'
        | 'key.rotate'
        | 'key.revoke'
        | 'mail.list'
        | 'mail.read'
        | 'mail.retry'
        | 'mail.release'
        | 'user.create'
        | 'user.update'
        | 'user.delete'
        | 'user.signIn'
        | 'user.signInFailed'
        | 'user.signOut'
        | 'event.list'
        | 'event.stream'
        | 'webhook.create'
        | 'webhook.update'
        | 'webhook.disable'
        | 'webhook.rotate'
        | 'webhook.delete'
        | 'webhook.redeliver'
        | 'delivery.read'
        | 'person.list'
        | 'person.read'
        | 'person.export'
        | 'category.update'
        | 'category.delete'
        | 'note.add'
        | 'note.delete'
        | 'organization.update'
        | 'pet.create'
        | 'pet.update'
        | 'pet.delete'
        | 'pet.batch'
        | 'photo.add'
        | 'photo.update'
        | 'photo.order'
        | 'photo.delete'
        | 'profile.update'
        | 'profile.batch'
        | 'listing.publish'
        | 'listing.unpublish'
        | 'application.submit'
        | 'application.update'
        | 'application.approve'
        | 'application.decline'
        | 'application.withdraw'
        | 'application.read'
        | 'application.list'
        | 'application.export'
        | 'applicant.erase'
        | 'documentTemplates.update'
        | 'form.create'
        | 'form.update'
        | 'mailTemplate.update'
        | 'order.place'
        | 'order.update'
        | 'order.approve'
        | 'order.deliver'
        | 'order.return'
        | 'order.cancel'
        | 'order.expire'
        | 'order.read'
        | 'order.list'
        | 'order.print'
        | 'order.undo'
        | 'customer.erase'
        | 'sample.add'
        | 'sample.remove'
        | 'import'
        | 'import.undo'
        | 'export'
        | 'backup'
        | 'restore'
        | 'copy'
        | 'audit.export'
        | 'account'
        | 'audit'
        | 'key'
        | 'ban'
        | 'mail'
        | 'user'
        | 'event'
        | 'webhook'
        | 'delivery'
        | 'person'
        | 'category'
        | 'note'
        | 'organization'
        | 'pet'
        | 'photo'
        | 'profile'
        | 'listing'
        | 'application'
        | 'applicant'
        | 'documentTemplates'
        | 'form'
        | 'mailTemplate'
        | 'order'
        | 'customer'
        | 'sample'
      /**
       * `false` omits reads, which the console makes often. Exports are always listed.
       */
      reads?: 'true' | 'false'
      /**
       * Only entries about this resource: `pet`, `pet:12` or `12`.
       */
      target?: string
    }
  }
}
/**
 * An animal to add.
 */
export type NewPet = {
  /**
   * The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
   */
  name: string
  /**
   * Identifier of the category the animal belongs to.
   */
  categoryId: Int64
  status?: PetStatus
}
/**
 * An animal.
 */
export type Pet = {
  /**
   * Assigned by the service on creation.
   */
  id: Int64
  /**
   * The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
   */
  name: string
  /**
   * Identifier of the category the animal belongs to.
   */
  categoryId: Int64
  status: PetStatus
}
/**
 * Changes to an animal.
 */
export type PetPatch = {
  /**
   * The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
   */
  name?: string
  /**
   * Identifier of the category the animal belongs to.
   */
  categoryId?: Int64
  status?: PetStatus
}
/**
 * Animals to add.
 */
export type PetBatch = {
  pets: NewPet[]
  /**
   * Adds all animals or none. If any is not valid, the response is 400 and lists every issue.
   */
  atomic?: boolean
}
/**
 * Changes to an animal, with its id.
 */
export type BatchedPetPatch = {
  /**
   * The animal to update.
   */
  id: Int64
  /**
   * The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
   */
  name?: string
  /**
   * Identifier of the category the animal belongs to.
   */
  categoryId?: Int64
  status?: PetStatus
}
/**
 * Animals to update.
 */
export type PetUpdateBatch = {
  pets: BatchedPetPatch[]
  /**
   * Updates all animals or none. If any change is rejected, the response is 400 and lists every issue.
   */
  atomic?: boolean
}
/**
 * The result for each animal of a batch.
 */
export type PetBatchResults = {
  results: {
    /**
     * 201 for an added animal, 200 for an updated one, or the status of `error`.
     */
    status: number
    pet?: Pet
    error?: Error
  }[]
}
/**
 * The body of every error response.
 */
export type Error = {
  /**
   * Machine-readable error code.
   */
  code: string
  /**
   * Human-readable description.
   */
  message: string
  /**
   * The HTTP status code.
   */
  status: number
  /**
   * The `X-Request-Id` of this response. Include it when you ask for help.
   */
  requestId?: string
  /**
   * The documentation of this code, as a path on this server.
   */
  docs?: string
  /**
   * With `insufficient_scope`: the scope that the operation requires.
   */
  requiredScope?: string
  /**
   * All validation issues, at most 100. The last one says how many more there are.
   */
  errors?: {
    /**
     * The field, parameter or header that is not valid.
     */
    field: string
    /**
     * The machine-readable kind of error.
     */
    code: string
    /**
     * A readable description of the valid values.
     */
    message: string
    /**
     * For an unknown parameter: the parameter that was probably meant.
     */
    suggestion?: string
  }[]
}
/**
 * The details of an animal beyond its name, category and status. `null` means unknown. `externalId`, `microchip` and `intakeDate` are shown only to the account that the animal belongs to.
 */
export type Profile = {
  /**
   * The animal.
   */
  petId: Int64
  /**
   * Whether the animal is listed publicly. Requires `species`.
   */
  published: boolean
  /**
   * When it was published (RFC 3339, UTC); `null` for a draft.
   */
  publishedAt: string | null
  /**
   * The species. Required to publish.
   */
  species: Species | null
  /**
   * Breeds.
   */
  breeds: {
    /**
     * The main breed. At most 100 characters.
     */
    primary: string | null
    /**
     * Another breed. At most 100 characters.
     */
    secondary: string | null
    /**
     * Whether the animal is a mix.
     */
    mixed: boolean | null
  }
  /**
   * Date of birth, exact or estimated.
   */
  birthDate: string | null
  /**
   * Whether `birthDate` is exact.
   */
  birthDateExact: boolean | null
  /**
   * Sex.
   */
  sex: Sex | null
  /**
   * Size when fully grown.
   */
  size: Size | null
  /**
   * Weight in grams.
   */
  weightGrams: number | null
  /**
   * Length or kind of coat.
   */
  coat: Coat | null
  /**
   * Up to 3 colors, the main one first.
   */
  colors: string[] | null
  /**
   * Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters.
   */
  description: string | null
  /**
   * Up to 20 tags.
   */
  tags: string[] | null
  /**
   * Whether the animal is house-trained.
   */
  houseTrained: boolean | null
  /**
   * Whether the animal is spayed or neutered.
   */
  spayedNeutered: boolean | null
  /**
   * Whether the animal is vaccinated.
   */
  vaccinated: boolean | null
  /**
   * Whether the animal is declawed.
   */
  declawed: boolean | null
  /**
   * Special needs that an adopter must know of. At most 1,000 characters.
   */
  specialNeeds: string | null
  /**
   * Whom the animal is good with.
   */
  goodWith: {
    /**
     * Whether the animal is good with children.
     */
    children: boolean | null
    /**
     * Whether the animal is good with dogs.
     */
    dogs: boolean | null
    /**
     * Whether the animal is good with cats.
     */
    cats: boolean | null
  }
  /**
   * The adoption fee.
   */
  fee: {
    /**
     * In the minor unit of the currency, such as cents.
     */
    amount: number
    /**
     * ISO 4217 code.
     */
    currency: string
  } | null
  /**
   * Animals to be adopted together with this one: up to 10 others of the same account. Each of them names this one too: a bond that is written or removed here is written or removed there.
   */
  bondedWith: Int64[] | null
  /**
   * Up to 5 https addresses of videos.
   */
  videos: string[] | null
  /**
   * The animal's id in another system. At most 255 characters.
   */
  externalId?: string | null
  /**
   * The microchip number.
   */
  microchip?: string | null
  /**
   * When the animal arrived at its shelter.
   */
  intakeDate?: string | null
  /**
   * When it last changed; `null` if it was never written.
   */
  updatedAt: string | null
}
/**
 * A profile without the fields that only its owner sees.
 */
export type PublicProfile = {
  /**
   * The animal.
   */
  petId: Int64
  /**
   * Whether the animal is listed publicly. Requires `species`.
   */
  published: boolean
  /**
   * When it was published (RFC 3339, UTC); `null` for a draft.
   */
  publishedAt: string | null
  /**
   * The species. Required to publish.
   */
  species: Species | null
  /**
   * Breeds.
   */
  breeds: {
    /**
     * The main breed. At most 100 characters.
     */
    primary: string | null
    /**
     * Another breed. At most 100 characters.
     */
    secondary: string | null
    /**
     * Whether the animal is a mix.
     */
    mixed: boolean | null
  }
  /**
   * Date of birth, exact or estimated.
   */
  birthDate: string | null
  /**
   * Whether `birthDate` is exact.
   */
  birthDateExact: boolean | null
  /**
   * Sex.
   */
  sex: Sex | null
  /**
   * Size when fully grown.
   */
  size: Size | null
  /**
   * Weight in grams.
   */
  weightGrams: number | null
  /**
   * Length or kind of coat.
   */
  coat: Coat | null
  /**
   * Up to 3 colors, the main one first.
   */
  colors: string[] | null
  /**
   * Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters.
   */
  description: string | null
  /**
   * Up to 20 tags.
   */
  tags: string[] | null
  /**
   * Whether the animal is house-trained.
   */
  houseTrained: boolean | null
  /**
   * Whether the animal is spayed or neutered.
   */
  spayedNeutered: boolean | null
  /**
   * Whether the animal is vaccinated.
   */
  vaccinated: boolean | null
  /**
   * Whether the animal is declawed.
   */
  declawed: boolean | null
  /**
   * Special needs that an adopter must know of. At most 1,000 characters.
   */
  specialNeeds: string | null
  /**
   * Whom the animal is good with.
   */
  goodWith: {
    /**
     * Whether the animal is good with children.
     */
    children: boolean | null
    /**
     * Whether the animal is good with dogs.
     */
    dogs: boolean | null
    /**
     * Whether the animal is good with cats.
     */
    cats: boolean | null
  }
  /**
   * The adoption fee.
   */
  fee: {
    /**
     * In the minor unit of the currency, such as cents.
     */
    amount: number
    /**
     * ISO 4217 code.
     */
    currency: string
  } | null
  /**
   * Animals to be adopted together with this one: up to 10 others of the same account. Each of them names this one too: a bond that is written or removed here is written or removed there.
   */
  bondedWith: Int64[] | null
  /**
   * Up to 5 https addresses of videos.
   */
  videos: string[] | null
  /**
   * When it last changed; `null` if it was never written.
   */
  updatedAt: string | null
}
/**
 * A whole profile. Omitted values become unknown, and `published` false.
 */
export type NewProfile = {
  /**
   * Whether the animal is listed publicly. Requires `species`.
   */
  published?: boolean | null
  /**
   * The species. Required to publish.
   */
  species?: Species | null
  /**
   * Breeds.
   */
  breeds?: {
    /**
     * The main breed. At most 100 characters.
     */
    primary?: string | null
    /**
     * Another breed. At most 100 characters.
     */
    secondary?: string | null
    /**
     * Whether the animal is a mix.
     */
    mixed?: boolean | null
  } | null
  /**
   * Date of birth, exact or estimated.
   */
  birthDate?: string | null
  /**
   * Whether `birthDate` is exact.
   */
  birthDateExact?: boolean | null
  /**
   * Sex.
   */
  sex?: Sex | null
  /**
   * Size when fully grown.
   */
  size?: Size | null
  /**
   * Weight in grams.
   */
  weightGrams?: number | null
  /**
   * Length or kind of coat.
   */
  coat?: Coat | null
  /**
   * Up to 3 colors, the main one first.
   */
  colors?: string[] | null
  /**
   * Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters.
   */
  description?: string | null
  /**
   * Up to 20 tags.
   */
  tags?: string[] | null
  /**
   * Whether the animal is house-trained.
   */
  houseTrained?: boolean | null
  /**
   * Whether the animal is spayed or neutered.
   */
  spayedNeutered?: boolean | null
  /**
   * Whether the animal is vaccinated.
   */
  vaccinated?: boolean | null
  /**
   * Whether the animal is declawed.
   */
  declawed?: boolean | null
  /**
   * Special needs that an adopter must know of. At most 1,000 characters.
   */
  specialNeeds?: string | null
  /**
   * Whom the animal is good with.
   */
  goodWith?: {
    /**
     * Whether the animal is good with children.
     */
    children?: boolean | null
    /**
     * Whether the animal is good with dogs.
     */
    dogs?: boolean | null
    /**
     * Whether the animal is good with cats.
     */
    cats?: boolean | null
  } | null
  /**
   * The adoption fee.
   */
  fee?: {
    /**
     * In the minor unit of the currency, such as cents.
     */
    amount: number
    /**
     * ISO 4217 code.
     */
    currency: string
  } | null
  /**
   * Animals to be adopted together with this one: up to 10 others of the same account. Each of them names this one too: a bond that is written or removed here is written or removed there.
   */
  bondedWith?: Int64[] | null
  /**
   * Up to 5 https addresses of videos.
   */
  videos?: string[] | null
  /**
   * The animal's id in another system. At most 255 characters.
   */
  externalId?: string | null
  /**
   * The microchip number.
   */
  microchip?: string | null
  /**
   * When the animal arrived at its shelter.
   */
  intakeDate?: string | null
}
/**
 * Changes to a profile (RFC 7396). `breeds`, `goodWith` and `fee` are merged, lists are replaced, and `null` makes a value unknown.
 */
export type ProfilePatch = {
  /**
   * Whether the animal is listed publicly. Requires `species`.
   */
  published?: boolean | null
  /**
   * The species. Required to publish.
   */
  species?: Species | null
  /**
   * Breeds.
   */
  breeds?: {
    /**
     * The main breed. At most 100 characters.
     */
    primary?: string | null
    /**
     * Another breed. At most 100 characters.
     */
    secondary?: string | null
    /**
     * Whether the animal is a mix.
     */
    mixed?: boolean | null
  } | null
  /**
   * Date of birth, exact or estimated.
   */
  birthDate?: string | null
  /**
   * Whether `birthDate` is exact.
   */
  birthDateExact?: boolean | null
  /**
   * Sex.
   */
  sex?: Sex | null
  /**
   * Size when fully grown.
   */
  size?: Size | null
  /**
   * Weight in grams.
   */
  weightGrams?: number | null
  /**
   * Length or kind of coat.
   */
  coat?: Coat | null
  /**
   * Up to 3 colors, the main one first.
   */
  colors?: string[] | null
  /**
   * Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters.
   */
  description?: string | null
  /**
   * Up to 20 tags.
   */
  tags?: string[] | null
  /**
   * Whether the animal is house-trained.
   */
  houseTrained?: boolean | null
  /**
   * Whether the animal is spayed or neutered.
   */
  spayedNeutered?: boolean | null
  /**
   * Whether the animal is vaccinated.
   */
  vaccinated?: boolean | null
  /**
   * Whether the animal is declawed.
   */
  declawed?: boolean | null
  /**
   * Special needs that an adopter must know of. At most 1,000 characters.
   */
  specialNeeds?: string | null
  /**
   * Whom the animal is good with.
   */
  goodWith?: {
    /**
     * Whether the animal is good with children.
     */
    children?: boolean | null
    /**
     * Whether the animal is good with dogs.
     */
    dogs?: boolean | null
    /**
     * Whether the animal is good with cats.
     */
    cats?: boolean | null
  } | null
  /**
   * The adoption fee.
   */
  fee?: {
    /**
     * In the minor unit of the currency, such as cents.
     */
    amount?: number
    /**
     * ISO 4217 code.
     */
    currency?: string
  } | null
  /**
   * Animals to be adopted together with this one: up to 10 others of the same account. Each of them names this one too: a bond that is written or removed here is written or removed there.
   */
  bondedWith?: Int64[] | null
  /**
   * Up to 5 https addresses of videos.
   */
  videos?: string[] | null
  /**
   * The animal's id in another system. At most 255 characters.
   */
  externalId?: string | null
  /**
   * The microchip number.
   */
  microchip?: string | null
  /**
   * When the animal arrived at its shelter.
   */
  intakeDate?: string | null
}
/**
 * Changes to a profile (RFC 7396), with the id of its animal.
 */
export type BatchedProfile = {
  /**
   * The animal.
   */
  petId: Int64
  /**
   * Whether the animal is listed publicly. Requires `species`.
   */
  published?: boolean | null
  /**
   * The species. Required to publish.
   */
  species?: Species | null
  /**
   * Breeds.
   */
  breeds?: {
    /**
     * The main breed. At most 100 characters.
     */
    primary?: string | null
    /**
     * Another breed. At most 100 characters.
     */
    secondary?: string | null
    /**
     * Whether the animal is a mix.
     */
    mixed?: boolean | null
  } | null
  /**
   * Date of birth, exact or estimated.
   */
  birthDate?: string | null
  /**
   * Whether `birthDate` is exact.
   */
  birthDateExact?: boolean | null
  /**
   * Sex.
   */
  sex?: Sex | null
  /**
   * Size when fully grown.
   */
  size?: Size | null
  /**
   * Weight in grams.
   */
  weightGrams?: number | null
  /**
   * Length or kind of coat.
   */
  coat?: Coat | null
  /**
   * Up to 3 colors, the main one first.
   */
  colors?: string[] | null
  /**
   * Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters.
   */
  description?: string | null
  /**
   * Up to 20 tags.
   */
  tags?: string[] | null
  /**
   * Whether the animal is house-trained.
   */
  houseTrained?: boolean | null
  /**
   * Whether the animal is spayed or neutered.
   */
  spayedNeutered?: boolean | null
  /**
   * Whether the animal is vaccinated.
   */
  vaccinated?: boolean | null
  /**
   * Whether the animal is declawed.
   */
  declawed?: boolean | null
  /**
   * Special needs that an adopter must know of. At most 1,000 characters.
   */
  specialNeeds?: string | null
  /**
   * Whom the animal is good with.
   */
  goodWith?: {
    /**
     * Whether the animal is good with children.
     */
    children?: boolean | null
    /**
     * Whether the animal is good with dogs.
     */
    dogs?: boolean | null
    /**
     * Whether the animal is good with cats.
     */
    cats?: boolean | null
  } | null
  /**
   * The adoption fee.
   */
  fee?: {
    /**
     * In the minor unit of the currency, such as cents.
     */
    amount?: number
    /**
     * ISO 4217 code.
     */
    currency?: string
  } | null
  /**
   * Animals to be adopted together with this one: up to 10 others of the same account. Each of them names this one too: a bond that is written or removed here is written or removed there.
   */
  bondedWith?: Int64[] | null
  /**
   * Up to 5 https addresses of videos.
   */
  videos?: string[] | null
  /**
   * The animal's id in another system. At most 255 characters.
   */
  externalId?: string | null
  /**
   * The microchip number.
   */
  microchip?: string | null
  /**
   * When the animal arrived at its shelter.
   */
  intakeDate?: string | null
}
/**
 * Profiles to update.
 */
export type ProfileBatch = {
  profiles: BatchedProfile[]
  /**
   * Updates all profiles or none. If any is not valid, the response is 400 and lists every issue.
   */
  atomic?: boolean
}
/**
 * The result for each profile of a batch.
 */
export type ProfileBatchResults = {
  results: {
    /**
     * 200, or the status of `error`.
     */
    status: number
    profile?: Profile
    error?: Error
  }[]
}
/**
 * An entry of an animal's history.
 */
export type HistoryEntry = {
  /**
   * Identifier of the entry.
   */
  id: Int64
  /**
   * When it happened. For an entry with several changes, the time of the last one.
   */
  time: string
  /**
   * Who did it; absent if unknown.
   */
  actor?: {
    /**
     * A person, an API key, the command line, or the service itself and applicants.
     */
    type: 'user' | 'key' | 'cli' | 'system'
    /**
     * The name of the user or the key at that time; absent if it belongs to another account.
     */
    name?: string
  }
  action: HistoryAction
  /**
   * The names of the changed fields. Their values are not recorded.
   */
  fields?: string[]
  /**
   * The new status of the animal, the order or the application.
   */
  status?: string
  /**
   * The order that it is about. For `unpublished`: the order whose return unpublished the animal.
   */
  orderId?: Int64
  /**
   * The application that it is about.
   */
  applicationId?: Int64
}
/**
 * A note to add.
 */
export type NewNote = {
  /**
   * Plain text of 1 to 4,000 characters.
   */
  text: string
}
/**
 * A note of the staff about an animal. It is never public.
 */
export type Note = {
  /**
   * Assigned by the store.
   */
  id: Int64
  /**
   * The animal.
   */
  petId: Int64
  /**
   * Plain text of 1 to 4,000 characters.
   */
  text: string
  /**
   * The author of the note.
   */
  author: {
    /**
     * A person or an API key.
     */
    type: 'user' | 'key' | 'cli' | 'system'
    /**
     * The name of the user or the key at that time; absent if it belongs to another account.
     */
    name?: string
  }
  /**
   * When it was written (RFC 3339, UTC).
   */
  createdAt: string
}
/**
 * A photo of an animal, upright and without metadata.
 */
export type Photo = {
  /**
   * Assigned by the store.
   */
  id: Int64
  /**
   * The animal.
   */
  petId: Int64
  /**
   * What the photo shows, for people who cannot see it.
   */
  alt?: string
  /**
   * The point to keep in view where the photo is cropped.
   */
  focus?: {
    /**
     * From left (0) to right (1).
     */
    x: number
    /**
     * From top (0) to bottom (1).
     */
    y: number
  }
  /**
   * Width of the upright original, in pixels.
   */
  width: number
  /**
   * Height of the upright original, in pixels.
   */
  height: number
  /**
   * A thumbhash in Base64, to show while the photo loads.
   */
  placeholder: string
  /**
   * In widths of 320, 640, 1280 and 2048 pixels, each as WebP and JPEG. Photos are never enlarged: a narrower photo has its own width instead.
   *
   * Items: One rendering of the photo.
   */
  variants: {
    /**
     * In pixels.
     */
    width: number
    /**
     * In pixels.
     */
    height: number
    format: 'webp' | 'jpeg'
    /**
     * The public URL of the file, which never changes. In events it is a path on this server.
     */
    url: string
    /**
     * Size of the file.
     */
    bytes: number
  }[]
  /**
   * When it was added (RFC 3339, UTC).
   */
  createdAt: string
}
/**
 * The photos of an animal.
 */
export type PetPhotos = {
  /**
   * The animal.
   */
  petId: Int64
  /**
   * All of its photos, in order.
   */
  photos: Photo[]
}
/**
 * Changes to a photo (RFC 7396).
 */
export type PhotoPatch = {
  /**
   * What the photo shows. At most 1,000 characters. `null` removes it.
   */
  alt?: string | null
  /**
   * The point to keep in view. `null` removes it.
   */
  focus?: {
    /**
     * From left (0) to right (1).
     */
    x: number
    /**
     * From top (0) to bottom (1).
     */
    y: number
  } | null
}
/**
 * By how much to rotate a photo.
 */
export type PhotoRotation = {
  /**
   * Clockwise, from how the photo is shown now.
   */
  degrees: 90 | 180 | 270
}
/**
 * The public details of an account.
 */
export type Organization = {
  /**
   * Identifier of the account.
   */
  id: Int64
  /**
   * Public name.
   */
  name: string
  /**
   * Public email address.
   */
  email?: string
  /**
   * Public telephone number.
   */
  phone?: string
  /**
   * Postal address.
   */
  address: {
    /**
     * Street and number.
     */
    street?: string
    /**
     * City.
     */
    city?: string
    /**
     * State or region.
     */
    state?: string
    /**
     * Postcode.
     */
    postcode?: string
    /**
     * ISO 3166-1 alpha-2 code.
     */
    country?: string
  }
  /**
   * The location of its animals (WGS 84). Distances are measured from there.
   */
  location?: {
    /**
     * Latitude.
     */
    lat: number
    /**
     * Longitude.
     */
    lng: number
  }
  /**
   * Website.
   */
  website?: string
  /**
   * Adoption policy in Markdown, stored exactly as sent. At most 10,000 characters.
   */
  policy?: string
}
/**
 * The public details of an account. Omitted fields are removed.
 */
export type NewOrganization = {
  /**
   * Public name.
   */
  name: string
  /**
   * Public email address.
   */
  email?: string
  /**
   * Public telephone number.
   */
  phone?: string
  /**
   * Postal address.
   */
  address?: {
    /**
     * Street and number.
     */
    street?: string
    /**
     * City.
     */
    city?: string
    /**
     * State or region.
     */
    state?: string
    /**
     * Postcode.
     */
    postcode?: string
    /**
     * ISO 3166-1 alpha-2 code.
     */
    country?: string
  }
  /**
   * The location of its animals (WGS 84). Distances are measured from there.
   */
  location?: {
    /**
     * Latitude.
     */
    lat: number
    /**
     * Longitude.
     */
    lng: number
  }
  /**
   * Website.
   */
  website?: string
  /**
   * Adoption policy in Markdown, stored exactly as sent. At most 10,000 characters.
   */
  policy?: string
}
/**
 * Number of animals by status.
 */
export type PetCounts = {
  available: number
  pending: number
  sold: number
}
/**
 * A category of animals.
 */
export type Category = {
  /**
   * The `categoryId` of its animals.
   */
  id: Int64
  /**
   * The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
   */
  name?: string
  petCounts: PetCounts
}
/**
 * A name for a category.
 */
export type NewCategory = {
  /**
   * The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
   */
  name: string
}
/**
 * Changes to a category.
 */
export type CategoryPatch = {
  /**
   * The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
   */
  name?: string
}
/**
 * A species and the category for its animals.
 */
export type SpeciesCategory = {
  /**
   * The species.
   */
  species:
    | 'dog'
    | 'cat'
    | 'rabbit'
    | 'smallFurry'
    | 'bird'
    | 'horse'
    | 'reptile'
    | 'fish'
    | 'barnyard'
    | 'other'
  /**
   * Its category.
   */
  categoryId: Int64
  /**
   * The name of the category.
   */
  name: string
}
/**
 * An animal with the details that its owner sees in a list.
 */
export type Animal = {
  /**
   * The animal.
   */
  id: Int64
  /**
   * The name of the animal.
   */
  name: string
  status: PetStatus
  /**
   * Identifier of its category.
   */
  categoryId: Int64
  /**
   * Whether the animal is listed publicly. Requires `species`.
   */
  published: boolean
  /**
   * The species. Required to publish.
   */
  species: Species | null
  /**
   * Breeds.
   */
  breeds: {
    /**
     * The main breed. At most 100 characters.
     */
    primary: string | null
    /**
     * Another breed. At most 100 characters.
     */
    secondary: string | null
    /**
     * Whether the animal is a mix.
     */
    mixed: boolean | null
  }
  /**
   * Sex.
   */
  sex: Sex | null
  /**
   * Size when fully grown.
   */
  size: Size | null
  /**
   * Date of birth, exact or estimated.
   */
  birthDate: string | null
  /**
   * The current age; `null` if unknown.
   */
  age: {
    /**
     * Whole months since `birthDate`.
     */
    months: number | null
    /**
     * Under 1 year, under 3, under 8, and 8 years and over.
     */
    band: AgeBand | null
  }
  /**
   * Up to 20 tags.
   */
  tags: string[] | null
  /**
   * Whom the animal is good with.
   */
  goodWith: {
    /**
     * Whether the animal is good with children.
     */
    children: boolean | null
    /**
     * Whether the animal is good with dogs.
     */
    dogs: boolean | null
    /**
     * Whether the animal is good with cats.
     */
    cats: boolean | null
  }
  /**
   * The first photo in the smallest size; `null` if there is none.
   */
  photo: {
    /**
     * Assigned by the store.
     */
    id: Int64
    /**
     * What the photo shows, for people who cannot see it.
     */
    alt?: string
    /**
     * The point to keep in view where the photo is cropped.
     */
    focus?: {
      /**
       * From left (0) to right (1).
       */
      x: number
      /**
       * From top (0) to bottom (1).
       */
      y: number
    }
    /**
     * A thumbhash in Base64, to show while the photo loads.
     */
    placeholder: string
    /**
     * In pixels.
     */
    width: number
    /**
     * In pixels.
     */
    height: number
    format: 'webp' | 'jpeg'
    /**
     * The public URL of the file, which never changes. In events it is a path on this server.
     */
    url: string
  } | null
  /**
   * The day since which it has waited for a home: the `intakeDate` of its profile, or the day on which it was added; for a returned animal, the day of the return. `null` for adopted animals.
   */
  waitingSince: string | null
  /**
   * When the animal, its profile or its photos last changed; `null` if unknown.
   */
  updatedAt: string | null
  /**
   * Applications for it that are open. Absent without `applications:read`.
   */
  openApplications?: number
  /**
   * The account that the animal belongs to. Only for staff and keys with `admin`.
   */
  accountId?: Int64
  profile?: Profile
  /**
   * All of its photos, in order. Only with `include=photos`.
   */
  photos?: Photo[]
}
/**
 * Number of animals that match, by status.
 */
export type AnimalCounts = {
  /**
   * Animals that match.
   */
  total: number
  /**
   * `false` if more than 100,000 match. Each number is then a lower bound.
   */
  isExact: boolean
  /**
   * Animals by status.
   */
  status: {
    /**
     * Number of animals.
     */
    available: number
    /**
     * Number of animals.
     */
    pending: number
    /**
     * Number of animals.
     */
    sold: number
  }
  /**
   * Animals whose profile is not published, by status.
   */
  unpublished: {
    /**
     * Number of animals.
     */
    available: number
    /**
     * Number of animals.
     */
    pending: number
    /**
     * Number of animals.
     */
    sold: number
  }
  /**
   * Animals without a photo, by status.
   */
  withoutPhoto: {
    /**
     * Number of animals.
     */
    available: number
    /**
     * Number of animals.
     */
    pending: number
    /**
     * Number of animals.
     */
    sold: number
  }
}
/**
 * The breeds and tags that animals have.
 */
export type AnimalFacets = {
  /**
   * First and second breeds, the most frequent first; 100 at most.
   */
  breeds: {
    /**
     * The value to pass to the filter.
     */
    value: string
    /**
     * Number of animals.
     */
    count: number
  }[]
  /**
   * Tags, the most frequent first; 100 at most.
   */
  tags: {
    /**
     * The value to pass to the filter.
     */
    value: string
    /**
     * Number of animals.
     */
    count: number
  }[]
}
/**
 * Kennel cards, ready to print.
 */
export type KennelCards = {
  /**
   * Title of the file, as plain text.
   */
  title: string
  /**
   * Language of the title, and of the cards if you chose one.
   */
  language: 'en' | 'es' | 'de' | 'fr' | 'it' | 'nl' | 'pt'
  /**
   * The cards as one HTML file, two on a sheet of A4 or Letter. It contains its style, is safe to show, and loads photos and fonts from this server by paths.
   */
  html: string
  /**
   * The cards in the file, in order.
   */
  cards: {
    /**
     * The animal.
     */
    petId: Int64
    /**
     * Where the QR code leads. `null` if the card has none, because the animal is not published or is adopted.
     */
    url: string | null
  }[]
}
/**
 * A published animal.
 */
export type Listing = {
  /**
   * The animal.
   */
  id: Int64
  /**
   * The name of the animal.
   */
  name: string
  status: PetStatus
  /**
   * Identifier of its category.
   */
  categoryId: Int64
  /**
   * The current age; `null` if unknown.
   */
  age: {
    /**
     * Whole months since `birthDate`.
     */
    months: number | null
    /**
     * Under 1 year, under 3, under 8, and 8 years and over.
     */
    band: AgeBand | null
  }
  /**
   * The animal.
   */
  petId: Int64
  /**
   * Whether the animal is listed publicly. Requires `species`.
   */
  published: boolean
  /**
   * When it was published (RFC 3339, UTC); `null` for a draft.
   */
  publishedAt: string | null
  /**
   * The species. Required to publish.
   */
  species: Species | null
  /**
   * Breeds.
   */
  breeds: {
    /**
     * The main breed. At most 100 characters.
     */
    primary: string | null
    /**
     * Another breed. At most 100 characters.
     */
    secondary: string | null
    /**
     * Whether the animal is a mix.
     */
    mixed: boolean | null
  }
  /**
   * Date of birth, exact or estimated.
   */
  birthDate: string | null
  /**
   * Whether `birthDate` is exact.
   */
  birthDateExact: boolean | null
  /**
   * Sex.
   */
  sex: Sex | null
  /**
   * Size when fully grown.
   */
  size: Size | null
  /**
   * Weight in grams.
   */
  weightGrams: number | null
  /**
   * Length or kind of coat.
   */
  coat: Coat | null
  /**
   * Up to 3 colors, the main one first.
   */
  colors: string[] | null
  /**
   * Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters.
   */
  description: string | null
  /**
   * Up to 20 tags.
   */
  tags: string[] | null
  /**
   * Whether the animal is house-trained.
   */
  houseTrained: boolean | null
  /**
   * Whether the animal is spayed or neutered.
   */
  spayedNeutered: boolean | null
  /**
   * Whether the animal is vaccinated.
   */
  vaccinated: boolean | null
  /**
   * Whether the animal is declawed.
   */
  declawed: boolean | null
  /**
   * Special needs that an adopter must know of. At most 1,000 characters.
   */
  specialNeeds: string | null
  /**
   * Whom the animal is good with.
   */
  goodWith: {
    /**
     * Whether the animal is good with children.
     */
    children: boolean | null
    /**
     * Whether the animal is good with dogs.
     */
    dogs: boolean | null
    /**
     * Whether the animal is good with cats.
     */
    cats: boolean | null
  }
  /**
   * The adoption fee.
   */
  fee: {
    /**
     * In the minor unit of the currency, such as cents.
     */
    amount: number
    /**
     * ISO 4217 code.
     */
    currency: string
  } | null
  /**
   * Animals to be adopted together with this one: up to 10 others of the same account. Each of them names this one too: a bond that is written or removed here is written or removed there.
   */
  bondedWith: Int64[] | null
  /**
   * Up to 5 https addresses of videos.
   */
  videos: string[] | null
  /**
   * When it last changed; `null` if it was never written.
   */
  updatedAt: string | null
  /**
   * The photos in order.
   */
  photos: Photo[]
  /**
   * The account that the animal belongs to.
   */
  organization: {
    /**
     * Identifier of the organization.
     */
    id: Int64
    /**
     * The name of its organization; `null` if it has no public details.
     */
    name: string | null
    /**
     * Its city.
     */
    city: string | null
    /**
     * Its country (ISO 3166-1).
     */
    country: string | null
  }
  /**
   * The API URL of this listing, which needs a key.
   */
  url: string
  /**
   * The URL of its page on the adoption site, for visitors. Absent if the site is off or does not show the animal.
   */
  page?: string
  /**
   * The URL of the form to apply for it. Absent if it has no page or was adopted.
   */
  applyUrl?: string
  /**
   * Distance of its organization from `near`, if both places are known.
   */
  distanceKm?: number
}
/**
 * Number of matching listings by value. Unknown values are not counted.
 */
export type ListingFacets = {
  /**
   * Listings by species.
   */
  species: {
    [k: string]: number
  }
  /**
   * Listings by sex.
   */
  sex: {
    [k: string]: number
  }
  /**
   * Listings by size.
   */
  size: {
    [k: string]: number
  }
  /**
   * Listings by age band.
   */
  age: {
    [k: string]: number
  }
  /**
   * Listings of animals that are known to be good with each.
   */
  goodWith: {
    [k: string]: number
  }
}
/**
 * The adopter.
 */
export type Customer = {
  /**
   * Name of the customer.
   */
  name: string
  /**
   * An email address.
   */
  email: string
  /**
   * A telephone number.
   */
  phone?: string
}
/**
 * An order to place.
 */
export type NewOrder = {
  /**
   * The animal.
   */
  petId: Int64
  customer: Customer
  /**
   * A note, at most 1,000 characters.
   */
  note?: string
  /**
   * The amount that the adopter pays. Only for an animal of your own account.
   */
  fee?: {
    /**
     * In the minor unit of the currency, such as cents.
     */
    amount: number
    /**
     * ISO 4217 code.
     */
    currency: string
  }
}
/**
 * Changes to an order (RFC 7396). `null` removes a field.
 */
export type OrderPatch = {
  status?: OrderStatus
  note?: string | null
  fee?: {
    /**
     * In the minor unit of the currency, such as cents.
     */
    amount: number
    /**
     * ISO 4217 code.
     */
    currency: string
  } | null
  returnReason?: string | null
}
/**
 * Identifies the contract stored at the hand-over. It remains when the contract itself is erased.
 */
export type SignedContract = {
  /**
   * The SHA-256 of the contract as HTML (UTF-8), in hexadecimal.
   */
  sha256: string
  /**
   * When the animal was handed over.
   */
  signedAt: string
  /**
   * When the template was last changed, or the version of the default text.
   */
  templateVersion: string
}
/**
 * An order for an animal. `customer`, `note` and `returnReason` are absent once erased, and without `orders:read`.
 */
export type Order = {
  id: Int64
  /**
   * The animal.
   */
  petId: Int64
  status: OrderStatus
  /**
   * The adopter.
   */
  customer?: {
    /**
     * Name of the customer.
     */
    name: string
    /**
     * An email address.
     */
    email: string
    /**
     * A telephone number.
     */
    phone?: string
  }
  /**
   * A note, at most 1,000 characters.
   */
  note?: string
  /**
   * The application whose approval placed it.
   */
  applicationId?: Int64
  /**
   * The amount that the adopter pays.
   */
  fee?: {
    /**
     * In the minor unit of the currency, such as cents.
     */
    amount: number
    /**
     * ISO 4217 code.
     */
    currency: string
  }
  /**
   * Why the animal came back, at most 1,000 characters.
   */
  returnReason?: string
  /**
   * The return unpublished the animal. Publish it again when somebody has checked on it.
   */
  petUnpublished?: true
  contract?: SignedContract
  /**
   * When it expires, while it is placed.
   */
  expiresAt?: string
  /**
   * When it was placed (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * When it last changed.
   */
  updatedAt: string
}
/**
 * The template of a document.
 */
export type NewDocumentTemplate = {
  /**
   * Heading of the document. It may contain placeholders.
   */
  title: string
  /**
   * Markdown with placeholders such as `{{adopter.name}}`. At most 10,000 characters and 100 placeholders.
   */
  text: string
}
/**
 * The templates of an account. An omitted template is reset to the default.
 */
export type NewDocumentTemplates = {
  contract?: NewDocumentTemplate
  returnSlip?: NewDocumentTemplate
}
/**
 * The template of a document.
 */
export type DocumentTemplate = {
  /**
   * Heading of the document.
   */
  title: string
  /**
   * Markdown with placeholders.
   */
  text: string
  /**
   * Whether it is the default template.
   */
  isDefault: boolean
}
/**
 * The templates of an account.
 */
export type DocumentTemplates = {
  /**
   * Identifier of the account.
   */
  accountId: Int64
  contract: DocumentTemplate
  returnSlip: DocumentTemplate
  /**
   * The placeholders that a template may contain.
   */
  placeholders: Placeholder[]
}
/**
 * A template to preview before it is saved.
 */
export type TemplatePreview = {
  kind: DocumentKind
  /**
   * Heading of the document. It may contain placeholders.
   */
  title: string
  /**
   * Markdown with placeholders such as `{{adopter.name}}`. At most 10,000 characters and 100 placeholders.
   */
  text: string
}
/**
 * A document, ready to print.
 */
export type PrintedDocument = {
  kind: DocumentKind
  /**
   * Heading, as plain text.
   */
  title: string
  /**
   * The whole document as one HTML file of at most 1 MB, with its style, the logo and the photo. It is safe to show. Unknown values are lines to write on.
   */
  html: string
  /**
   * `signed`: the contract stored at the hand-over, which never changes. `draft`: rendered now. `notStored`: also rendered now, because the hand-over was before version 1.3, the first to store contracts.
   */
  state: 'draft' | 'signed' | 'notStored'
  signed?: SignedContract
}
/**
 * One question of a form.
 */
export type Question = {
  /**
   * Identifies the answer. Keep the id when only the wording changes.
   */
  id: string
  /**
   * The question. At most 500 characters.
   */
  label: string
  kind: QuestionKind
  /**
   * Whether an answer is required.
   */
  required: boolean
  /**
   * For `choice` and `choices`: the options.
   *
   * Items: One of the answers. At most 200 characters.
   */
  options?: string[]
  /**
   * Shown below the question. At most 1,000 characters.
   */
  help?: string
}
/**
 * A question to ask.
 */
export type NewQuestion = {
  /**
   * Identifies the answer. Keep the id when only the wording changes.
   */
  id: string
  /**
   * The question. At most 500 characters.
   */
  label: string
  kind: QuestionKind
  /**
   * Whether an answer is required.
   */
  required?: boolean
  /**
   * For `choice` and `choices`: the options.
   *
   * Items: One of the answers. At most 200 characters.
   */
  options?: string[]
  /**
   * Shown below the question. At most 1,000 characters.
   */
  help?: string
}
/**
 * A form. Besides its questions, each form asks for the applicant's name and contact details.
 */
export type NewForm = {
  /**
   * The name of the form.
   */
  name?: string
  /**
   * The questions, in order.
   */
  questions: NewQuestion[]
  state?: FormState
  /**
   * The species that the form is for; an empty list for all. The public form of an animal is the newest form in use for its species.
   */
  species?: (
    | 'dog'
    | 'cat'
    | 'rabbit'
    | 'smallFurry'
    | 'bird'
    | 'horse'
    | 'reptile'
    | 'fish'
    | 'barnyard'
    | 'other'
  )[]
}
/**
 * A form for applications.
 */
export type Form = {
  /**
   * Identifier of the form.
   */
  id: Int64
  /**
   * The account it belongs to; absent for a form shared by all accounts.
   */
  accountId?: Int64
  /**
   * The name of the form.
   */
  name?: string
  /**
   * The version number. The last 100 versions are stored, and every version that has applications.
   */
  version: number
  questions: Question[]
  state: FormState
  /**
   * The species that the form is for; absent if it is for all.
   */
  species?: (
    | 'dog'
    | 'cat'
    | 'rabbit'
    | 'smallFurry'
    | 'bird'
    | 'horse'
    | 'reptile'
    | 'fish'
    | 'barnyard'
    | 'other'
  )[]
  /**
   * When the form was created (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * When this version was created.
   */
  updatedAt: string
}
/**
 * The applicant.
 */
export type Applicant = {
  /**
   * Name of the applicant.
   */
  name: string
  /**
   * Email address.
   */
  email: string
  /**
   * Telephone number.
   */
  phone?: string
}
/**
 * The answers, by the `id` of their question.
 */
export type Answers = {
  [k: string]: string | number | boolean | string[]
}
/**
 * An application for an animal or, without `petId`, for any animal.
 */
export type NewApplication = {
  /**
   * The animal.
   */
  petId?: Int64
  /**
   * The form that it answers.
   */
  formId: Int64
  applicant: Applicant
  answers: Answers
}
/**
 * A received application.
 */
export type SubmittedApplication = {
  /**
   * Identifier of the application.
   */
  id: Int64
  status: ApplicationStatus
  /**
   * A secret link where the applicant can follow and withdraw the application. Absent from a replay once the applicant is erased.
   */
  statusUrl?: string
  /**
   * `held` if the email waits, because staff have not accepted the account yet or because of a limit. Otherwise absent.
   */
  mailStatus?: 'pending' | 'sent' | 'failed' | 'manual' | 'skipped' | 'held'
}
/**
 * An application. `applicant`, `answers` and `note` are absent once erased, and without `applications:read`; `questions`, `answers` and `note` are not in lists.
 */
export type Application = {
  /**
   * Identifier of the application.
   */
  id: Int64
  /**
   * The animal.
   */
  petId?: Int64
  /**
   * The form that it answers.
   */
  formId: Int64
  /**
   * The version of the form that it answers.
   */
  formVersion: number
  status: ApplicationStatus
  /**
   * The applicant.
   */
  applicant?: {
    /**
     * Name of the applicant.
     */
    name: string
    /**
     * Email address.
     */
    email: string
    /**
     * Telephone number.
     */
    phone?: string
  }
  /**
   * The questions as they were when the application was sent.
   */
  questions?: Question[]
  /**
   * The answers, by the `id` of their question.
   */
  answers?: {
    [k: string]: string | number | boolean | string[]
  }
  /**
   * A note by staff, at most 10,000 characters.
   */
  note?: string
  /**
   * The user it is assigned to.
   */
  assigneeId?: Int64
  /**
   * The order placed by its approval.
   */
  orderId?: Int64
  /**
   * When it was sent (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * When it last changed.
   */
  updatedAt: string
  /**
   * When it was approved, declined or withdrawn.
   */
  closedAt?: string
}
/**
 * The progress of an application, without any data of the applicant.
 */
export type ApplicationProgress = {
  /**
   * Identifier of the application.
   */
  id: Int64
  /**
   * The animal.
   */
  petId?: Int64
  /**
   * The form that it answers.
   */
  formId: Int64
  status: ApplicationStatus
  /**
   * The user it is assigned to.
   */
  assigneeId?: Int64
  /**
   * The order placed by its approval.
   */
  orderId?: Int64
  /**
   * When it was sent (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * When it last changed.
   */
  updatedAt: string
  /**
   * When it was approved, declined or withdrawn.
   */
  closedAt?: string
}
/**
 * Changes to an application (RFC 7396). `null` removes a field.
 */
export type ApplicationPatch = {
  status?: ApplicationStatus
  /**
   * The user it is assigned to.
   */
  assigneeId?: Int64 | null
  note?: string | null
}
/**
 * Options of an approval.
 */
export type Approval = {
  /**
   * Whether all other open applications for the animal are declined.
   */
  closeOthers?: boolean
  /**
   * The amount that the adopter pays.
   */
  fee?: {
    /**
     * In the minor unit of the currency, such as cents.
     */
    amount: number
    /**
     * ISO 4217 code.
     */
    currency: string
  }
}
/**
 * All data that an account has about an applicant, matched by email address.
 */
export type ApplicantExport = {
  /**
   * When it was exported (RFC 3339, UTC).
   */
  exportedAt: string
  /**
   * The applicant.
   */
  applicant?: {
    /**
     * Name of the applicant.
     */
    name: string
    /**
     * Email address.
     */
    email: string
    /**
     * Telephone number.
     */
    phone?: string
  }
  applications: Application[]
  orders: Order[]
  /**
   * Stored mail to the person about these applications.
   */
  mails: {
    /**
     * Identifier of the mail.
     */
    id: Int64
    /**
     * The kind of mail: `invitation`, `passwordLink`, `passwordReset`, `passwordChanged`, `signUp`, `newAccount`, `applicationReceived`, `applicationChanged`, `newApplication`, `newApplications`, `deprecation`. More kinds may be added.
     */
    kind: string
    status: MailStatus
    /**
     * The subject. Absent if the mail is written only when it is sent.
     */
    subject?: string
    /**
     * When it was written (RFC 3339, UTC).
     */
    createdAt: string
    /**
     * When the mail server accepted it.
     */
    sentAt?: string
  }[]
  /**
   * `false` if there are more than 200 applications, orders or mails. The lists contain the newest.
   */
  isComplete: boolean
}
/**
 * The subject and text of a mail to applicants.
 */
export type NewMailTemplate = {
  /**
   * The subject. It may contain placeholders.
   */
  subject: string
  /**
   * Plain text with placeholders such as `{{greeting}}`; blank lines separate paragraphs. It may have no link but `{{organization.website}}`. The link to the application and your organization's name follow it.
   */
  text: string
}
/**
 * The subject and text of a mail to applicants.
 */
export type MailTemplate = {
  kind: MailTemplateKind
  language: MailLanguage
  /**
   * The subject, with placeholders.
   */
  subject: string
  /**
   * Plain text with placeholders.
   */
  text: string
  /**
   * Whether it is the default template.
   */
  isDefault: boolean
}
/**
 * The mail templates of an account.
 */
export type MailTemplates = {
  /**
   * Identifier of the account.
   */
  accountId: Int64
  /**
   * The templates of every kind, by language.
   */
  templates: MailTemplate[]
  /**
   * The placeholders that a template may contain.
   */
  placeholders: MailPlaceholder[]
}
/**
 * A template to preview before it is saved.
 */
export type MailTemplatePreview = {
  kind: MailTemplateKind
  language: MailLanguage
  /**
   * The subject. It may contain placeholders.
   */
  subject: string
  /**
   * Plain text with placeholders such as `{{greeting}}`; blank lines separate paragraphs. It may have no link but `{{organization.website}}`. The link to the application and your organization's name follow it.
   */
  text: string
}
/**
 * A mail with sample data.
 */
export type PreviewedMail = {
  /**
   * The subject.
   */
  subject: string
  /**
   * The whole text as the applicant gets it.
   */
  text: string
}
/**
 * Adoptions, returns and length of stay, by month and species.
 */
export type AdoptionReport = {
  /**
   * The first day.
   */
  from: string
  /**
   * The last day.
   */
  to: string
  /**
   * The totals of the period.
   */
  total: {
    /**
     * Adopted animals.
     */
    adoptions: number
    /**
     * Returned animals, regardless of when they were adopted.
     */
    returns: number
    /**
     * How many days the adopted animals waited.
     */
    stayDays: {
      /**
       * The median; `null` if no stay is known.
       */
      median: number | null
      /**
       * The mean; `null` if no stay is known.
       */
      mean: number | null
      /**
       * The number of adoptions whose stay is known.
       */
      known: number
    }
  }
  /**
   * Each month of the period, including those without adoptions.
   */
  months: {
    /**
     * The month, in UTC.
     */
    month: string
    /**
     * Adopted animals.
     */
    adoptions: number
    /**
     * Returned animals, regardless of when they were adopted.
     */
    returns: number
    /**
     * How many days the adopted animals waited.
     */
    stayDays: {
      /**
       * The median; `null` if no stay is known.
       */
      median: number | null
      /**
       * The mean; `null` if no stay is known.
       */
      mean: number | null
      /**
       * The number of adoptions whose stay is known.
       */
      known: number
    }
  }[]
  /**
   * Each species with an adoption or a return.
   */
  species: {
    /**
     * The species; `null` if unknown.
     */
    species: Species | null
    /**
     * Adopted animals.
     */
    adoptions: number
    /**
     * Returned animals, regardless of when they were adopted.
     */
    returns: number
    /**
     * How many days the adopted animals waited.
     */
    stayDays: {
      /**
       * The median; `null` if no stay is known.
       */
      median: number | null
      /**
       * The mean; `null` if no stay is known.
       */
      mean: number | null
      /**
       * The number of adoptions whose stay is known.
       */
      known: number
    }
  }[]
  /**
   * By month and species, as in the CSV.
   */
  rows: {
    /**
     * The month, in UTC.
     */
    month: string
    /**
     * The species; `null` if unknown.
     */
    species: Species | null
    /**
     * Adopted animals.
     */
    adoptions: number
    /**
     * Returned animals, regardless of when they were adopted.
     */
    returns: number
    /**
     * How many days the adopted animals waited.
     */
    stayDays: {
      /**
       * The median; `null` if no stay is known.
       */
      median: number | null
      /**
       * The mean; `null` if no stay is known.
       */
      mean: number | null
      /**
       * The number of adoptions whose stay is known.
       */
      known: number
    }
  }[]
}
/**
 * A person who has applied or ordered, identified by email address, ignoring case.
 */
export type Person = {
  /**
   * Identifies the person for as long as any of their data is stored. Opaque.
   */
  id: string
  /**
   * Name in the newest application or order.
   */
  name: string
  /**
   * The email address as written there.
   */
  email: string
  /**
   * Telephone number, if it has one.
   */
  phone?: string
  /**
   * Number of applications.
   */
  applicationCount: number
  /**
   * Number of orders.
   */
  orderCount: number
  /**
   * When the first application was sent or order placed (RFC 3339, UTC).
   */
  firstSeenAt: string
  /**
   * When the last application was sent or order placed.
   */
  lastSeenAt: string
}
/**
 * A person with all applications and orders.
 */
export type PersonDetails = {
  /**
   * Identifies the person for as long as any of their data is stored. Opaque.
   */
  id: string
  /**
   * Name in the newest application or order.
   */
  name: string
  /**
   * The email address as written there.
   */
  email: string
  /**
   * Telephone number, if it has one.
   */
  phone?: string
  /**
   * The names that the person has given, newest first, at most 10.
   */
  names: string[]
  /**
   * Newest first, at most 200.
   */
  applications: {
    /**
     * Identifier of the application.
     */
    id: Int64
    /**
     * The animal.
     */
    petId?: Int64
    /**
     * The name of the animal; absent if it was removed, and without `pets:read`.
     */
    petName?: string
    status: ApplicationStatus
    /**
     * When it was sent.
     */
    createdAt: string
    /**
     * When it last changed.
     */
    updatedAt: string
    /**
     * When it was approved, declined or withdrawn.
     */
    closedAt?: string
  }[]
  /**
   * Newest first, at most 200.
   */
  orders: {
    /**
     * Identifier of the order.
     */
    id: Int64
    /**
     * The animal.
     */
    petId: Int64
    /**
     * The name of the animal; absent if it was removed, and without `pets:read`.
     */
    petName?: string
    status: OrderStatus
    /**
     * The application whose approval placed it.
     */
    applicationId?: Int64
    /**
     * The amount that the adopter pays.
     */
    fee?: {
      /**
       * In the minor unit of the currency, such as cents.
       */
      amount: number
      /**
       * ISO 4217 code.
       */
      currency: string
    }
    /**
     * Why the animal came back.
     */
    returnReason?: string
    /**
     * When it was placed.
     */
    createdAt: string
    /**
     * When it last changed.
     */
    updatedAt: string
  }[]
  /**
   * Whether the lists contain all applications and orders.
   */
  isComplete: boolean
  /**
   * When the first application was sent or order placed (RFC 3339, UTC).
   */
  firstSeenAt: string
  /**
   * When the last application was sent or order placed.
   */
  lastSeenAt: string
}
/**
 * The result of erasing a person.
 */
export type ErasedPerson = {
  /**
   * Number of applications whose applicant was erased.
   */
  applications: number
  /**
   * Number of orders whose customer was erased.
   */
  orders: number
  /**
   * Orders that you placed for animals of other accounts, at most 200. Only those accounts can erase their customers.
   *
   * Items: Identifier of an order.
   */
  remainingOrders: Int64[]
  /**
   * Animals whose notes contain the person's email address, at most 200. Notes are not erased: read them, and delete those that should go.
   *
   * Items: Identifier of an animal.
   */
  notedPets: Int64[]
}
/**
 * A URL that events are sent to.
 */
export type Webhook = {
  /**
   * Identifier of the webhook.
   */
  id: Int64
  /**
   * The account that it belongs to. Only in a list of all accounts.
   */
  accountId?: Int64
  /**
   * The URL that events are sent to: `http` or `https`, with a public address, without credentials or fragment.
   */
  url: string
  /**
   * The event types to send. Order events require `orders:read`, those of applications `applications:read`.
   */
  types: (
    | 'pet.created'
    | 'pet.updated'
    | 'pet.deleted'
    | 'pet.profileUpdated'
    | 'pet.photosUpdated'
    | 'listing.published'
    | 'listing.unpublished'
    | 'order.placed'
    | 'order.updated'
    | 'application.submitted'
    | 'application.updated'
    | 'category.updated'
    | 'key.banned'
    | 'webhook.disabled'
  )[]
  /**
   * Whether events are sent. A webhook that fails for 5 days is disabled.
   */
  enabled: boolean
  /**
   * `working`; `failing`: it is enabled, but every attempt since `failingSince` has failed; `paused`: it is enabled, but nothing is sent because its account is suspended, or because its user or key may not manage webhooks now; `disabled`.
   */
  health: 'working' | 'failing' | 'paused' | 'disabled'
  /**
   * The time since which every attempt has failed.
   */
  failingSince?: string
  /**
   * Set if events were removed, at the end of their retention, before they were sent: events of its types from `from` through `through` are missing. Enabling the webhook again clears it.
   */
  behind?: {
    /**
     * The first event that was not sent.
     */
    from: string
    /**
     * The last event that was not sent.
     */
    through: string
  }
  /**
   * When it was disabled.
   */
  disabledAt?: string
  /**
   * Why it is disabled: by a request, because it failed for 5 days, or because its key has ended.
   */
  disabledReason?: 'requested' | 'failing' | 'keyEnded'
  /**
   * When it was created (RFC 3339, UTC).
   */
  createdAt: string
}
/**
 * A webhook with its new secret.
 */
export type WebhookWithSecret = {
  /**
   * Identifier of the webhook.
   */
  id: Int64
  /**
   * The account that it belongs to. Only in a list of all accounts.
   */
  accountId?: Int64
  /**
   * The URL that events are sent to: `http` or `https`, with a public address, without credentials or fragment.
   */
  url: string
  /**
   * The event types to send. Order events require `orders:read`, those of applications `applications:read`.
   */
  types: (
    | 'pet.created'
    | 'pet.updated'
    | 'pet.deleted'
    | 'pet.profileUpdated'
    | 'pet.photosUpdated'
    | 'listing.published'
    | 'listing.unpublished'
    | 'order.placed'
    | 'order.updated'
    | 'application.submitted'
    | 'application.updated'
    | 'category.updated'
    | 'key.banned'
    | 'webhook.disabled'
  )[]
  /**
   * Whether events are sent. A webhook that fails for 5 days is disabled.
   */
  enabled: boolean
  /**
   * `working`; `failing`: it is enabled, but every attempt since `failingSince` has failed; `paused`: it is enabled, but nothing is sent because its account is suspended, or because its user or key may not manage webhooks now; `disabled`.
   */
  health: 'working' | 'failing' | 'paused' | 'disabled'
  /**
   * The time since which every attempt has failed.
   */
  failingSince?: string
  /**
   * Set if events were removed, at the end of their retention, before they were sent: events of its types from `from` through `through` are missing. Enabling the webhook again clears it.
   */
  behind?: {
    /**
     * The first event that was not sent.
     */
    from: string
    /**
     * The last event that was not sent.
     */
    through: string
  }
  /**
   * When it was disabled.
   */
  disabledAt?: string
  /**
   * Why it is disabled: by a request, because it failed for 5 days, or because its key has ended.
   */
  disabledReason?: 'requested' | 'failing' | 'keyEnded'
  /**
   * When it was created (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * The secret that signs its deliveries (Standard Webhooks). Absent from a replay for an `Idempotency-Key`.
   */
  secret?: string
}
/**
 * A webhook to create. Without `types`, it receives all events that its key is allowed to read.
 */
export type NewWebhook = {
  /**
   * The URL that events are sent to: `http` or `https`, with a public address, without credentials or fragment.
   */
  url: string
  /**
   * The event types to send. Order events require `orders:read`, those of applications `applications:read`.
   */
  types?: (
    | 'pet.created'
    | 'pet.updated'
    | 'pet.deleted'
    | 'pet.profileUpdated'
    | 'pet.photosUpdated'
    | 'listing.published'
    | 'listing.unpublished'
    | 'order.placed'
    | 'order.updated'
    | 'application.submitted'
    | 'application.updated'
    | 'category.updated'
    | 'key.banned'
    | 'webhook.disabled'
  )[]
}
/**
 * Changes to a webhook (RFC 7396).
 */
export type WebhookPatch = {
  /**
   * The URL that events are sent to: `http` or `https`, with a public address, without credentials or fragment.
   */
  url?: string
  /**
   * The event types to send. Order events require `orders:read`, those of applications `applications:read`.
   */
  types?: (
    | 'pet.created'
    | 'pet.updated'
    | 'pet.deleted'
    | 'pet.profileUpdated'
    | 'pet.photosUpdated'
    | 'listing.published'
    | 'listing.unpublished'
    | 'order.placed'
    | 'order.updated'
    | 'application.submitted'
    | 'application.updated'
    | 'category.updated'
    | 'key.banned'
    | 'webhook.disabled'
  )[]
  /**
   * Whether events are sent. A webhook that fails for 5 days is disabled.
   */
  enabled?: boolean
}
/**
 * The result of a test event.
 */
export type WebhookTest = {
  /**
   * Whether the receiver responded with 2xx in time.
   */
  delivered: boolean
  /**
   * The status code of the response; absent if there was none.
   */
  statusCode?: number
  /**
   * Why there was no response, human-readable; absent if there was one.
   */
  reason?: string
}
/**
 * The delivery of an event to a webhook.
 */
export type Delivery = {
  /**
   * The `webhook-id` of every attempt, which equals `eventId`.
   */
  id: string
  /**
   * The event, as in `GET /v1/events`.
   */
  eventId: string
  /**
   * The type of the event; absent after the event's retention.
   */
  type?: string
  /**
   * `pending` until it succeeds or fails permanently.
   */
  status: 'pending' | 'succeeded' | 'failed'
  /**
   * Number of attempts.
   */
  attempts: number
  /**
   * When it was created (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * When the next attempt is due, while pending.
   */
  nextAttemptAt?: string
  /**
   * When the last attempt began.
   */
  lastAttemptAt?: string
  /**
   * How long the last attempt took, in milliseconds.
   */
  durationMs?: number
  /**
   * Status code of the last response, if there was one.
   */
  lastStatusCode?: number
  /**
   * Why there was no response to the last attempt, human-readable.
   */
  lastError?: string
}
/**
 * A delivery with its payload and response. Both are absent if you may not read such an event (order events require `orders:read`) and after the event's retention. Data erased since the event was sent is not included.
 */
export type DeliveryDetails = {
  /**
   * The `webhook-id` of every attempt, which equals `eventId`.
   */
  id: string
  /**
   * The event, as in `GET /v1/events`.
   */
  eventId: string
  /**
   * The type of the event; absent after the event's retention.
   */
  type?: string
  /**
   * `pending` until it succeeds or fails permanently.
   */
  status: 'pending' | 'succeeded' | 'failed'
  /**
   * Number of attempts.
   */
  attempts: number
  /**
   * When it was created (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * When the next attempt is due, while pending.
   */
  nextAttemptAt?: string
  /**
   * When the last attempt began.
   */
  lastAttemptAt?: string
  /**
   * How long the last attempt took, in milliseconds.
   */
  durationMs?: number
  /**
   * Status code of the last response, if there was one.
   */
  lastStatusCode?: number
  /**
   * Why there was no response to the last attempt, human-readable.
   */
  lastError?: string
  payload?: Event
  /**
   * The first 2 KB of the last response as text. Control characters are shown as `\x00`, and bytes that are not UTF-8 as U+FFFD.
   */
  responseBody?: string
}
/**
 * An animal was added.
 */
export type PetCreatedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'pet.created'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: Pet
}
/**
 * An animal was changed.
 */
export type PetUpdatedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'pet.updated'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: Pet
}
/**
 * An animal was removed.
 */
export type PetDeletedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'pet.deleted'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: {
    /**
     * The animal that was removed.
     */
    id: Int64
  }
}
/**
 * The profile of an animal was changed.
 */
export type PetProfileUpdatedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'pet.profileUpdated'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: PublicProfile
}
/**
 * The photos of an animal were changed.
 */
export type PetPhotosUpdatedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'pet.photosUpdated'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: PetPhotos
}
/**
 * The profile of an animal was published.
 */
export type ListingPublishedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'listing.published'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: PublicProfile
}
/**
 * A published profile became a draft, or its animal was removed.
 */
export type ListingUnpublishedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'listing.unpublished'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: {
    /**
     * The animal that is no longer listed.
     */
    petId: Int64
  }
}
/**
 * An order was placed.
 */
export type OrderPlacedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'order.placed'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: Order
}
/**
 * An order was changed.
 */
export type OrderUpdatedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'order.updated'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: Order
}
/**
 * An application was sent.
 */
export type ApplicationSubmittedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'application.submitted'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: ApplicationProgress
}
/**
 * An application was changed.
 */
export type ApplicationUpdatedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'application.updated'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: ApplicationProgress
}
/**
 * The name of a category changed.
 */
export type CategoryUpdatedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'category.updated'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: {
    /**
     * The `categoryId` of its animals.
     */
    id: Int64
    /**
     * The name of the category; absent if it no longer has one.
     */
    name?: string
    petCounts?: PetCounts
  }
}
/**
 * A key was banned.
 */
export type KeyBannedEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'key.banned'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: Ban
}
/**
 * A temporary ban of a key that kept sending requests after a 429.
 */
export type Ban = {
  /**
   * The banned key.
   */
  keyId: Int64
  /**
   * The account of the key. Its other keys still work.
   */
  accountId: Int64
  /**
   * When it ends (RFC 3339, UTC).
   */
  until: string
  /**
   * The number of consecutive bans. Each is twice as long as the one before.
   */
  level: number
}
/**
 * A webhook was disabled.
 */
export type WebhookDisabledEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'webhook.disabled'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: Webhook
}
/**
 * A request in the request log.
 */
export type RequestEntry = {
  /**
   * The `X-Request-Id` of the response. If you chose an id with characters other than letters, digits and `. _ : + / = -`, this is its SHA-256.
   */
  id: string
  /**
   * When the response began.
   */
  time: string
  method: string
  /**
   * The path of the operation with its ids. Values other than ids are replaced by the name of the parameter in braces. If there is no such operation, only the first two parts of the path.
   */
  path: string
  /**
   * Absent if there is no such operation.
   */
  operationId?: string
  /**
   * The status of the response.
   */
  status: number
  /**
   * The code of the error, if it failed.
   */
  code?: string
  /**
   * The first issues with the request.
   */
  errors?: {
    /**
     * The name of a field in the schema, or `(unknown)`.
     */
    field: string
    code: string
  }[]
  /**
   * Time from the head of the request to the end of the response or, for a stream, to its start.
   */
  durationMs: number
  /**
   * The key that sent it; absent for people.
   */
  keyId?: Int64
  /**
   * The account that sent it. Only staff and keys with `admin` see it.
   */
  accountId?: Int64
  /**
   * The products in its `User-Agent`, without comments.
   */
  userAgent?: string
  /**
   * The window that rejected the request, or else the one with the smallest share left.
   */
  rateLimit?: {
    /**
     * `minute` or `day`.
     */
    window: string
    /**
     * Requests left in it.
     */
    remaining: number
  }
  /**
   * Whether the operation is deprecated; absent if not.
   */
  deprecated?: boolean
  /**
   * The number of requests that the entry represents. From the eleventh failure of a key with the same code in one second, failures are counted in one entry, whose other fields describe the first of them.
   */
  count?: number
}
/**
 * The rate limits of the caller's account.
 */
export type RateLimit = {
  plan: Plan
  windows: {
    /**
     * `minute` or `day`.
     */
    name: string
    /**
     * Requests allowed in the window.
     */
    limit: number
    /**
     * Requests left in it.
     */
    remaining: number
    /**
     * When it resets (RFC 3339).
     */
    resetAt: string
  }[]
  /**
   * Present while this key is banned.
   */
  ban?: {
    until: string
  }
}
/**
 * The caller, as identified by the API key or the session.
 */
export type Me = {
  /**
   * The kind of caller. More kinds may be added.
   */
  type: 'key' | 'user'
  /**
   * Identifier of the key or of the user.
   */
  id: Int64
  /**
   * The name of the key or the user.
   */
  name: string
  kind?: KeyKind
  /**
   * The email address of the user.
   */
  email?: string
  role?: Role
  /**
   * The permissions of the caller.
   */
  scopes: Scope[]
  /**
   * What the user's role permits besides its scopes: deleting animals, erasing customers, exporting. Absent for a key, which can do everything that its scopes allow.
   */
  rights?: ('pets:delete' | 'customers:erase' | 'data:export' | 'documents:write')[]
  /**
   * The account that the caller belongs to. Its keys and members share its limits. Absent for staff, who belong to none, and for a publishable key, which everybody can see.
   */
  account?: {
    id: Int64
    /**
     * The name of the account.
     */
    name: string
    plan: Plan
  }
  shelter?: Shelter
  /**
   * The environment of this server.
   */
  environment: 'production' | 'staging'
  /**
   * When the key expires; absent if never.
   */
  expiresAt?: string
}
/**
 * The shelter that the caller works for: their own account, or for staff the oldest, to which belongs what they add. Absent for a publishable key.
 */
export type Shelter = {
  /**
   * Identifier of its account.
   */
  id: Int64
  /**
   * Its public name; the name of the account until it has public details.
   */
  name: string
  /**
   * The country of its address (ISO 3166-1 alpha-2).
   */
  country?: string
  /**
   * The units of its country, in which pages show values. The API itself has grams and metres.
   */
  units: {
    /**
     * Of animals.
     */
    weight: 'kg' | 'lb'
    distance: 'km' | 'mi'
  }
  /**
   * The time zone (IANA) that most places of its country share; `UTC` if the country is not known.
   */
  timeZone: string
}
/**
 * A user to invite.
 */
export type NewUser = {
  /**
   * Email address; case does not matter.
   */
  email: string
  /**
   * The name of the person.
   */
  name: string
  role: Role
  /**
   * Makes the user a member of this account. If omitted, the user is staff. A member always invites to their own account.
   */
  accountId?: Int64
}
/**
 * Changes to a user (RFC 7396).
 */
export type UserPatch = {
  /**
   * The name of the person.
   */
  name?: string
  role?: Role
  /**
   * `true` ends all sessions at once and prevents sign-in.
   */
  disabled?: boolean
}
/**
 * A person who can sign in: one of the staff, or a member of one account.
 */
export type User = {
  /**
   * Identifier of the user.
   */
  id: Int64
  /**
   * Email address.
   */
  email: string
  /**
   * The name of the person.
   */
  name: string
  role: Role
  /**
   * The account that a member acts for; absent for staff of the store.
   */
  accountId?: Int64
  /**
   * When the user was disabled; absent if not disabled.
   */
  disabledAt?: string
  /**
   * When the user last sent a request, to the minute.
   */
  lastSeenAt?: string
  /**
   * When the user was created (RFC 3339, UTC).
   */
  createdAt: string
}
/**
 * A new user.
 */
export type InvitedUser = {
  /**
   * Identifier of the user.
   */
  id: Int64
  /**
   * Email address.
   */
  email: string
  /**
   * The name of the person.
   */
  name: string
  role: Role
  /**
   * The account that a member acts for; absent for staff of the store.
   */
  accountId?: Int64
  /**
   * When the user was disabled; absent if not disabled.
   */
  disabledAt?: string
  /**
   * When the user last sent a request, to the minute.
   */
  lastSeenAt?: string
  /**
   * When the user was created (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * A one-time link for the user to set a password, valid for 7 days. Shown only once. Absent if the response is a replay (`Idempotent-Replayed`).
   */
  link?: string
  /**
   * `pending` until the mail server accepts or permanently rejects it; `manual` if you have to send it by hand, because there was no mail server (`SMTP_URL`) when it was written; `skipped` if it had no recipient, such as a password reset for an address without a user; `held` while `heldReason` applies.
   */
  mailStatus?: 'pending' | 'sent' | 'failed' | 'manual' | 'skipped' | 'held'
}
/**
 * A link to set a password.
 */
export type PasswordLink = {
  /**
   * A one-time link for the user to set a new password, valid for 7 days. Shown only once.
   */
  link?: string
  /**
   * `pending` until the mail server accepts or permanently rejects it; `manual` if you have to send it by hand, because there was no mail server (`SMTP_URL`) when it was written; `skipped` if it had no recipient, such as a password reset for an address without a user; `held` while `heldReason` applies.
   */
  mailStatus?: 'pending' | 'sent' | 'failed' | 'manual' | 'skipped' | 'held'
}
/**
 * A sign-in of a user on one device.
 */
export type Session = {
  /**
   * Identifier of the session; not a secret.
   */
  id: Int64
  /**
   * The user who is signed in.
   */
  userId: Int64
  /**
   * Whether this request was sent with this session.
   */
  isCurrent: boolean
  /**
   * The IP address of the sign-in.
   */
  address?: string
  /**
   * The `User-Agent` of the sign-in.
   */
  userAgent?: string
  /**
   * When the user signed in.
   */
  createdAt: string
  /**
   * When it was last used.
   */
  lastSeenAt: string
  /**
   * When it ends unless it is used before. It always ends after 90 days, or after 14 days for staff.
   */
  expiresAt: string
}
/**
 * An account to create.
 */
export type NewAccount = {
  /**
   * The name of the account.
   */
  name: string
  plan: Plan
  /**
   * Its own limit, for `enterprise` only. Set `perMinute` and `perDay` together.
   */
  perMinute?: number
  /**
   * Its own limit, for `enterprise` only. Set `perMinute` and `perDay` together.
   */
  perDay?: number
}
/**
 * Changes to an account (RFC 7396).
 */
export type AccountPatch = {
  /**
   * The name of the account.
   */
  name?: string
  plan?: Plan
  /**
   * Its own limit, for `enterprise` only. Set `perMinute` and `perDay` together. `null` removes it.
   */
  perMinute?: number | null
  /**
   * Its own limit, for `enterprise` only. Set `perMinute` and `perDay` together. `null` removes it.
   */
  perDay?: number | null
  /**
   * `true` stops all its keys (403 `account_suspended`), webhooks and streams, and hides its listings; `false` resumes them.
   */
  suspended?: boolean
  /**
   * `true` accepts an account that was created by sign-up. To stop an accepted account, suspend it.
   */
  reviewed?: true
}
/**
 * An API customer. All keys of the account share its plan and limits.
 */
export type Account = {
  id: Int64
  /**
   * The name of the account.
   */
  name: string
  plan: Plan
  /**
   * Requests per minute.
   */
  perMinute: number
  /**
   * Requests per day.
   */
  perDay: number
  /**
   * Whether its keys, webhooks and streams are stopped.
   */
  suspended: boolean
  /**
   * When it was suspended; absent if it is not.
   */
  suspendedAt?: string
  /**
   * When staff of the store accepted it. Absent for an account that was created by sign-up and is not accepted yet. Until then its listings appear only in its own lists and with `organizationId`, and requests that affect others fail with `account_unreviewed`.
   */
  reviewedAt?: string
  /**
   * When it was created (RFC 3339, UTC).
   */
  createdAt: string
}
/**
 * A key to create.
 */
export type NewApiKey = {
  /**
   * The name of the key, such as its purpose.
   */
  name: string
  /**
   * A `secret` key is for servers. A `publishable` key may be in a web page: it can only read listings and send in applications.
   */
  kind?: 'secret' | 'publishable'
  /**
   * The permissions of the key. Default: `pets:read` `pets:write` `listings:read` `orders:read` `orders:write` `webhooks:manage`. A publishable key may have `listings:read` `applications:create` only, and has both if this is omitted.
   */
  scopes?: Scope[]
  /**
   * For a publishable key: the exact origins of the pages that may use it, such as `https://www.example.org`. Without origins, no page can use it, only programs that send no `Origin`.
   */
  allowedOrigins?: string[]
  /**
   * Requests per minute, at most the account's limit. A leaked key then cannot use up the account's whole quota.
   */
  perMinute?: number
  /**
   * Requests per day, at most the account's limit. A leaked key then cannot use up the account's whole quota.
   */
  perDay?: number
  /**
   * When it expires (RFC 3339). Never if omitted.
   */
  expiresAt?: string
}
/**
 * Options of a rotation.
 */
export type Rotation = {
  /**
   * How long the old key keeps working.
   */
  graceSeconds?: number
}
/**
 * An API key, without the key itself. Only its hash is stored.
 */
export type ApiKey = {
  /**
   * Identifier of the key; not a secret.
   */
  id: Int64
  /**
   * The account it belongs to.
   */
  accountId: Int64
  /**
   * The name of the key, such as its purpose.
   */
  name: string
  /**
   * The first 13 and the last 4 characters of the key.
   */
  display: string
  kind: KeyKind
  scopes: Scope[]
  /**
   * For a publishable key: the origins of the pages that may use it.
   */
  allowedOrigins?: string[]
  /**
   * Requests per minute; absent if only the limit of the account applies.
   */
  perMinute?: number
  /**
   * Requests per day; absent if only the limit of the account applies.
   */
  perDay?: number
  /**
   * Whether it works, and if not, why: `active`; `rotated` has a successor and works until `expiresAt`; `banned` until `bannedUntil`; `suspended` if its account is suspended; `expired`; `revoked`. If several apply, the last of these.
   */
  state: 'active' | 'rotated' | 'banned' | 'suspended' | 'expired' | 'revoked'
  /**
   * When its ban ends. Absent if it is not banned.
   */
  bannedUntil?: string
  /**
   * When it expires.
   */
  expiresAt?: string
  /**
   * When it was rotated.
   */
  rotatedAt?: string
  /**
   * When it was revoked.
   */
  revokedAt?: string
  /**
   * When it was last used, to the minute.
   */
  lastUsedAt?: string
  /**
   * When it was created (RFC 3339, UTC).
   */
  createdAt: string
}
/**
 * A new API key.
 */
export type IssuedApiKey = {
  /**
   * Identifier of the key; not a secret.
   */
  id: Int64
  /**
   * The account it belongs to.
   */
  accountId: Int64
  /**
   * The name of the key, such as its purpose.
   */
  name: string
  /**
   * The first 13 and the last 4 characters of the key.
   */
  display: string
  kind: KeyKind
  scopes: Scope[]
  /**
   * For a publishable key: the origins of the pages that may use it.
   */
  allowedOrigins?: string[]
  /**
   * Requests per minute; absent if only the limit of the account applies.
   */
  perMinute?: number
  /**
   * Requests per day; absent if only the limit of the account applies.
   */
  perDay?: number
  /**
   * Whether it works, and if not, why: `active`; `rotated` has a successor and works until `expiresAt`; `banned` until `bannedUntil`; `suspended` if its account is suspended; `expired`; `revoked`. If several apply, the last of these.
   */
  state: 'active' | 'rotated' | 'banned' | 'suspended' | 'expired' | 'revoked'
  /**
   * When its ban ends. Absent if it is not banned.
   */
  bannedUntil?: string
  /**
   * When it expires.
   */
  expiresAt?: string
  /**
   * When it was rotated.
   */
  rotatedAt?: string
  /**
   * When it was revoked.
   */
  revokedAt?: string
  /**
   * When it was last used, to the minute.
   */
  lastUsedAt?: string
  /**
   * When it was created (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * The key itself, shown only once. Absent if the response is a replay (`Idempotent-Replayed`).
   */
  key?: string
}
/**
 * A ban, with the names of its key and account.
 */
export type ListedBan = {
  /**
   * The banned key.
   */
  keyId: Int64
  /**
   * The account of the key. Its other keys still work.
   */
  accountId: Int64
  /**
   * When it ends (RFC 3339, UTC).
   */
  until: string
  /**
   * The number of consecutive bans. Each is twice as long as the one before.
   */
  level: number
  /**
   * The name of the key.
   */
  keyName: string
  /**
   * The first 13 and the last 4 characters of the key.
   */
  keyDisplay: string
  /**
   * The name of the account.
   */
  accountName: string
}
/**
 * Requests of an account on one day.
 */
export type UsageDay = {
  /**
   * The day, in UTC.
   */
  date: string
  /**
   * Requests counted against its limits, whatever the response. A batch of n animals counts as n/10.
   */
  requests: number
  /**
   * Requests rejected with 429, not included in `requests`.
   */
  refused: number
}
/**
 * An email and its status.
 */
export type Mail = {
  /**
   * Identifier of the mail.
   */
  id: Int64
  /**
   * The kind of mail: `invitation`, `passwordLink`, `passwordReset`, `passwordChanged`, `signUp`, `newAccount`, `applicationReceived`, `applicationChanged`, `newApplication`, `newApplications`, `deprecation`. More kinds may be added.
   */
  kind: string
  status: MailStatus
  /**
   * Why it is `held`. `limit`: too many applications arrived at once, so staff have to release it. `account`: staff have not accepted its account yet, or have suspended it. Then it is sent when they accept the account or end the suspension, if it is at most 7 days old. More reasons may be added.
   */
  heldReason?: string
  /**
   * The recipient's name.
   */
  to: {
    /**
     * The email address.
     */
    address: string
    /**
     * The name of the person.
     */
    name?: string
  }
  /**
   * The subject. Absent if the mail is written only when it is sent.
   */
  subject?: string
  /**
   * The account that sends it; absent for the store itself.
   */
  accountId?: Int64
  /**
   * The number of attempts to send it. Attempts while the mail server was unavailable do not count.
   */
  attempts: number
  /**
   * When the next attempt is due, while pending.
   */
  nextAttemptAt?: string
  /**
   * Why the last attempt failed: the reply of the mail server, or that it was unavailable.
   */
  error?: string
  /**
   * When it was written (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * When the mail server accepted it.
   */
  sentAt?: string
}
/**
 * An email with its text.
 */
export type MailWithText = {
  /**
   * Identifier of the mail.
   */
  id: Int64
  /**
   * The kind of mail: `invitation`, `passwordLink`, `passwordReset`, `passwordChanged`, `signUp`, `newAccount`, `applicationReceived`, `applicationChanged`, `newApplication`, `newApplications`, `deprecation`. More kinds may be added.
   */
  kind: string
  status: MailStatus
  /**
   * Why it is `held`. `limit`: too many applications arrived at once, so staff have to release it. `account`: staff have not accepted its account yet, or have suspended it. Then it is sent when they accept the account or end the suspension, if it is at most 7 days old. More reasons may be added.
   */
  heldReason?: string
  /**
   * The recipient's name.
   */
  to: {
    /**
     * The email address.
     */
    address: string
    /**
     * The name of the person.
     */
    name?: string
  }
  /**
   * The subject. Absent if the mail is written only when it is sent.
   */
  subject?: string
  /**
   * The account that sends it; absent for the store itself.
   */
  accountId?: Int64
  /**
   * The number of attempts to send it. Attempts while the mail server was unavailable do not count.
   */
  attempts: number
  /**
   * When the next attempt is due, while pending.
   */
  nextAttemptAt?: string
  /**
   * Why the last attempt failed: the reply of the mail server, or that it was unavailable.
   */
  error?: string
  /**
   * When it was written (RFC 3339, UTC).
   */
  createdAt: string
  /**
   * When the mail server accepted it.
   */
  sentAt?: string
  /**
   * The text, which you can copy and send by hand. Absent once it is deleted: a text with a secret link is deleted when the mail is sent or the link expires.
   */
  text?: string
}
/**
 * The status of an email.
 */
export type MailState = {
  /**
   * Identifier of the mail.
   */
  id: Int64
  status: MailStatus
  /**
   * Why it is `held`. `limit`: too many applications arrived at once, so staff have to release it. `account`: staff have not accepted its account yet, or have suspended it. Then it is sent when they accept the account or end the suspension, if it is at most 7 days old. More reasons may be added.
   */
  heldReason?: string
  /**
   * The number of attempts to send it. Attempts while the mail server was unavailable do not count.
   */
  attempts: number
  /**
   * When the next attempt is due, while pending.
   */
  nextAttemptAt?: string
}
/**
 * Held mail to send.
 */
export type MailRelease = {
  /**
   * The mail to send.
   *
   * Items: Identifier of a mail.
   */
  mailIds: Int64[]
}
/**
 * One entry of the audit log: who did what to what, and when.
 */
export type AuditEntry = {
  /**
   * The number of the entry. Entries are numbered without gaps.
   */
  id: Int64
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  /**
   * The caller who did it.
   */
  actor: {
    /**
     * A person, an API key, the command line, or the service itself (expiry, bans).
     */
    type: 'user' | 'key' | 'cli' | 'system'
    /**
     * The id of the user or the key.
     */
    id?: Int64
    /**
     * The name of the user or the key; for the command line, of the operating system account; for the service, of the task.
     */
    name?: string
  }
  /**
   * The action, such as `pet.update`.
   */
  action: string
  /**
   * The affected resource.
   */
  target: {
    /**
     * The kind of resource, such as `pet`.
     */
    type: string
    /**
     * The id of the resource.
     */
    id?: Int64
  }
  /**
   * The names of the changed fields. Their values are not recorded. For `audit.accept`, the reason given.
   */
  fields?: string[]
  /**
   * The `X-Request-Id` of the request.
   */
  requestId?: string
  /**
   * The IP address of the client.
   */
  address?: string
}
/**
 * An action that the audit log records.
 */
export type AuditAction = {
  /**
   * The action, as in entries and in the filter `action`.
   */
  action: string
  /**
   * What it did, in English.
   */
  label: string
  /**
   * What it is about, in English: a heading for all actions with the same word before the period.
   */
  group: string
}
/**
 * How a file is read.
 */
export type ImportOptions = {
  /**
   * If omitted, it is detected.
   */
  format?: 'csv' | 'ndjson' | 'json'
  /**
   * The system that the file comes from. If omitted, it is detected.
   */
  from?: 'petfinder' | 'rescuegroups' | 'asm3' | 'shelterluv' | 'adoptapet' | 'petstore'
  /**
   * Encoding of a file without a byte order mark. If omitted, it is UTF-8, or the first one of `encodings` of the import. `latin1` is read as `windows-1252`.
   */
  encoding?: 'utf-8' | 'latin1' | 'windows-1252' | 'windows-1250'
  /**
   * The order of day and month in 3/4/2024.
   */
  dateOrder?: 'mdy' | 'dmy'
  /**
   * ISO 4217 code for fees without a currency.
   */
  currency?: string
  /**
   * Unit for weights without a unit.
   */
  weightUnit?: 'lb' | 'kg' | 'g' | 'oz'
  /**
   * Do not publish animals.
   */
  drafts?: boolean
  /**
   * Import animals that died, moved or went home, as drafts that are `sold`.
   */
  withDeparted?: boolean
  /**
   * Import animals without an id, which a second import would add again.
   */
  withoutIds?: boolean
  /**
   * Do not send events of the import to webhooks.
   */
  withoutWebhooks?: boolean
  /**
   * The meaning of each column. With `from`, it takes precedence over the system's columns. Without `from`, other columns are ignored.
   */
  map?: {
    /**
     * The name of the column.
     */
    column: string
    field: ImportField
  }[]
}
/**
 * The results for the rows of a file.
 */
export type ImportSummary = {
  /**
   * Rows with animals: the sum of the next five numbers.
   */
  rows: number
  /**
   * New animals.
   */
  added: number
  /**
   * Changed animals.
   */
  updated: number
  /**
   * Animals that already match the file.
   */
  unchanged: number
  /**
   * Rows that cannot be read as an animal.
   */
  refused: number
  /**
   * Animals that left without being adopted, and are not in the store.
   */
  leftOut: number
  /**
   * Of the updated animals, those that have left: they are unpublished and `sold`.
   */
  markedAsLeft: number
  /**
   * Animals that are published and not `sold`: they appear on the site at once.
   */
  published: number
  /**
   * Omitted values. The report lists each.
   */
  valuesLeftOut: number
  /**
   * The animals that have left, by their status in the file.
   */
  departed: {
    status: string
    animals: number
  }[]
  /**
   * Columns without a corresponding field.
   */
  noPlace: {
    field: string
    rows: number
  }[]
  /**
   * Columns whose values were converted.
   */
  converted: {
    field: string
    rows: number
  }[]
  /**
   * Further rows that repeat the header.
   */
  headerRows: number
  /**
   * Other rows without an animal.
   */
  otherRows: number
  /**
   * Rows that another row of the same animal replaces. The report lists them.
   */
  mergedRows: number
  /**
   * Animals without a status, imported as available.
   */
  statusAssumed: number
  /**
   * Animals without an id. A second import would add them again.
   */
  withoutIds: number
  /**
   * URLs of photos. Only the command line fetches them.
   */
  photosNamed: number
  /**
   * The first few rows of each kind.
   */
  examples: {
    added: {
      /**
       * Its line; in JSON, the number of the animal.
       */
      line: number
      /**
       * Empty if the row has no readable name.
       */
      name: string
      /**
       * Why it was rejected or left out.
       */
      reason?: string
    }[]
    updated: {
      /**
       * Its line; in JSON, the number of the animal.
       */
      line: number
      /**
       * Empty if the row has no readable name.
       */
      name: string
      /**
       * Why it was rejected or left out.
       */
      reason?: string
    }[]
    unchanged: {
      /**
       * Its line; in JSON, the number of the animal.
       */
      line: number
      /**
       * Empty if the row has no readable name.
       */
      name: string
      /**
       * Why it was rejected or left out.
       */
      reason?: string
    }[]
    refused: {
      /**
       * Its line; in JSON, the number of the animal.
       */
      line: number
      /**
       * Empty if the row has no readable name.
       */
      name: string
      /**
       * Why it was rejected or left out.
       */
      reason?: string
    }[]
    leftOut: {
      /**
       * Its line; in JSON, the number of the animal.
       */
      line: number
      /**
       * Empty if the row has no readable name.
       */
      name: string
      /**
       * Why it was rejected or left out.
       */
      reason?: string
    }[]
  }
}
/**
 * An import of a file of animals.
 */
export type Import = {
  /**
   * Identifier of the import.
   */
  id: Int64
  /**
   * The account whose animals are imported.
   */
  accountId: Int64
  /**
   * `uploaded`: choose how to read the file; see `problem` and `columns`. `checking` and `running`: poll again shortly. `checked`: it can be run. `failed`: it ended early, and the imported rows can be undone.
   */
  status: 'uploaded' | 'checking' | 'checked' | 'running' | 'done' | 'failed' | 'undone'
  /**
   * The first name; empty if there was none.
   */
  fileName: string
  /**
   * Size of the file.
   */
  bytes: number
  /**
   * How a file is read.
   */
  options: {
    /**
     * If omitted, it is detected.
     */
    format?: 'csv' | 'ndjson' | 'json'
    /**
     * The system that the file comes from. If omitted, it is detected.
     */
    from?: 'petfinder' | 'rescuegroups' | 'asm3' | 'shelterluv' | 'adoptapet' | 'petstore'
    /**
     * Encoding of a file without a byte order mark. If omitted, it is UTF-8, or the first one of `encodings` of the import. `latin1` is read as `windows-1252`.
     */
    encoding?: 'utf-8' | 'latin1' | 'windows-1252' | 'windows-1250'
    /**
     * The order of day and month in 3/4/2024.
     */
    dateOrder?: 'mdy' | 'dmy'
    /**
     * ISO 4217 code for fees without a currency.
     */
    currency?: string
    /**
     * Unit for weights without a unit.
     */
    weightUnit?: 'lb' | 'kg' | 'g' | 'oz'
    /**
     * Do not publish animals.
     */
    drafts?: boolean
    /**
     * Import animals that died, moved or went home, as drafts that are `sold`.
     */
    withDeparted?: boolean
    /**
     * Import animals without an id, which a second import would add again.
     */
    withoutIds?: boolean
    /**
     * Do not send events of the import to webhooks.
     */
    withoutWebhooks?: boolean
    /**
     * The meaning of each column. With `from`, it takes precedence over the system's columns. Without `from`, other columns are ignored.
     */
    map?: {
      /**
       * The name of the column.
       */
      column: string
      field: ImportField
    }[]
  }
  /**
   * The columns of the file, up to 200. Empty in lists.
   */
  columns: {
    name: string
    /**
     * The recognised field, which the values confirm; absent if there is none.
     */
    field?: string
    /**
     * Up to three values of the column.
     */
    samples: string[]
    /**
     * Whether it may have the ids of the animals, by which a later file finds them. Only if no column has the field `externalId`: ask a person.
     */
    looksLikeId?: boolean
  }[]
  /**
   * The encodings that a file may have that is not UTF-8, the likeliest first. It is read in the first one until `options.encoding` is sent. Ask a person which words are right. Absent for UTF-8, in lists, and once an encoding was chosen.
   */
  encodings?: {
    encoding: 'utf-8' | 'latin1' | 'windows-1252' | 'windows-1250'
    /**
     * Up to five words of the file, as they read in this encoding.
     */
    samples: string[]
  }[]
  progress: {
    /**
     * Rows that the check or the run has processed.
     */
    rows: number
    /**
     * Rows of the file, once they are counted.
     */
    totalRows?: number
  }
  check?: ImportSummary
  result?: ImportSummary
  undone?: {
    removed: number
    restored: number
    kept: number
  }
  /**
   * A readable reason why the last check or the run failed.
   */
  problem?: string
  /**
   * A finished import of exactly the same file with the same options.
   */
  importedBefore?: Int64
  /**
   * When the file was received.
   */
  createdAt: string
  /**
   * When the import last changed.
   */
  updatedAt: string
  /**
   * When the run ended.
   */
  finishedAt?: string
  /**
   * The time until which it can be undone.
   */
  undoUntil?: string
}
/**
 * Options to run an import.
 */
export type ImportRun = {
  /**
   * Import a file that was imported before. Rows without an id are added again.
   */
  again?: boolean
}
/**
 * The result of undoing an import.
 */
export type ImportUndone = {
  /**
   * Animals that the import had added and that were removed.
   */
  removed: number
  /**
   * Animals that the import had changed and that were restored.
   */
  restored: number
  kept: {
    /**
     * An animal that could not be undone.
     */
    petId: Int64
    reason: string
  }[]
}
/**
 * The rejected rows and omitted values.
 */
export type ImportReport = {
  /**
   * Lines of the whole report.
   */
  count: number
  /**
   * Whether there are more than 100,000 lines, which is the maximum stored.
   */
  isTruncated: boolean
  lines: {
    /**
     * Its position in the report.
     */
    position: number
    /**
     * Line of the file; in JSON, the number of the animal.
     */
    line: number
    /**
     * Empty for the whole row.
     */
    field: string
    code: string
    message: string
    /**
     * The value in the file.
     */
    value: string
  }[]
}
/**
 * The sample shelter of an account.
 */
export type Sample = {
  /**
   * `additionFailed` and `removalFailed`: see `problem`. Repeat the request to continue.
   */
  status: 'absent' | 'adding' | 'additionFailed' | 'added' | 'removing' | 'removalFailed'
  /**
   * How many animals of the sample the account has.
   */
  animals: number
  /**
   * How many of them are published.
   */
  published: number
  /**
   * How many animals the sample has.
   */
  total: number
  /**
   * How many animals the last removal kept because somebody had changed them. They are ordinary animals now.
   */
  kept: number
  /**
   * Why it failed, for people.
   */
  problem?: string
}
/**
 * The state of automatic backups.
 */
export type BackupStatus = {
  /**
   * Whether `BACKUP_URL` is set. If not, the other fields are absent.
   */
  isOn: boolean
  /**
   * The location of the backups, without credentials.
   */
  location?: string
  /**
   * The setting `BACKUP_SCHEDULE`.
   */
  schedule?: string
  /**
   * How many backups are kept.
   */
  keep?: number
  /**
   * When the next one is due.
   */
  nextAt?: string
  /**
   * How many backups were due since the last one.
   */
  missed: number
  /**
   * Whether at least two were missed, so that somebody should check the backups.
   */
  isOverdue: boolean
  /**
   * The last complete backup; absent if there is none yet.
   */
  lastBackup?: {
    /**
     * Its name, for `restore LOCATION@NAME`.
     */
    name: string
    /**
     * When it began. It contains every change acknowledged before.
     */
    startedAt: string
    /**
     * When it was completed and verified.
     */
    finishedAt: string
    /**
     * The size of the database in it.
     */
    bytes: number
    /**
     * The files of photos that the database names.
     */
    photos: number
    /**
     * Whether it has the secret key.
     */
    hasSecretKey: boolean
  }
  /**
   * The last attempt, if it failed.
   */
  lastFailure?: {
    /**
     * When it failed.
     */
    failedAt: string
    /**
     * The reason.
     */
    message: string
  }
}
/**
 * A deprecated operation that the account still calls.
 */
export type DeprecatedUse = {
  /**
   * Its `operationId`.
   */
  operationId: string
  /**
   * Its method.
   */
  method: string
  /**
   * Its path.
   */
  path: string
  /**
   * When it was deprecated.
   */
  deprecatedAt: string
  /**
   * When it will be removed. From then on it responds with 410 `operation_removed`.
   */
  removedAt: string
  /**
   * The path that replaces it.
   */
  successor: string
  /**
   * The URL of the guide that says what to change.
   */
  docs: string
  /**
   * The calls of all keys of the account, including unsuccessful ones.
   */
  calls: {
    /**
     * Calls in the last 24 hours, counted by the hour.
     */
    last24Hours: number
    /**
     * Calls in the last 30 days.
     */
    last30Days: number
  }
  /**
   * When a key last called it.
   */
  lastCalledAt?: string
  /**
   * The keys that called it, those with the most calls first; at most 100.
   */
  keys: {
    /**
     * Identifier of the key.
     */
    keyId: Int64
    /**
     * The number of calls in the last 30 days.
     */
    last30Days: number
  }[]
}
/**
 * A webhook was tested.
 */
export type WebhookTestEvent = {
  /**
   * Opaque. Later events have greater ids, compared as strings.
   */
  id: string
  type: 'webhook.test'
  /**
   * When it happened (RFC 3339, UTC).
   */
  time: string
  data: Webhook
}

export const petStatuses = [
  "available",
  "pending",
  "sold"
] as const

export const specieses = [
  "dog",
  "cat",
  "rabbit",
  "smallFurry",
  "bird",
  "horse",
  "reptile",
  "fish",
  "barnyard",
  "other"
] as const

export const sexs = [
  "male",
  "female"
] as const

export const sizes = [
  "small",
  "medium",
  "large",
  "extraLarge"
] as const

export const coats = [
  "hairless",
  "short",
  "medium",
  "long",
  "wire",
  "curly"
] as const

export const ageBands = [
  "baby",
  "young",
  "adult",
  "senior"
] as const

export const historyActions = [
  "added",
  "changed",
  "moved",
  "transferred",
  "profileChanged",
  "published",
  "unpublished",
  "photoAdded",
  "photoChanged",
  "photoRemoved",
  "photosOrdered",
  "orderPlaced",
  "orderMoved",
  "orderChanged",
  "orderUndone",
  "applicationReceived",
  "applicationMoved",
  "applicationChanged"
] as const

export const orderStatuses = [
  "placed",
  "approved",
  "delivered",
  "returned",
  "cancelled",
  "expired"
] as const

export const documentKinds = [
  "contract",
  "returnSlip"
] as const

export const placeholders = [
  "animal.name",
  "animal.number",
  "animal.species",
  "animal.breed",
  "animal.sex",
  "animal.birthDate",
  "animal.colors",
  "animal.microchip",
  "animal.neutered",
  "adopter.name",
  "adopter.email",
  "adopter.phone",
  "organization.name",
  "organization.address",
  "organization.email",
  "organization.phone",
  "organization.website",
  "adoption.number",
  "adoption.date",
  "fee",
  "return.date",
  "return.reason",
  "today",
  "line",
  "parties",
  "payment",
  "signatures"
] as const

export const questionKinds = [
  "text",
  "longText",
  "choice",
  "choices",
  "yesNo",
  "number",
  "date",
  "email",
  "phone"
] as const

export const formStates = [
  "draft",
  "inUse"
] as const

export const applicationStatuses = [
  "submitted",
  "inReview",
  "meetAndGreet",
  "homeVisit",
  "referenceCheck",
  "approved",
  "declined",
  "withdrawn"
] as const

export const mailTemplateKinds = [
  "received",
  "inReview",
  "meetAndGreet",
  "homeVisit",
  "referenceCheck",
  "approved",
  "declined",
  "withdrawn"
] as const

export const mailLanguages = [
  "en",
  "es",
  "de",
  "fr",
  "it",
  "nl",
  "pt"
] as const

export const mailPlaceholders = [
  "greeting",
  "applicant.name",
  "animal.name",
  "application",
  "organization.name",
  "organization.phone",
  "organization.website"
] as const

export const roles = [
  "viewer",
  "counselor",
  "manager",
  "admin"
] as const

export const plans = [
  "free",
  "pro",
  "business",
  "enterprise"
] as const

export const scopes = [
  "pets:read",
  "pets:write",
  "listings:read",
  "orders:read",
  "orders:write",
  "categories:write",
  "webhooks:manage",
  "applications:create",
  "applications:read",
  "applications:write",
  "admin"
] as const

export const keyKinds = [
  "secret",
  "publishable"
] as const

export const mailStatuses = [
  "pending",
  "sent",
  "failed",
  "manual",
  "skipped",
  "held"
] as const

export const importFields = [
  "externalId",
  "name",
  "category",
  "status",
  "published",
  "publishedAt",
  "species",
  "breed",
  "breeds.primary",
  "breeds.secondary",
  "breeds.mixed",
  "purebred",
  "birthDate",
  "birthDateExact",
  "birthDateEstimated",
  "age",
  "ageMonths",
  "ageYears",
  "sex",
  "size",
  "weight",
  "coat",
  "colors",
  "description",
  "tags",
  "houseTrained",
  "spayedNeutered",
  "vaccinated",
  "declawed",
  "specialNeeds",
  "goodWith.children",
  "goodWith.dogs",
  "goodWith.cats",
  "fee",
  "videos",
  "photos",
  "bondedWith",
  "microchip",
  "intakeDate",
  "outcomeDate",
  "deceasedDate"
] as const

export const eventTypes = [
  "pet.created",
  "pet.updated",
  "pet.deleted",
  "pet.profileUpdated",
  "pet.photosUpdated",
  "listing.published",
  "listing.unpublished",
  "order.placed",
  "order.updated",
  "application.submitted",
  "application.updated",
  "category.updated",
  "key.banned",
  "webhook.disabled"
] as const
