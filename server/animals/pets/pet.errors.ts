import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const petError = defineErrors({
  pet_not_found: notFound('animal', 'Treat the animal as deleted.'),
  pet_not_available: {
    status: 409,
    text: 'The animal is not available.',
    advice: 'Choose another animal, or wait for a `pet.updated` event.',
  },
  pet_has_open_order: {
    status: 409,
    text: 'An open order owns the status of this animal.',
    advice: 'Deliver or cancel the order instead.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    pet: typeof petError
  }
}
