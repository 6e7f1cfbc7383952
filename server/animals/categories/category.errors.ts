import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const categoryError = defineErrors({
  category_not_found: notFound('category', 'Check the id, or create the category first.'),
  category_in_use: {
    status: 409,
    text: 'Animals belong to this category.',
    advice: 'Move or delete its animals first.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    category: typeof categoryError
  }
}
