import type { AccountChange } from '../../accounts/accounts/account.ts'
import type { KeyChange } from '../../accounts/api-keys/api-key.ts'
import type { SessionChange, UserChange } from '../../accounts/users/user.ts'
import type { Logger } from '../../platform/log.ts'

/** Logs a line for each change of a key, an account or a user, with ids as text, as everywhere in the log. */
export const logChanges =
  (log: Pick<Logger, 'info'>) =>
  (changes: readonly (KeyChange | AccountChange | Exclude<UserChange, SessionChange>)[]): void => {
    for (const { kind, ...ids } of changes) log.info(textOf(ids), kind)
  }

const textOf = (ids: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => (typeof id === 'bigint' ? [[name, String(id)]] : [])))
