import type { DatabaseConfig } from '../config/database.settings.ts'

/** What the thread that upgrades a database is started with. */
export type UpgradeOptions = { config: DatabaseConfig; isForced: boolean }

/** What it sends: what the operator has to know, and at the end how it went. */
export type UpgradeMessage =
  | { notice: string }
  | { isDone: true }
  | { refusal: string }
  | { failure: string }
