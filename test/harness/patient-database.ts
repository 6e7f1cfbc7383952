import { type DatabaseConfig, readDatabase } from '../../server/program/config/database.settings.ts'

/** The database at a URL, for what a test itself stores and reads there: on a busy machine that may take long. */
export const patientDatabase = (url: string): DatabaseConfig => {
  const config = readDatabase(url)
  return config.kind === 'postgres' ? { ...config, deadlineMs: 60_000 } : config
}
