import { defineErrors } from '../../requests/errors/api-error.ts'

export const listingError = defineErrors({
  listing_not_found: {
    status: 404,
    text: 'No animal with this id is published.',
    advice: 'Remove it from your page: it is a draft, or was sold more than 30 days ago.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    listing: typeof listingError
  }
}
