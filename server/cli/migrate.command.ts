import type { Command } from 'commander'
import { withDatabase } from './store.ts'

export const migrateCommand = (program: Command): void => {
  program
    .command('migrate')
    .description('bring the store up to date (serve does it too)')
    .action(async () => {
      await withDatabase(async () => {})
      console.log('The store is up to date.')
    })
}
