import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { prepareDatabase } from '../wiring/schema.ts'

export const migrateCommand = (command: Command): void => {
  command.action(async () => {
    await prepareDatabase(readConfig(process.env).database, 'upgrade')
    console.log('The database is up to date.')
  })
}
