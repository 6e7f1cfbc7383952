import { type Command, Option } from 'commander'
import type { NewAccount } from '../accounts/account.ts'
import { MAX_LIMIT, planNames } from '../plans/plan.ts'
import { printJson, printTable } from './output.ts'
import { withDatabase } from './store.ts'
import { id, name, UsageError, wholeNumber } from './usage.ts'

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
      const made = await withDatabase(({ database, accounts }) =>
        database.write((trx) => accounts.create(trx, account)),
      )
      if (json) printJson(made)
      else console.log(`Account ${made.id} (${made.plan}) was made.`)
    })

  for (const [verb, done, what] of [
    [
      'suspend',
      'suspended',
      'stop all keys, webhooks and streams of an account, until it is resumed',
    ],
    ['resume', 'resumed', 'undo a suspension'],
  ] as const) {
    accounts
      .command(`${verb} <id>`)
      .description(what)
      .option('--json', 'print one JSON document')
      .action(async (account: string, { json }: { json?: true }) => {
        const changed = await withDatabase(({ accounts }) =>
          accounts.update(argument(account), { suspended: done === 'suspended' }),
        )
        if (json) return printJson(changed)
        console.log(`Account ${changed.id} (${changed.name}) is ${done}.`)
      })
  }

  accounts
    .command('list')
    .description('list the accounts')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: true }) => {
      const all = await withDatabase(({ accounts }) => accounts.list())
      if (json) return printJson(all)
      printTable(
        ['ID', 'NAME', 'PLAN', 'PER MINUTE', 'PER DAY', 'CREATED', 'SUSPENDED'],
        all.map(({ id, name, plan, perMinute, perDay, createdAt, suspendedAt }) => [
          id,
          name,
          plan,
          perMinute,
          perDay,
          createdAt,
          suspendedAt,
        ]),
      )
    })
}

const argument = (text: string): bigint => {
  try {
    return id(text)
  } catch {
    throw new UsageError(`"${text}" is no id of an account; accounts list shows them`)
  }
}
