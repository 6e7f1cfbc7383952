import { addressForTools, parsePostgresAddress } from '../../platform/storage/postgres-address.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import type { Config } from '../config.ts'
import { commandName } from './command-name.ts'
import { Failed } from './usage.ts'
import { whatToKeep } from './what-to-keep.ts'

/** PostgreSQL has better tools. Prints how to call them, and fails because nothing was done. */
export const rejectPostgres = (config: Config, what: 'backup' | 'restore', file: string): never => {
  if (config.database.kind === 'postgres') {
    console.error(postgresHelp(config.database, file)[what])
    if (what === 'backup') console.error(keepHelp(config))
  }
  throw new Failed('the database is PostgreSQL: nothing was done')
}

const keepHelp = (config: Config): string => {
  const { photos, secretKey, settings } = whatToKeep(config, process.env)
  return `Keep these as well:\n\n  photos      ${photos}\n  secret key  ${secretKey}\n  settings    ${settings}\n`
}

const postgresHelp = ({ url }: Extract<DatabaseConfig, { kind: 'postgres' }>, file: string) => {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const to = `--dbname=${quoted(addressForTools(parsePostgresAddress(url)))}`
  const password = 'The password goes into PGPASSWORD or ~/.pgpass. Run:\n'
  return {
    backup: `${password}\n  pg_dump --format=custom --file=${quoted(file)} ${to}\n`,
    restore: `${password}
  pg_restore --clean --if-exists --single-transaction ${to} ${quoted(file)}
  ${commandName()} restore --hold

Stop every server on it first. What was erased since the backup comes back with it: list that before, with
${commandName()} audit list --action customer.erase, and the same for applicant.erase and user.delete. The second command
makes the database read-only, and holds mail and webhooks, until ${commandName()} restore --confirm.
`,
  }
}
