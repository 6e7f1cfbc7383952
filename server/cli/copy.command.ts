import type { Command } from 'commander'
import { type DatabaseConfig, readDatabase } from '../config/database.settings.ts'
import { readConfig } from '../config.ts'
import { fillIndex } from '../listings/listing-rebuild.repository.ts'
import { openDatabase } from '../open-database.ts'
import { type CopiedRows, copyDatabase } from '../platform/storage/copy.ts'
import { copiedTables } from '../schema/copied-tables.ts'
import { migrations } from '../schema/migrations.ts'
import { printJson, printTable } from './output.ts'
import { noteInLog } from './store.ts'
import { UsageError } from './usage.ts'

type Copy = { to: DatabaseConfig; json?: true }

export const copyCommand = (program: Command): void => {
  program
    .command('copy')
    .description(
      'copy the whole database into an empty one, for example from SQLite to PostgreSQL; ' +
        'stop every server on either first: later writes are not copied',
    )
    .requiredOption('--to <url>', 'the empty database, in the form of DATABASE_URL', store)
    .option('--json', 'print one JSON document')
    .action(async ({ to, json }: Copy) => {
      await noteInLog('copy begun')
      const copied = await copy(readConfig(process.env).database, to)
      if (json) printJson(copied)
      else printTable(['TABLE', 'ROWS'], Object.entries(copied))
    })
}

const copy = async (from: DatabaseConfig, to: DatabaseConfig): Promise<CopiedRows> => {
  const source = await openDatabase(from)
  try {
    const target = await openDatabase(to)
    try {
      return await copyDatabase(source, target, {
        tables: copiedTables,
        migrations,
        finish: fillIndex,
      })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** The address is not repeated when it is wrong: it may have a password in it. */
const store = (text: string): DatabaseConfig => {
  try {
    return readDatabase(text)
  } catch (fault) {
    throw new UsageError(`--to ${fault}`)
  }
}
