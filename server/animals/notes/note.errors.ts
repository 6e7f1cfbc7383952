import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const noteError = defineErrors({
  note_not_found: notFound('note', 'Treat the note as deleted.'),
  note_limit_reached: {
    status: 409,
    text: 'The animal already has 500 notes.',
    advice: 'Delete a note of the animal first.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    note: typeof noteError
  }
}
