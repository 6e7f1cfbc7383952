import { type DatabaseConfig, readDatabase } from '../../server/program/config/database.settings.ts'

/** The database at a URL, with a long deadline for what the test itself reads and writes on a busy machine. */
export const patientDatabase = (url: string): DatabaseConfig => {
  const config = readDatabase(url)
  return config.kind === 'postgres' ? { ...config, deadlineMs: 60_000 } : config
}
