import type { Command } from 'commander'
import { counted } from '../../platform/counted.ts'
import type { SchemaAccess } from '../../platform/storage/prepare.ts'
import { rejectNewer } from '../../platform/storage/schema.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import { readConfig } from '../config.ts'
import { beginLog } from '../schema/begun-log.ts'
import { migrations } from '../schema/migrations.ts'
import { databaseSchema, prepareDatabase } from '../schema/prepare-database.ts'
import { printJson, printTable } from './output.ts'
import { stoppable, unlessStopped } from './stop-signals.ts'

type Options = { dryRun?: boolean; yes?: boolean; json?: boolean }

export const migrateCommand = (command: Command): void => {
  command
    .option('--dry-run', 'list the steps that would run, and change nothing')
    .option('--yes', 'upgrade even while programs of an older version use the database')
    .option('--json', 'print one JSON document: the steps')
    .addHelpText('after', help)
    .action(migrate)
}

const help = `
Servers of an older version go on beside an upgrade whose steps are all additive. A step that is not additive breaks them: it
runs only when none is connected, or with --yes (or MIGRATE=yes). Make a backup first.

Exit code: 0, or 3 if programs of an older version are connected that the upgrade would break. Then nothing was changed.`

const migrate = async ({ dryRun = false, yes = false, json = false }: Options): Promise<void> => {
  const config = readConfig(process.env)
  const database = await databaseSchema(config.database)
  const steps = await missingSteps(database)
  if (!dryRun) {
    await upgrade(config.database, yes || config.isUpgradeForced)
    await beginLog(
      config,
      steps.map(({ name }) => name),
    )
  }
  if (json) return printJson(steps)
  if (steps.length > 0) printSteps(steps)
  if (!dryRun || steps.length === 0) return console.log('The database is up to date.')
  console.log(`${counted(steps.length, 'step')} would run. Nothing was changed.`)
  const programs = await database.findOlderPrograms()
  if (programs !== undefined) console.error(`note: ${programs}`)
}

/**
 * The upgrade is one transaction, so a process that ends meanwhile has changed nothing. The first process of a
 * container ignores signals without a listener, so one is needed. With an embedded database this thread is blocked, so
 * there the default action of the signal ends the process.
 */
const upgrade = (database: DatabaseConfig, isForced: boolean): Promise<void> => {
  const work = () => prepareDatabase(database, 'upgrade', { isForced })
  return database.kind === 'sqlite' ? work() : stoppable((stopping) => unlessStopped(work(), stopping))
}

const missingSteps = async (database: SchemaAccess) => {
  const schema = await database.read()
  rejectNewer(schema)
  return schema.missing.map((name) => {
    const { version, isAdditive } = migrations[name] ?? { version: '', isAdditive: true }
    return { name, version, isAdditive }
  })
}

const printSteps = (steps: Awaited<ReturnType<typeof missingSteps>>): void =>
  printTable(
    ['STEP', 'VERSION', 'KIND'],
    steps.map(({ name, version, isAdditive }) => [name, version, isAdditive ? 'additive' : 'not additive']),
  )
