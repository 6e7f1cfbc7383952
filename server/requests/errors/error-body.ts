import { type Static, Type } from 'typebox'
import { type HttpError, listedIssues, MAX_ISSUES } from '../../platform/http/http-error.ts'
import { ApiError } from './api-error.ts'

/** The body of every error response (docs/guides/errors.md). */
export const ErrorBody = Type.Object(
  {
    code: Type.String({
      description: 'Machine-readable error code.',
      examples: ['validation_failed'],
    }),
    message: Type.String({ description: 'Human-readable description.' }),
    status: Type.Integer({ description: 'The HTTP status code.', examples: [400] }),
    requestId: Type.Optional(
      Type.String({
        description: 'The `X-Request-Id` of this response. Include it when you ask for help.',
      }),
    ),
    docs: Type.Optional(
      Type.String({
        description: 'The documentation of this code, as a path on this server.',
        examples: ['/docs/guides/errors#validation_failed'],
      }),
    ),
    requiredScope: Type.Optional(
      Type.String({
        description: 'With `insufficient_scope`: the scope that the operation requires.',
        examples: ['pets:write'],
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'The field, parameter or header that is not valid.' }),
          code: Type.String({ description: 'The machine-readable kind of error.' }),
          message: Type.String({ description: 'A readable description of the valid values.' }),
          suggestion: Type.Optional(
            Type.String({
              description: 'For an unknown parameter: the parameter that was probably meant.',
              examples: ['limit'],
            }),
          ),
        }),
        {
          maxItems: MAX_ISSUES,
          description: 'All validation issues, at most 100. The last one says how many more there are.',
        },
      ),
    ),
  },
  { $id: 'Error', description: 'The body of every error response.' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** `most` is the maximum number of issues to list, at least one. */
export const errorBody = (error: HttpError, requestId: string, most?: number): ErrorBody => {
  const { code, message, statusCode } = error
  const requiredScope = error instanceof ApiError ? error.requiredScope : undefined
  const errors = listedIssues(error, most)
  return {
    code,
    message,
    status: statusCode,
    requestId,
    docs: docsOf(code),
    ...(requiredScope !== undefined && { requiredScope }),
    ...(errors && { errors }),
  }
}

/** Relative, because a request may name any host. */
const docsOf = (code: string): string => `/docs/guides/errors#${code}`
