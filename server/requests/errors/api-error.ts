import {
  type ErrorDefinition,
  type ErrorDetails,
  HttpError,
  type ProtocolErrorCode,
} from '../../platform/http/http-error.ts'

type Details = ErrorDetails & { requiredScope?: string }

/** An error that clients receive. Details beside its text go to the log. */
export class ApiError extends HttpError {
  /** For `insufficient_scope`: the scope that the operation requires. */
  readonly requiredScope: string | undefined

  constructor(code: string, definition: Pick<ErrorDefinition, 'status' | 'text'>, details: Details = {}) {
    super(code, definition, details)
    this.name = 'ApiError'
    this.requiredScope = details.requiredScope
  }
}

/**
 * Defines the errors of a folder by their codes, which are never renamed. Returns the function that creates one:
 * `throw noteError('note_not_found')`. Its module contributes the definitions, for the docs.
 */
export const defineErrors = <Code extends string>(definitions: Readonly<Record<Code, ErrorDefinition>>) =>
  Object.assign((code: Code, details?: Details): ApiError => new ApiError(code, definitions[code], details), {
    definitions,
  })

/** An error for an id that nothing has. */
export const notFound = (resource: string, advice = 'Check the id.'): ErrorDefinition => ({
  status: 404,
  text: `There is no ${resource} with this id.`,
  advice,
})

/** The errors of every folder. Each adds its own in its `*.errors.ts` by declaration merging, as it does its tables. */
// biome-ignore lint/suspicious/noEmptyInterface: folders add their errors.
export interface Errors {}

export type ErrorCode = ProtocolErrorCode | Parameters<Errors[keyof Errors]>[0]

/** Every error that a client can receive, by its code. */
export type ErrorTable = Readonly<Record<ErrorCode, ErrorDefinition>>
