import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const formError = defineErrors({
  form_not_found: notFound('form', 'Check the id. Forms of other accounts serve only their own animals.'),
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    form: typeof formError
  }
}
