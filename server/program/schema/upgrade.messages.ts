import type { DatabaseConfig } from '../config/database.settings.ts'

/** What the upgrade thread is started with. */
export type UpgradeOptions = { config: DatabaseConfig; isForced: boolean }

/** What the thread sends: notices for the operator, and at the end the result. */
export type UpgradeMessage =
  | { notice: string }
  | { isDone: true }
  | { rejection: string }
  | { failure: string }
