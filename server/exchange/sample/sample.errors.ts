import { defineErrors } from '../../requests/errors/api-error.ts'

export const sampleError = defineErrors({
  account_has_animals: {
    status: 409,
    text: 'The sample shelter is for accounts that have no animals.',
    advice: 'Nothing needs to be done. To try things out, use staging.',
  },
  sample_under_way: {
    status: 409,
    text: 'The sample shelter is being removed.',
    advice: 'Get the sample, and retry once its status is `absent`.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    sample: typeof sampleError
  }
}
