import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import type { Language } from '../../platform/language.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { noContent, resource } from '../../requests/api/reply.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { MailPlaceholder } from './mail-placeholder.ts'
import {
  MailLanguage,
  type MailTemplateChange,
  type MailTemplateKind,
  MailTemplateKindSchema,
  MailTemplatePreview,
  MailTemplates,
  NewMailTemplate,
  PreviewedMail,
  ShownMailTemplate,
  type TemplateName,
} from './mail-template.ts'
import { placeholderIssues } from './mail-template-text.ts'
import type { MailTemplatesService } from './mail-templates.service.ts'

type Deps = {
  mailTemplates: MailTemplatesService
  idempotency: Idempotency<MailTemplateChange>
}

const TemplatePath = Type.Object(
  {
    kind: Type.Unsafe<MailTemplateKind>({
      $ref: 'MailTemplateKind#',
      description: 'The event that the mail is about.',
    }),
    language: Type.Unsafe<Language>({
      $ref: 'MailLanguage#',
      description: 'The language of the mail.',
    }),
  },
  { 'x-not-found': 'mail_template_not_found' },
)

const accountId = Type.Optional(
  Int64({ description: 'The account of the templates. Default: your own.', examples: [1] }),
)
const AccountQuery = Type.Object({ accountId }, { additionalProperties: false })
const ListQuery = Type.Object(
  {
    accountId,
    language: Type.Optional(
      Type.Unsafe<Language>({
        $ref: 'MailLanguage#',
        description: 'Only templates in this language.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const mailTemplateSchemas = [
  MailTemplateKindSchema,
  MailLanguage,
  MailPlaceholder,
  NewMailTemplate,
  ShownMailTemplate,
  MailTemplates,
  MailTemplatePreview,
  PreviewedMail,
]

const guide = { name: 'mail', about: 'Mail templates' }
const shared = { tag: 'Applications', stability: 'beta', guide } as const
const one = {
  ...shared,
  path: '/mail-templates/{kind}/{language}',
  params: TemplatePath,
  query: AccountQuery,
} as const
const example = { path: { kind: 'received', language: 'en' } }

/** The request body of the code samples. */
const template = {
  subject: 'We have received {{application}}',
  text: '{{greeting}}\n\nThank you for {{application}}. We reply within two days.',
}
const templateCode = `{
  subject: 'We have received {{application}}',
  text: '{{greeting}}\\n\\nThank you for {{application}}. We reply within two days.',
}`

export const mailTemplateOperations = ({ mailTemplates, idempotency }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listMailTemplates',
    method: 'GET',
    path: '/mail-templates',
    summary: 'List mail templates',
    description: 'Returns the templates of mail to your applicants, of every kind and language.',
    scope: 'applications:read',
    query: ListQuery,
    returns: { 200: { description: 'The templates.', schema: MailTemplates } },
    errors: ['account_not_found'],
    example: {
      query: { language: 'en' },
      client: `const { templates } = await store.mailTemplates.list({ language: 'en' })\nconsole.log(templates[0]?.text)`,
    },
    handle: async ({ caller, query: { accountId = caller.accountId, language } }) =>
      resource(await mailTemplates.list(caller, accountId, language)),
  }),

  operation({
    ...one,
    id: 'getMailTemplate',
    method: 'GET',
    summary: 'Get a mail template',
    description: 'Returns the text of a mail to your applicants.',
    scope: 'applications:read',
    returns: { 200: { description: 'The template.', schema: ShownMailTemplate } },
    errors: ['account_not_found', 'mail_template_not_found'],
    example: {
      ...example,
      client: `const { text } = await store.mailTemplates.get('received', 'en')\nconsole.log(text)`,
    },
    handle: async (call) => resource(await mailTemplates.get(call.caller, nameIn(call))),
  }),

  operation({
    ...one,
    id: 'putMailTemplate',
    right: 'documents:write',
    method: 'PUT',
    summary: 'Change a mail template',
    description:
      'Replaces the text of a mail to your applicants. It is plain text with placeholders such as `{{animal.name}}`. ' +
      'An unknown placeholder is an error that names it, and so is any link other than `{{organization.website}}`. ' +
      "The link to the application and your organization's name are always added at the end. An account that staff " +
      'have not accepted yet cannot change it.',
    scope: 'applications:write',
    body: NewMailTemplate,
    bodyIssues: placeholderIssues,
    requestHeaders: ['If-Match'],
    returns: { 200: { description: 'The template.', schema: ShownMailTemplate } },
    errors: [
      ...(['account_not_found', 'account_unreviewed', 'mail_template_not_found'] as const),
      'precondition_failed',
    ],
    example: {
      ...example,
      body: template,
      client: `await store.mailTemplates.put('received', 'en', ${templateCode})`,
    },
    handle: async (call) => {
      const ifMatch = call.headers['if-match']
      return resource(await mailTemplates.put(call, nameIn(call), call.body, ifMatch))
    },
  }),

  operation({
    ...one,
    id: 'deleteMailTemplate',
    right: 'documents:write',
    method: 'DELETE',
    summary: 'Restore a mail template',
    description: 'Restores the default text of a mail to your applicants.',
    scope: 'applications:write',
    requestHeaders: ['If-Match'],
    returns: { 204: { description: 'The default text is restored.' } },
    errors: ['account_not_found', 'mail_template_not_found', 'precondition_failed'],
    example: { ...example, client: `await store.mailTemplates.remove('received', 'en')` },
    handle: async (call) => {
      await mailTemplates.remove(call, nameIn(call), call.headers['if-match'])
      return noContent
    },
  }),

  operation({
    ...shared,
    id: 'previewMail',
    method: 'POST',
    path: '/mail-templates/preview',
    isAllowedReadOnly: true,
    summary: 'Preview a mail template',
    description:
      'Returns the whole mail with the details of your organization and sample data. Nothing is saved or sent.',
    scope: 'applications:read',
    query: AccountQuery,
    body: MailTemplatePreview,
    bodyIssues: placeholderIssues,
    requestHeaders: ['Idempotency-Key'],
    returns: { 200: { description: 'The mail.', schema: PreviewedMail } },
    errors: ['account_not_found'],
    example: {
      body: { kind: 'received', language: 'en', ...template },
      client: `const { text } = await store.mailTemplates.preview({\n  kind: 'received',\n  language: 'en',\n  subject: 'We have received {{application}}',\n  text: '{{greeting}}\\n\\nThank you for {{application}}. We reply within two days.',\n})\nconsole.log(text)`,
    },
    handle: (call) => {
      const { caller, body, origin } = call
      const { accountId = caller.accountId } = call.query
      return idempotency.onceAfter(
        call,
        caller,
        () => mailTemplates.preview(caller, accountId, body, origin),
        async (_trx, shown) => ({
          status: 200,
          body: stringifyJson(shown),
          changedNothing: true,
        }),
      )
    },
  }),
]

const nameIn = ({
  caller,
  params,
  query,
}: Pick<
  Call<Static<typeof TemplatePath>, Static<typeof AccountQuery>>,
  'caller' | 'params' | 'query'
>): TemplateName => ({ accountId: query.accountId ?? caller.accountId, ...params })
