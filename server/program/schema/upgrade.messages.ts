import type { DatabaseConfig } from '../config/database.settings.ts'

/** The start data of the upgrade thread. */
export type UpgradeOptions = { config: DatabaseConfig; isForced: boolean }

/** The messages of the thread: notices for the operator, and at the end the result. */
export type UpgradeMessage = { notice: string } | { isDone: true } | { rejection: string } | { failure: string }
