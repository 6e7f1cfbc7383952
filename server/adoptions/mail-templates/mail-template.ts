import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { linePattern, linesPattern } from '../../platform/http/patterns.ts'
import { type Language, languages } from '../../platform/language.ts'
import { applicationTexts } from './application-texts.ts'
import { type MailPlaceholderName, mailPlaceholderNames } from './mail-placeholder.ts'

/** The kinds of mail to applicants, by the event of the application. */
export const mailTemplateKinds = [
  ...(['received', 'inReview', 'meetAndGreet', 'homeVisit', 'referenceCheck'] as const),
  ...(['approved', 'declined', 'withdrawn'] as const),
] as const
export type MailTemplateKind = (typeof mailTemplateKinds)[number]

export const MailTemplateKindSchema = Type.Unsafe<MailTemplateKind>(
  Type.Enum([...mailTemplateKinds], {
    $id: 'MailTemplateKind',
    description: 'The event that the mail is about: the application was `received`, or now has this status.',
  }),
)

export const MailLanguage = Type.Unsafe<Language>(
  Type.Enum([...languages], { $id: 'MailLanguage', description: 'A language of mail.' }),
)

const kind = Type.Unsafe<MailTemplateKind>({ $ref: 'MailTemplateKind#' })
const language = Type.Unsafe<Language>({ $ref: 'MailLanguage#' })

export const MAX_SUBJECT = 120
export const MAX_TEXT = 4_000

const subject = Type.String({
  minLength: 1,
  maxLength: MAX_SUBJECT,
  pattern: linePattern,
  'x-rule': 'must be one line that is not blank, without control characters',
  description: 'The subject. It may contain placeholders.',
  examples: ['We have received {{application}}'],
})

const text = Type.String({
  minLength: 1,
  maxLength: MAX_TEXT,
  pattern: linesPattern,
  'x-rule': 'must have no control characters but line breaks and tabs',
  description:
    'Plain text with placeholders such as `{{greeting}}`; blank lines separate paragraphs. It may have no link but ' +
    "`{{organization.website}}`. The link to the application and your organization's name follow it.",
  examples: ['{{greeting}}\n\nThank you for {{application}}.'],
})

export const NewMailTemplate = Type.Object(
  { subject, text },
  {
    $id: 'NewMailTemplate',
    additionalProperties: false,
    description: 'The subject and text of a mail to applicants.',
  },
)
export type MailTemplate = Static<typeof NewMailTemplate>

const example = {
  kind: 'received',
  language: 'en',
  subject: 'We have received {{application}}',
  text: '{{greeting}}\n\nThank you for {{application}}.',
  isDefault: false,
} as const

export const ShownMailTemplate = Type.Object(
  {
    kind,
    language,
    subject: Type.String({ description: 'The subject, with placeholders.' }),
    text: Type.String({ description: 'Plain text with placeholders.' }),
    isDefault: Type.Boolean({ description: 'Whether it is the default template.' }),
  },
  {
    $id: 'MailTemplate',
    description: 'The subject and text of a mail to applicants.',
    examples: [example],
  },
)
export type ShownMailTemplate = Static<typeof ShownMailTemplate>

export const MailTemplates = Type.Object(
  {
    accountId: Int64({ description: 'Identifier of the account.', examples: [1] }),
    templates: Type.Array(Type.Unsafe<ShownMailTemplate>({ $ref: 'MailTemplate#' }), {
      maxItems: mailTemplateKinds.length * languages.length,
      description: 'The templates of every kind, by language.',
    }),
    placeholders: Type.Array(Type.Unsafe<MailPlaceholderName>({ $ref: 'MailPlaceholder#' }), {
      maxItems: mailPlaceholderNames.length,
      description: 'The placeholders that a template may contain.',
    }),
  },
  {
    $id: 'MailTemplates',
    description: 'The mail templates of an account.',
    examples: [{ accountId: 1, templates: [example], placeholders: ['greeting', 'animal.name'] }],
  },
)
export type MailTemplates = Static<typeof MailTemplates>

export const MailTemplatePreview = Type.Object(
  { kind, language, subject, text },
  {
    $id: 'MailTemplatePreview',
    additionalProperties: false,
    description: 'A template to preview before it is saved.',
  },
)
export type MailTemplatePreview = Static<typeof MailTemplatePreview>

export const PreviewedMail = Type.Object(
  {
    subject: Type.String({ description: 'The subject.' }),
    text: Type.String({ description: 'The whole text as the applicant gets it.' }),
  },
  {
    $id: 'PreviewedMail',
    description: 'A mail with sample data.',
    examples: [
      {
        subject: 'We have received your application for Biscuit',
        text: 'Hello Ada,\n\nThank you for your application for Biscuit.\n',
      },
    ],
  },
)
export type PreviewedMail = Static<typeof PreviewedMail>

export type MailTemplateChange = {
  kind: 'mail template changed'
  accountId: bigint
  /** Such as `received.de`. */
  field: string
}

/** Identifies a template. */
export type TemplateName = { accountId: bigint; kind: MailTemplateKind; language: Language }

/** The template of accounts that have not written their own. */
export const defaultTemplate = (kind: MailTemplateKind, language: Language): MailTemplate =>
  applicationTexts[language].application[kind]
