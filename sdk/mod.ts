// The only entry point of the package: everything that can be imported from @adoption-store/client.
export type { AccessTokens } from './access-tokens.ts'
export type {
  AccountCalls,
  AuditLogCalls,
  BanCalls,
  KeyCalls,
  MeCalls,
  RateLimitCalls,
  UsageCalls,
} from './accounts.ts'
export type { AnimalCalls } from './animals.ts'
export type { ApplicationCalls, FormCalls } from './applications.ts'
export {
  type AuthCalls,
  type AuthOptions,
  authClient,
  type Invitation,
  type NewMember,
  type NewPassword,
  type Passkey,
  type SignedIn,
  type SignInMethods,
} from './auth.ts'
export type { CategoryCalls, InventoryCalls } from './categories.ts'
export { AdoptionStore, type RawRequest } from './client.ts'
export type { DocumentCalls } from './documents.ts'
export {
  AdoptionStoreError,
  ApiError,
  BannedError,
  ConnectionError,
  type ErrorCode,
  type FieldError,
  isApiError,
  NotModifiedError,
  RateLimitError,
  TimeoutError,
  WebhookVerificationError,
} from './errors.ts'
export type { EventCalls, Following, FollowOptions, StoreEvent } from './events.ts'
export { type Int64, parseExact, stringifyExact } from './exact-json.ts'
export type { FileSource } from './file-source.ts'
export type { ImportCalls } from './imports.ts'
export type { ListingCalls } from './listings.ts'
export type { MailCalls } from './mails.ts'
export type { MirrorOptions, MirrorStep } from './mirror.ts'
export {
  applicationStatuses,
  documentKinds,
  eventTypes,
  keyKinds,
  mailStatuses,
  orderStatuses,
  petStatuses,
  placeholders,
  plans,
  questionKinds,
  roles,
  scopes,
} from './openapi.gen.ts'
export type {
  AttemptFields,
  CallOptions,
  ChangeOptions,
  ClientLogger,
  ClientOptions,
  Deprecation,
  ExtraHeaders,
  ListOptions,
  OperationId,
  Patience,
  PostOptions,
  ReadOptions,
  Runtime,
} from './options.ts'
export type { OrderCalls } from './orders.ts'
export type { OrganizationCalls } from './organizations.ts'
export type { List, Page } from './page.ts'
export type { PeopleCalls } from './people.ts'
export type { PetCalls } from './pets.ts'
export type { PhotoCalls } from './photos.ts'
export type { ProfileCalls } from './profiles.ts'
export type { ReportCalls } from './reports.ts'
export type { SendOptions } from './request.ts'
export type { RequestLogCalls } from './request-log.ts'
export type { Call, FullResponse, LimitWindow, ResponseFacts } from './response.ts'
export type {
  Account,
  AccountPatch,
  AdoptionReport,
  Animal,
  AnimalCountQuery,
  AnimalCounts,
  AnimalFacetQuery,
  AnimalFacets,
  AnimalQuery,
  Answers,
  ApiKey,
  Applicant,
  ApplicantExport,
  Application,
  ApplicationPatch,
  ApplicationProgress,
  ApplicationQuery,
  ApplicationStatus,
  Approval,
  AuditEntry,
  AuditQuery,
  Ban,
  Category,
  CategoryPatch,
  Customer,
  Delivery,
  DeliveryDetails,
  DeprecatedUse,
  DocumentKind,
  DocumentQuery,
  DocumentTemplate,
  DocumentTemplates,
  DocumentTemplatesQuery,
  ErasedPerson,
  EventQuery,
  EventType,
  FacetQuery,
  Form,
  FormVersionQuery,
  HistoryAction,
  HistoryEntry,
  Import,
  ImportField,
  ImportOptions,
  ImportQuery,
  ImportReport,
  ImportSummary,
  ImportUndone,
  InvitedUser,
  IssuedApiKey,
  ListedBan,
  Listing,
  ListingFacets,
  ListingQuery,
  Mail,
  MailQuery,
  MailState,
  MailStatus,
  MailWithText,
  Me,
  NewAccount,
  NewApiKey,
  NewApplication,
  NewCategory,
  NewDocumentTemplate,
  NewDocumentTemplates,
  NewForm,
  NewImportQuery,
  NewOrder,
  NewOrganization,
  NewPet,
  NewProfile,
  NewUser,
  NewWebhook,
  Order,
  OrderPatch,
  OrderQuery,
  OrderStatus,
  Organization,
  PageQuery,
  PasswordLink,
  PeopleQuery,
  Person,
  PersonDetails,
  Pet,
  PetBatch,
  PetBatchResults,
  PetCounts,
  PetPatch,
  PetPhotos,
  PetQuery,
  PetStatus,
  Photo,
  PhotoPatch,
  Placeholder,
  Plan,
  PreviewQuery,
  PrintedDocument,
  Profile,
  ProfileBatch,
  ProfileBatchResults,
  ProfilePatch,
  PublicProfile,
  Question,
  QuestionKind,
  RateLimit,
  ReportQuery,
  RequestEntry,
  RequestQuery,
  Role,
  Rotation,
  Scope,
  Session,
  SubmittedApplication,
  TemplatePreview,
  UsageDay,
  User,
  UserPatch,
  Webhook,
  WebhookPatch,
  WebhookTest,
  WebhookWithSecret,
} from './schemas.ts'
export { type SignedWebhook, type SignOptions, signWebhook } from './sign-webhook.ts'
export type { StagingCalls } from './staging.ts'
export { version } from './user-agent.ts'
export type { SessionCalls, UserCalls } from './users.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookPayload,
} from './verify-webhook.ts'
export type { WebhookCalls } from './webhooks.ts'
