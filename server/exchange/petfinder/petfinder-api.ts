import { STATUS_CODES } from 'node:http'
import { type Fault, type HttpError, listedIssues } from '../../platform/http/http-error.ts'
import type { ErrorContext, Surface } from '../../requests/api/surface.ts'

/** Version 2 of Petfinder's API, for programs written for it. */
export const petfinderApi: Surface = {
  prefix: '/compat/petfinder/v2',
  has: (path) => /^\/compat(?:[/?]|$)/.test(path),
  errorType: 'application/problem+json',
  errorText: (error, context) => JSON.stringify(problemOf(error, context)),
  // Petfinder's own client sends it.
  allowedHeaders: 'X-Api-Sdk',
}

export const TOKEN_OPERATION = 'petfinderCreateToken'

/** An error in the format of version 2 (RFC 9457). Clients distinguish errors by `type`. */
const problemOf = (error: HttpError, { operationId }: ErrorContext) => {
  const { statusCode: status, message } = error
  const isToken = operationId === TOKEN_OPERATION
  const issues = listedIssues(error)
  return {
    type: `https://www.petfinder.com/developers/v2/docs/errors/${kindOf(status, issues)}/`,
    status,
    ...(isToken ? tokenTexts(error, issues) : textsOf(status, message)),
    ...(issues && { 'invalid-params': issues.map((issue) => invalidParam(issue, error, isToken)) }),
  }
}

const kindOf = (status: number, issues: readonly Fault[] | undefined): string => {
  if (status !== 400) return `ERR-${status}`
  return issues?.some(({ code }) => code !== 'required') === false ? 'ERR-00001' : 'ERR-00002'
}

/** Version 2 did not say why a token is invalid. */
const textsOf = (status: number, message: string) => ({
  title: titleOf(status),
  detail: status === 401 ? 'Access token invalid or expired' : message,
})

const titleOf = (status: number): string => (status === 400 ? 'Invalid Request' : (STATUS_CODES[status] ?? 'Error'))

/** RFC 6749 section 5.2. */
const tokenTexts = ({ statusCode, message }: HttpError, issues: readonly Fault[] = []) => {
  if (statusCode === 401) return { title: 'invalid_client', detail: 'Client authentication failed' }
  if (statusCode !== 400) return { title: titleOf(statusCode), detail: message }
  const isGrant = issues.some(({ field, code }) => field === 'grant_type' && code !== 'required')
  return { title: isGrant ? 'unsupported_grant_type' : 'invalid_request', detail: message }
}

const invalidParam = ({ field, message }: Fault, { code }: HttpError, isToken: boolean) => ({
  in: isToken ? 'body' : code === 'malformed_request' ? 'header' : 'query',
  path: field,
  message: sentence(field, message),
})

/** Most messages say what the field must be; those with a capital letter are full sentences. */
const sentence = (field: string, message: string): string =>
  /^[a-z]/.test(message) ? `${field} ${message}.` : `${message}.`
