import { defineErrors } from '../../requests/errors/api-error.ts'

export const documentError = defineErrors({
  customer_erased: {
    status: 409,
    text: "The customer's data has been erased.",
    advice: 'Do not retry: erased data cannot be restored.',
  },
  document_not_available: {
    status: 409,
    text: 'An order with this status has no such document.',
    advice: 'Read the order again; its status has changed.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    document: typeof documentError
  }
}
