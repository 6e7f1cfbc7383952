import { requestError } from '../errors/request.errors.ts'

/** Why the store is read-only: because of the setting `MAINTENANCE`, or until a restore is confirmed. */
export type ReadOnlyReason = 'setting' | 'restore'

/** The work that the service does not do at the moment. */
export type Maintenance = {
  /** Undefined while writes are accepted. */
  readOnlyReason(): ReadOnlyReason | undefined
  isReadOnly(): boolean
  /** Whether mail and webhook deliveries stay queued until a restore is confirmed. */
  isSendingHeld(): boolean
}

/** Only an estimate, because the end of the maintenance is unknown. */
export const READ_ONLY_RETRY_SECONDS = 60

export const readOnlyError = () =>
  requestError('read_only', { headers: { 'retry-after': String(READ_ONLY_RETRY_SECONDS) } })

export type RestoreChange = { kind: 'restore confirmed' }
