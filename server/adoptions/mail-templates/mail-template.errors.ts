import { defineErrors } from '../../requests/errors/api-error.ts'

export const mailTemplateError = defineErrors({
  mail_template_not_found: {
    status: 404,
    text: 'There is no mail template of this kind in this language.',
    advice: '`GET /v1/mail-templates` lists every kind and language.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    mailTemplate: typeof mailTemplateError
  }
}
