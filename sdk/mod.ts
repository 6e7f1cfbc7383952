// The only entry point of the package: everything that can be imported from @adoption-store/client.
export type { AccessTokens } from './access-tokens.ts'
export type { AnimalCalls } from './animals.ts'
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
export { AdoptionStore, type RawRequest } from './client.ts'
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
export type { EventCalls, EventType, Following, FollowOptions, StoreEvent } from './events.ts'
export { type Int64, parseExact, stringifyExact } from './exact-json.ts'
export * from './exports.gen.ts'
export type { FileSource } from './file-source.ts'
export type { ImportCalls } from './imports.ts'
export type { MailCalls } from './mails.ts'
export type { MirrorOptions, MirrorStep } from './mirror.ts'
export {
  type Answers,
  type Applicant,
  type ApplicationProgress,
  type ApplicationStatus,
  applicationStatuses,
  type Ban,
  type Customer,
  type DocumentKind,
  type DocumentTemplate,
  documentKinds,
  eventTypes,
  type HistoryAction,
  type ImportField,
  type ImportSummary,
  type ImportUndone,
  type KennelCards,
  keyKinds,
  type MailPlaceholder,
  type MailStatus,
  mailLanguages,
  mailPlaceholders,
  mailStatuses,
  mailTemplateKinds,
  type NewDocumentTemplate,
  type NewPet,
  type OrderStatus,
  orderStatuses,
  type PetBatch,
  type PetPhotos,
  type PetStatus,
  type PhotoRotation,
  type Placeholder,
  type Plan,
  type ProfileBatch,
  type ProfileBatchResults,
  type PublicProfile,
  petStatuses,
  placeholders,
  plans,
  type Question,
  type QuestionKind,
  questionKinds,
  type Role,
  roles,
  type Scope,
  type Session,
  type Shelter,
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
export type { List, Page } from './page.ts'
export type { PetCalls } from './pets.ts'
export type { PhotoCalls } from './photos.ts'
export type { ProfileCalls } from './profiles.ts'
export * from './queries.ts'
export type { ReportCalls } from './reports.ts'
export type { SendOptions } from './request.ts'
export type { RequestCalls as RequestLogCalls } from './resources.gen.ts'
export type { Call, FullResponse, LimitWindow, ResponseFacts } from './response.ts'
export type { SessionCalls } from './sessions.ts'
export { type SignedWebhook, type SignOptions, signWebhook } from './sign-webhook.ts'
export { version } from './user-agent.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookPayload,
} from './verify-webhook.ts'
export type { WebhookCalls } from './webhooks.ts'
