import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const organizationError = defineErrors({
  organization_not_found: notFound('organization', 'Check the id, or have the account add its public details first.'),
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    organization: typeof organizationError
  }
}
