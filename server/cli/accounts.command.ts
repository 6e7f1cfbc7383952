import { type Command, Option } from 'commander'
import type { NewAccount } from '../accounts/account.ts'
import { MAX_LIMIT, planNames } from '../plans/plan.ts'
import { printJson, printTable } from './output.ts'
import { withStore } from './store.ts'
import { name, wholeNumber } from './usage.ts'

type Create = NewAccount & { json?: true }

export const accountCommands = (program: Command): void => {
  const accounts = program.command('accounts').description('who calls: customers and their plans')
  const limit = wholeNumber(1, MAX_LIMIT)

  accounts
    .command('create')
    .description('add an account')
    .requiredOption('--name <name>', 'its name', name)
    .addOption(new Option('--plan <plan>', 'its plan').choices(planNames).makeOptionMandatory())
    .option('--per-minute <n>', 'requests per minute (enterprise)', limit)
    .option('--per-day <n>', 'requests per day (enterprise)', limit)
    .option('--json', 'print one JSON document')
    .action(async ({ json, ...account }: Create) => {
      const made = await withStore(({ database, accounts }) =>
        database.write((trx) => accounts.create(trx, account)),
      )
      if (json) printJson(made)
      else console.log(`Account ${made.id} (${made.plan}) was made.`)
    })

  accounts
    .command('list')
    .description('list the accounts')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: true }) => {
      const all = await withStore(({ accounts }) => accounts.list())
      if (json) return printJson(all)
      printTable(
        ['ID', 'NAME', 'PLAN', 'PER MINUTE', 'PER DAY', 'CREATED'],
        all.map(({ id, name, plan, perMinute, perDay, createdAt }) => [
          id,
          name,
          plan,
          perMinute,
          perDay,
          createdAt,
        ]),
      )
    })
}
