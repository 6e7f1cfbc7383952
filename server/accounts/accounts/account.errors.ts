import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const accountError = defineErrors({
  account_unreviewed: {
    status: 403,
    text: 'The staff of this store have not accepted your account yet, so it cannot do this.',
    advice: 'Wait until the staff accept the account. You can manage your own animals meanwhile.',
  },
  account_not_found: notFound('account'),
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    account: typeof accountError
  }
}
