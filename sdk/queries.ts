import type { Api } from './openapi.gen.ts'

/** The query parameters of an operation, without cursors, which lists handle themselves. */
type Query<Operation extends keyof Api['queries']> = Api['queries'][Operation]

/** Filters, and the page size (1-100, default 20). */
export type PetQuery = Query<'listPets'>
/** The name of an uploaded file, and how it is read. */
export type NewImportQuery = Query<'createImport'>
/** The account whose imports are listed, and the page size (1-100, default 20). */
export type ImportQuery = Query<'listImports'>
/** Filters, the order, and the part of the list (at most 200 animals). */
export type AnimalQuery = Query<'listAnimals'>
/** Filters of a count. */
export type AnimalCountQuery = Query<'countAnimals'>
/** Filters of a count. */
export type AnimalFacetQuery = Query<'listAnimalFacets'>
/** The animals of the kennel cards, and their language. */
export type KennelCardQuery = Query<'getKennelCards'>
/** Filters, the order, and the page size. */
export type ListingQuery = Query<'listListings'>
/** Filters of a count. */
export type FacetQuery = Query<'countListings'>
/** Filters, and the page size. */
export type OrderQuery = Query<'listOrders'>
/** The period, and the account that the animals belong to. */
export type ReportQuery = Query<'reportAdoptions'>
/** The version of a form. */
export type FormVersionQuery = Query<'getForm'>
/** Filters, and the page size. */
export type ApplicationQuery = Query<'listApplications'>
/** A search, and the page size. */
export type PeopleQuery = Query<'listPeople'>
/** Filters, and the page size. */
export type EventQuery = Query<'listEvents'>
/** Filters, and the page size. */
export type MailQuery = Query<'listMails'>
export type AuditQuery = Query<'listAuditLog'>
/** A search, filters, and the page size (1-100, default 20). */
export type AccountQuery = Query<'listAccounts'>
/** A search, filters, and the page size (1-100, default 20). */
export type KeyQuery = Query<'listKeys'>
/** Whether to list the webhooks of all accounts, and the page size (1-100, default 20). */
export type WebhookQuery = Query<'listWebhooks'>
export type RequestQuery = Query<'listRequests'>
/** Page size (1-100, default 20) and start. */
export type PageQuery = Query<'listCategories'>
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
