import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const mailError = defineErrors({
  mail_not_found: notFound('mail', 'Check the id. Mail is removed some time after it was sent: `MAIL_RETENTION_DAYS`.'),
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    mail: typeof mailError
  }
}
