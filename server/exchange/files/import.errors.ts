import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const importError = defineErrors({
  import_not_found: notFound('import', 'Check the id. A key sees only the imports for its own account.'),
  import_not_ready: {
    status: 409,
    text: 'The status of the import does not allow this.',
    advice:
      'Get the import and check its status: `checking` and `running` end after a moment, and only a `checked` import can be run.',
  },
  already_imported: {
    status: 409,
    text: 'This file was imported before, with the same options.',
    advice: 'Nothing needs to be done. To import it anyway, send `again`.',
  },
  too_many_imports: {
    status: 409,
    text: 'The plan of this account allows no more imports for now.',
    advice: 'Run or delete an import whose file is stored, or wait, as the message says.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    import: typeof importError
  }
}
