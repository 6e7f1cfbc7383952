import type { ChangeOptions, PostOptions, ReadOptions } from './options.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type {
  MailLanguage,
  MailTemplate,
  MailTemplateKind,
  MailTemplatePreview,
  MailTemplateQuery,
  MailTemplates,
  MailTemplatesQuery,
  NewMailTemplate,
  PreviewedMail,
} from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for the templates of mail to applicants. */
export type MailTemplateCalls = ReturnType<typeof mailTemplateCalls>

export const mailTemplateCalls = (send: Send) => ({
  /** Lists the templates of every kind and language, or of one language. Throws `account_not_found`. */
  list: (query?: MailTemplatesQuery, options?: ReadOptions): Call<MailTemplates> =>
    send({ operation: 'listMailTemplates', path, query }, options),

  /** Gets a template. Throws `account_not_found`, `mail_template_not_found`. */
  get: (
    kind: MailTemplateKind,
    language: MailLanguage,
    query?: MailTemplateQuery,
    options?: ReadOptions,
  ): Call<MailTemplate> => send({ operation: 'getMailTemplate', path: pathOf(kind, language), query }, options),

  /**
   * Replaces a template. Throws `validation_failed` for unknown placeholders and for links, `account_unreviewed`,
   * `account_not_found`, `mail_template_not_found`, `precondition_failed`.
   */
  put: (
    kind: MailTemplateKind,
    language: MailLanguage,
    template: NewMailTemplate,
    query?: MailTemplateQuery,
    options?: ChangeOptions,
  ): Call<MailTemplate> =>
    send(
      {
        operation: 'putMailTemplate',
        method: 'PUT',
        path: pathOf(kind, language),
        query,
        body: template,
      },
      options,
    ),

  /** Restores the default text. Throws `account_not_found`, `mail_template_not_found`, `precondition_failed`. */
  remove: (
    kind: MailTemplateKind,
    language: MailLanguage,
    query?: MailTemplateQuery,
    options?: ChangeOptions,
  ): Call<void> =>
    send(
      {
        operation: 'deleteMailTemplate',
        method: 'DELETE',
        path: pathOf(kind, language),
        query,
      },
      options,
    ),

  /** Renders a template with sample data. Throws `validation_failed`, `account_not_found`. */
  preview: (template: MailTemplatePreview, query?: MailTemplateQuery, options?: PostOptions): Call<PreviewedMail> =>
    send(
      {
        operation: 'previewMail',
        method: 'POST',
        path: `${path}/preview`,
        query,
        body: template,
      },
      options,
    ),
})

const path = '/mail-templates'
const pathOf = (kind: MailTemplateKind, language: MailLanguage): string => `${path}/${inPath(kind)}/${inPath(language)}`
