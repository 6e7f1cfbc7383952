import type { Api } from './openapi.gen.ts'

type Schemas = Api['schemas']
/** The query parameters of an operation, without cursors, which lists handle themselves. */
type Query<Operation extends keyof Api['queries']> = Api['queries'][Operation]

/** An animal. */
export type Pet = Schemas['Pet']
/** An animal to add. */
export type NewPet = Schemas['NewPet']
/** Changes to an animal. */
export type PetPatch = Schemas['PetPatch']
/** Availability of an animal. */
export type PetStatus = Schemas['PetStatus']
/** A batch of up to 100 animals to add. */
export type PetBatch = Schemas['PetBatch']
export type PetUpdateBatch = Schemas['PetUpdateBatch']
/** The result of each animal of a batch, in the same order. */
export type PetBatchResults = Schemas['PetBatchResults']
/** Filters, and the page size (1-100, default 20). */
export type PetQuery = Query<'listPets'>
/** A species, and the category for its animals. */
export type SpeciesCategory = Schemas['SpeciesCategory']
/** An import of a file of animals. */
export type Import = Schemas['Import']
/** How a file is read. */
export type ImportOptions = Schemas['ImportOptions']
/** A field of an animal that a column of a file can be imported to. */
export type ImportField = Schemas['ImportField']
/** The outcomes of the rows of a file. */
export type ImportSummary = Schemas['ImportSummary']
/** The rejected rows and omitted values of an import. */
export type ImportReport = Schemas['ImportReport']
/** The result of undoing an import. */
export type ImportUndone = Schemas['ImportUndone']
/** The name of an uploaded file, and how it is read. */
export type NewImportQuery = Query<'createImport'>
/** The account whose imports are listed, and the page size (1-100, default 20). */
export type ImportQuery = Query<'listImports'>
/** Numbers of animals by status. */
export type PetCounts = Schemas['PetCounts']

/** An animal with the details that its owner sees in a list. */
export type Animal = Schemas['Animal']
/** Counts of matching animals by status. */
export type AnimalCounts = Schemas['AnimalCounts']
/** Filters, the order, and the part of the list (at most 200 animals). */
export type AnimalQuery = Query<'listAnimals'>
/** Filters of a count. */
export type AnimalCountQuery = Query<'countAnimals'>
/** The breeds and tags of animals. */
export type AnimalFacets = Schemas['AnimalFacets']
/** Filters of a count. */
export type AnimalFacetQuery = Query<'listAnimalFacets'>
/** Kennel cards to print. */
export type KennelCards = Schemas['KennelCards']
/** The animals of the kennel cards, and their language. */
export type KennelCardQuery = Query<'getKennelCards'>

/** The profile of an animal; `null` means unknown. */
export type Profile = Schemas['Profile']
/** A profile without the fields that only its owner sees, as in events. */
export type PublicProfile = Schemas['PublicProfile']
/** A whole profile. Omitted fields become unknown. */
export type NewProfile = Schemas['NewProfile']
/** Changes to a profile (RFC 7396). */
export type ProfilePatch = Schemas['ProfilePatch']
/** An entry in an animal's history. */
export type HistoryEntry = Schemas['HistoryEntry']
/** The action of an entry in an animal's history. */
export type HistoryAction = Schemas['HistoryAction']
/** A note of the staff about an animal. */
export type Note = Schemas['Note']
/** A note to add. */
export type NewNote = Schemas['NewNote']
/** A photo of an animal, with its files in several sizes. */
export type Photo = Schemas['Photo']
/** Changes to a photo's description and focus (RFC 7396). */
export type PhotoPatch = Schemas['PhotoPatch']
/** By how much to rotate a photo. */
export type PhotoRotation = Schemas['PhotoRotation']
/** The photos of an animal in events, with paths instead of URLs. */
export type PetPhotos = Schemas['PetPhotos']
/** A batch of up to 100 profiles to update. */
export type ProfileBatch = Schemas['ProfileBatch']
/** The results of a batch of profiles, in the same order. */
export type ProfileBatchResults = Schemas['ProfileBatchResults']

/** A published animal. */
export type Listing = Schemas['Listing']
/** Counts of matching listings by value. */
export type ListingFacets = Schemas['ListingFacets']
/** Filters, the order, and the page size. */
export type ListingQuery = Query<'listListings'>
/** Filters of a count. */
export type FacetQuery = Query<'countListings'>

/** The public details of an account. */
export type Organization = Schemas['Organization']
/** The public details to set for an account. Omitted fields are removed. */
export type NewOrganization = Schemas['NewOrganization']

/** A category, with the number of its animals. */
export type Category = Schemas['Category']
/** A name for a category. */
export type NewCategory = Schemas['NewCategory']
/** Changes to a category. */
export type CategoryPatch = Schemas['CategoryPatch']

/** An order for an animal. */
export type Order = Schemas['Order']
/** An order to place. */
export type NewOrder = Schemas['NewOrder']
/** Changes to an order; `note: null` removes the note (RFC 7396). */
export type OrderPatch = Schemas['OrderPatch']
/** The status of an order. */
export type OrderStatus = Schemas['OrderStatus']
/** The adopter of an animal. */
export type Customer = Schemas['Customer']
/** Filters, and the page size. */
export type OrderQuery = Query<'listOrders'>

/** Adoptions, returns and length of stay. */
export type AdoptionReport = Schemas['AdoptionReport']
/** The period, and the account that the animals belong to. */
export type ReportQuery = Query<'reportAdoptions'>

/** A form with questions for applicants. */
export type Form = Schemas['Form']
/** A form to create, or the new version of one. */
export type NewForm = Schemas['NewForm']
/** One question of a form. */
export type Question = Schemas['Question']
/** The kind of answer that a question expects. */
export type QuestionKind = Schemas['QuestionKind']
/** The version of a form. */
export type FormVersionQuery = Query<'getForm'>
/** An application to send. */
export type NewApplication = Schemas['NewApplication']
/** The answers, each by the id of its question. */
export type Answers = Schemas['Answers']
/** A received application, with the secret link for the applicant. */
export type SubmittedApplication = Schemas['SubmittedApplication']
/** An application, as seen by the account that received it. */
export type Application = Schemas['Application']
/** The status of an application, as in events. */
export type ApplicationProgress = Schemas['ApplicationProgress']
/** Changes to an application; `null` removes a field (RFC 7396). */
export type ApplicationPatch = Schemas['ApplicationPatch']
/** The status of an application. */
export type ApplicationStatus = Schemas['ApplicationStatus']
/** The applicant. */
export type Applicant = Schemas['Applicant']
/** Options of an approval. */
export type Approval = Schemas['Approval']
/** All data that an account has about an applicant. */
export type ApplicantExport = Schemas['ApplicantExport']
/** Filters, and the page size. */
export type ApplicationQuery = Query<'listApplications'>

/** An adopter, by email address. */
export type Person = Schemas['Person']
/** An adopter with all applications and orders. */
export type PersonDetails = Schemas['PersonDetails']
/** The numbers of erased applications and orders of a person. */
export type ErasedPerson = Schemas['ErasedPerson']
/** A search, and the page size. */
export type PeopleQuery = Query<'listPeople'>

/** The types of events. */
export type EventType = Schemas['Event']['type']
/** Filters, and the page size. */
export type EventQuery = Query<'listEvents'>

/** A URL that events are sent to. */
export type Webhook = Schemas['Webhook']
/** A webhook to create. */
export type NewWebhook = Schemas['NewWebhook']
/** Changes to a webhook. */
export type WebhookPatch = Schemas['WebhookPatch']
/** A webhook with its new secret. `secret` is missing from a replayed response: rotate it then. */
export type WebhookWithSecret = Schemas['WebhookWithSecret']
/** How the receiver responded to a test event. */
export type WebhookTest = Schemas['WebhookTest']
/** The state of the delivery of one event. */
export type Delivery = Schemas['Delivery']
/** A delivery with its payload and the beginning of the last response. */
export type DeliveryDetails = Schemas['DeliveryDetails']

/** An email and its status. */
export type Mail = Schemas['Mail']
/** An email with its text, for as long as that is stored. */
export type MailWithText = Schemas['MailWithText']
/** The status of an email. */
export type MailState = Schemas['MailState']
/** Whether an email was sent. */
export type MailStatus = Schemas['MailStatus']
/** Filters, and the page size. */
export type MailQuery = Query<'listMails'>

/** The plan, the state of its windows, and the ban if there is one (docs/guides/limits.md). */
export type RateLimit = Schemas['RateLimit']
/** A deprecated operation that the account still uses, with the number of calls and the keys that made them. */
export type DeprecatedUse = Schemas['DeprecatedUse']
/** The caller: the key in use or the user who is signed in, with the scopes and the account. */
export type Me = Schemas['Me']
/** The shelter that the caller works for. */
export type Shelter = Schemas['Shelter']
/** A person who can sign in: one of the staff, or a member of one account. */
export type User = Schemas['User']
/** A user to invite. */
export type NewUser = Schemas['NewUser']
/** A user with the link to set a password, shown once. `link` is absent if the response is a replay. */
export type InvitedUser = Schemas['InvitedUser']
/** Changes to a user. */
export type UserPatch = Schemas['UserPatch']
/** The role of a user. */
export type Role = Schemas['Role']
/** A link to set a password. */
export type PasswordLink = Schemas['PasswordLink']
/** A sign-in of a user on one device. */
export type Session = Schemas['Session']
/** The name of a plan. */
export type Plan = Schemas['Plan']
/** A customer: limits are counted per account. */
export type Account = Schemas['Account']
/** An account to create. */
export type NewAccount = Schemas['NewAccount']
/** Changes to an account. */
export type AccountPatch = Schemas['AccountPatch']
/** The requests of one day, in UTC. */
export type UsageDay = Schemas['UsageDay']
/** A permission of a key. */
export type Scope = Schemas['Scope']
/** A key, without its secret. */
export type ApiKey = Schemas['ApiKey']
/** A key to create. */
export type NewApiKey = Schemas['NewApiKey']
/** A key with its secret, shown once. `key` is missing from a replayed response: rotate it then. */
export type IssuedApiKey = Schemas['IssuedApiKey']
/** Options of a rotation. */
export type Rotation = Schemas['Rotation']
/** One entry of the audit log. */
export type AuditEntry = Schemas['AuditEntry']
export type AuditQuery = Query<'listAuditLog'>
/** A search, filters, and the page size (1-100, default 20). */
export type AccountQuery = Query<'listAccounts'>
/** A search, filters, and the page size (1-100, default 20). */
export type KeyQuery = Query<'listKeys'>
/** Whether to list the webhooks of all accounts, and the page size (1-100, default 20). */
export type WebhookQuery = Query<'listWebhooks'>
/** The state of automatic backups. */
export type BackupStatus = Schemas['BackupStatus']
/** A request in the request log. */
export type RequestEntry = Schemas['RequestEntry']
export type RequestQuery = Query<'listRequests'>
/** A key that is temporarily banned. */
export type Ban = Schemas['Ban']
/** A ban with the names of its key and account. */
export type ListedBan = Schemas['ListedBan']
/** Page size (1-100, default 20) and start. */
export type PageQuery = Query<'listCategories'>

/** A kind of document about an adoption. */
export type DocumentKind = Schemas['DocumentKind']
/** A placeholder in templates. */
export type Placeholder = Schemas['Placeholder']
/** The template of a document, and whether it is the default. */
export type DocumentTemplate = Schemas['DocumentTemplate']
/** The templates of an account. */
export type DocumentTemplates = Schemas['DocumentTemplates']
/** A template for a document. */
export type NewDocumentTemplate = Schemas['NewDocumentTemplate']
/** Both templates. An omitted template is reset to the default. */
export type NewDocumentTemplates = Schemas['NewDocumentTemplates']
/** A template to preview. */
export type TemplatePreview = Schemas['TemplatePreview']
/** A rendered document: its heading, and HTML that is safe to show. */
export type PrintedDocument = Schemas['PrintedDocument']
/** The event that mail to an applicant is about. */
export type MailTemplateKind = Schemas['MailTemplateKind']
/** A language of mail. */
export type MailLanguage = Schemas['MailLanguage']
/** A placeholder in mail templates. */
export type MailPlaceholder = Schemas['MailPlaceholder']
/** The template of a mail to applicants, and whether it is the default. */
export type MailTemplate = Schemas['MailTemplate']
/** The mail templates of an account. */
export type MailTemplates = Schemas['MailTemplates']
/** A template for a mail to applicants. */
export type NewMailTemplate = Schemas['NewMailTemplate']
/** A mail template to preview. */
export type MailTemplatePreview = Schemas['MailTemplatePreview']
/** The sample shelter of an account. */
export type Sample = Schemas['Sample']
/** A mail rendered with sample data. */
export type PreviewedMail = Schemas['PreviewedMail']
/** The account and language of mail templates. */
export type MailTemplatesQuery = Query<'listMailTemplates'>
/** The account of a mail template. */
export type MailTemplateQuery = Query<'getMailTemplate'>
/** The locale for dates and money. */
export type ContractQuery = Query<'getContract'>
export type DocumentQuery = Query<'getReturnSlip'>
/** The account of the templates. */
export type DocumentTemplatesQuery = Query<'getDocumentTemplates'>
/** The account of the template, and the locale for dates and money. */
export type PreviewQuery = Query<'previewDocument'>
