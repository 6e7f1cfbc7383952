import { type Static, Type } from 'typebox'
import type { NoteRead } from '../../accounts/audit/audit-reads.ts'
import { findTimeZone } from '../../platform/country.ts'
import { protocolError } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { resource } from '../../requests/api/reply.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import {
  type DocumentChange,
  DocumentKind,
  DocumentTemplates,
  NewDocumentTemplate,
  NewDocumentTemplates,
  PrintedDocument,
  ShownTemplate,
  TemplatePreview,
} from './document.ts'
import { type DocumentsService, templatesIssues } from './documents.service.ts'
import { Placeholder } from './placeholder.ts'
import { templateIssues } from './template-text.ts'
import { findLocale, type Writing } from './writing.ts'

type Deps = {
  documents: DocumentsService
  idempotency: Idempotency<DocumentChange>
  /** Reads are logged, as documents have personal data. */
  noteRead: NoteRead
}

const writing = {
  locale: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 35,
      default: 'en',
      description: 'The language for days and money, as a language tag (BCP 47).',
      examples: ['de-DE'],
    }),
  ),
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: 'UTC',
      description: 'The time zone of days, as a name of the IANA time zone database.',
      examples: ['Europe/Berlin'],
    }),
  ),
}
const WritingQuery = Type.Object(writing, { additionalProperties: false })
type WritingQuery = Static<typeof WritingQuery>

const ContractQuery = Type.Object(
  {
    ...writing,
    with: Type.Optional(
      Int64({
        description:
          'Another order of the same person. The contract then covers both animals, as for bonded ones. Both orders must ' +
          'be `placed` or `approved`; at the hand-over, each is stored with a contract of its own.',
        examples: [2],
      }),
    ),
  },
  { additionalProperties: false },
)
type ContractQuery = Static<typeof ContractQuery>

const accountId = Type.Optional(
  Int64({ description: 'The account of the templates. Default: your own.', examples: [1] }),
)
const TemplatesQuery = Type.Object(
  {
    accountId,
    locale: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 35,
        default: 'en',
        description:
          'The language of default texts, as a language tag (BCP 47): English, Spanish, German, French, Italian, Dutch or ' +
          'Portuguese. In any other language they are in English.',
        examples: ['de-DE'],
      }),
    ),
  },
  { additionalProperties: false },
)
const PreviewQuery = Type.Object({ accountId, ...writing }, { additionalProperties: false })

const OrderPath = Type.Object(
  { orderId: Int64({ description: 'Identifier of the order.' }) },
  { 'x-not-found': 'order_not_found' },
)

export const documentSchemas = [
  DocumentKind,
  Placeholder,
  NewDocumentTemplate,
  NewDocumentTemplates,
  ShownTemplate,
  DocumentTemplates,
  TemplatePreview,
  PrintedDocument,
]

const shared = { tag: 'Documents', stability: 'beta' } as const
const printable = {
  ...shared,
  scope: 'orders:read',
  params: OrderPath,
  query: WritingQuery,
  returns: { 200: { description: 'The document.', schema: PrintedDocument } },
  errors: ['order_not_found', 'not_owner', 'customer_erased', 'document_not_available'],
} as const

/** The request body of the code samples. */
const template = {
  title: 'Adoption contract',
  text: '{{adopter.name}} takes **{{animal.name}}** home.',
}

export const documentOperations = ({ documents, idempotency, noteRead }: Deps): Operation[] => {
  const print = async (
    { caller, author, params, query }: Call<Static<typeof OrderPath>, ContractQuery>,
    kind: DocumentKind,
  ) => {
    const isChosen = query.locale !== undefined || query.timeZone !== undefined
    const { orderId } = params
    const { with: otherId } = query
    const document = await documents.print(caller, orderId, kind, writingOf(query), {
      isChosen,
      otherId,
    })
    for (const id of otherId === undefined ? [orderId] : [orderId, otherId])
      noteRead(author, { action: 'order.print', target: { type: 'order', id } })
    return resource(document)
  }

  return [
    operation({
      ...printable,
      query: ContractQuery,
      id: 'getContract',
      method: 'GET',
      path: '/store/orders/{orderId}/contract',
      summary: "Get an order's contract",
      description:
        'Returns the adoption contract with the data of the animal and the adopter, from the template of the account ' +
        'that the animal belongs to. Only that account can get it. At the hand-over the contract is stored with the ' +
        "order, in the language in which it was last printed, or else in that of the organization's country. From " +
        'then on this always returns the same bytes, regardless of later changes and of `locale`. There is no ' +
        'contract if the order is cancelled or expired, or if its customer was erased.',
      example: {
        path: { orderId: '1' },
        query: { locale: 'en-GB', timeZone: 'Europe/London' },
        client: `const { title, html } = await store.documents.contract(1, { locale: 'en-GB', timeZone: 'Europe/London' })\nconsole.log(title, html)`,
      },
      handle: (call) => print(call, 'contract'),
    }),

    operation({
      ...printable,
      id: 'getReturnSlip',
      method: 'GET',
      path: '/store/orders/{orderId}/return-slip',
      summary: "Get an order's return slip",
      description: 'Returns the return slip of an order that is delivered or returned.',
      example: {
        path: { orderId: '1' },
        client: `const { html } = await store.documents.returnSlip(1)\nconsole.log(html)`,
      },
      handle: (call) => print(call, 'returnSlip'),
    }),

    operation({
      ...shared,
      id: 'getDocumentTemplates',
      method: 'GET',
      path: '/document-templates',
      summary: 'Get document templates',
      description:
        'Returns the templates of the contract and the return slip of your account. While you have not written your ' +
        'own, this is the default text, which each document prints in its own language.',
      scope: 'orders:read',
      query: TemplatesQuery,
      returns: { 200: { description: 'The templates.', schema: DocumentTemplates } },
      errors: ['account_not_found'],
      example: {
        client: `const { contract } = await store.documents.templates()\nconsole.log(contract.text)`,
      },
      handle: async ({ caller, query }) =>
        resource(await documents.templates(caller, query.accountId ?? caller.accountId, localeOf(query.locale))),
    }),

    operation({
      ...shared,
      id: 'putDocumentTemplates',
      right: 'documents:write',
      method: 'PUT',
      path: '/document-templates',
      summary: 'Change document templates',
      description:
        'Replaces both templates. An omitted template is reset to the default, and so is one that equals the default ' +
        'text in the language of `locale`. Your own text is printed as you wrote it, in every language. Templates ' +
        'are Markdown with placeholders such as `{{animal.name}}`. An unknown placeholder is an error that names it. ' +
        'Send `If-Match` with the same `locale` with which you read the templates.',
      scope: 'orders:write',
      query: TemplatesQuery,
      body: NewDocumentTemplates,
      bodyIssues: templatesIssues,
      requestHeaders: ['If-Match'],
      returns: { 200: { description: 'The templates.', schema: DocumentTemplates } },
      errors: ['account_not_found', 'precondition_failed'],
      example: {
        body: { contract: template },
        client: `await store.documents.putTemplates({\n  contract: {\n    title: 'Adoption contract',\n    text: '{{adopter.name}} takes **{{animal.name}}** home.',\n  },\n})`,
      },
      handle: async (call) => {
        const { accountId = call.caller.accountId } = call.query
        const ifMatch = call.headers['if-match']
        const locale = localeOf(call.query.locale)
        return resource(await documents.putTemplates(call, accountId, call.body, { ifMatch, locale }))
      },
    }),

    operation({
      ...shared,
      id: 'previewDocument',
      method: 'POST',
      path: '/document-templates/preview',
      isAllowedReadOnly: true,
      summary: 'Preview a template',
      description:
        'Returns a template filled in with the details of your organization and sample data. Nothing is saved.',
      scope: 'orders:read',
      query: PreviewQuery,
      body: TemplatePreview,
      bodyIssues: (template) => templateIssues(template, ''),
      requestHeaders: ['Idempotency-Key'],
      returns: { 200: { description: 'The document.', schema: PrintedDocument } },
      errors: ['account_not_found'],
      example: {
        body: { kind: 'contract', ...template },
        client: `const { html } = await store.documents.preview({\n  kind: 'contract',\n  title: 'Adoption contract',\n  text: '{{adopter.name}} takes **{{animal.name}}** home.',\n})\nconsole.log(html)`,
      },
      handle: (call) => {
        const { caller, query, body } = call
        const { accountId = caller.accountId } = query
        return idempotency.onceAfter(
          call,
          caller,
          () => documents.preview(caller, accountId, body, writingOf(query)),
          async (_trx, shown) => ({
            status: 200,
            body: stringifyJson(shown),
            changedNothing: true,
          }),
        )
      },
    }),
  ]
}

/** Throws `invalid_parameter` for a language without data or an unknown time zone. */
const writingOf = ({ locale, timeZone = 'UTC' }: WritingQuery): Writing => ({
  locale: localeOf(locale),
  timeZone: findTimeZone(timeZone) ?? unknownValue('timeZone', 'must be the name of a time zone such as Europe/Berlin'),
})

const localeOf = (locale = 'en'): string =>
  findLocale(locale) ?? unknownValue('locale', 'must be the tag of a known language such as de-DE')

const unknownValue = (field: string, message: string): never => {
  throw protocolError('invalid_parameter', { errors: [{ field, code: 'invalid_value', message }] })
}
