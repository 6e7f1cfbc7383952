import type { Command } from 'commander'
import { withDatabase } from './store.ts'

export const migrateCommand = (program: Command): void => {
  program
    .command('migrate')
    .description('migrate the database (serve does this too)')
    .action(async () => {
      await withDatabase(async () => {})
      console.log('The database is up to date.')
    })
}
