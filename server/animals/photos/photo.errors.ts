import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const photoError = defineErrors({
  invalid_image: {
    status: 400,
    text: 'The file is not a supported image.',
    advice: 'Send the image in the way that the message says. The same file will fail again.',
  },
  photo_not_found: notFound('photo', 'Treat the photo as deleted.'),
  photo_limit_reached: {
    status: 409,
    text: 'The animal already has 20 photos.',
    advice: 'Delete a photo of the animal first.',
  },
  photo_quota_exceeded: {
    status: 429,
    text: 'The plan of this account allows no more photos in this day. Retry after `Retry-After` seconds.',
    advice:
      'Wait `Retry-After` seconds before you add or rotate photos, or ask for a larger plan. Other requests need not wait, and it does not count as a strike.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    photo: typeof photoError
  }
}
