import type { Command } from 'commander'
import { withDatabase } from './store.ts'

export const migrateCommand = (command: Command): void => {
  command.action(async () => {
    await withDatabase(async () => {})
    console.log('The database is up to date.')
  })
}
