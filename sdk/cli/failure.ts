import { type Command, CommanderError } from 'commander'
import { AdoptionStoreError, type ApiError, ConnectionError, isApiError, stringifyExact } from '../mod.ts'

const FAILED = 1
const WRONG_USAGE = 2

/** An error of the command line itself; its code is for scripts. */
export class CommandFailure extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Exits with a code, after the error was printed. */
class AlreadyReported extends CommanderError {
  constructor(exitCode: number) {
    super(exitCode, 'adoption-store.reported', '')
  }
}

/** Ends a command with the error of its work. `address` is where the requests went. */
export const fail = (command: Command, error: unknown, address: string): never => {
  if (error instanceof CommanderError) throw error
  if (command.opts<{ json?: true }>().json) {
    console.error(stringifyExact(errorJson(error)))
    throw new AlreadyReported(isInvalid(error) ? WRONG_USAGE : FAILED)
  }
  if (isInvalid(error)) command.error(`error: ${issues(error)} (${origin(error)})`)
  if (isApiError(error)) throw new Error(sentence(error))
  if (!(error instanceof AdoptionStoreError)) throw error
  throw new Error(`${error.message} (${address})`)
}

/** Reports a failure to read the command line as incorrect usage. */
export const understood = <T>(command: Command, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    return command.error(`error: ${error instanceof Error ? error.message : error}`)
  }
}

const isInvalid = (error: unknown): error is ApiError => isApiError(error) && error.errors.length > 0

/** The fields of an error response, also for errors without one. */
const errorJson = (error: unknown): object => {
  if (isApiError(error)) {
    const { code, reason: message, status, requestId, requiredScope, retryAfterSeconds } = error
    const errors = error.errors.length > 0 ? error.errors : undefined
    return { code, message, status, requestId, requiredScope, retryAfterSeconds, errors }
  }
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof CommandFailure) return { code: error.code, message }
  if (error instanceof ConnectionError) return { code: 'connection_failed', message }
  return { code: error instanceof AdoptionStoreError ? 'no_response' : 'failed', message }
}

const issues = ({ errors }: ApiError): string => errors.map(({ field, message }) => `${field} ${message}`).join('; ')

const origin = ({ code, requestId }: ApiError): string =>
  requestId === undefined ? code : `${code}, request id ${requestId}`

const sentence = (error: ApiError): string => {
  const wait = error.retryAfterSeconds === undefined ? '' : ` Retry after ${error.retryAfterSeconds} s.`
  return `${error.reason}${wait} (${origin(error)})`
}
