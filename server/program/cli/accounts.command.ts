import { type Command, Option } from 'commander'
import { accountError } from '../../accounts/accounts/account.errors.ts'
import {
  type Account,
  type AccountFilters,
  type AccountStatus,
  accountStatuses,
  type NewAccount,
} from '../../accounts/accounts/account.ts'
import { counted } from '../../platform/counted.ts'
import { MAX_LIMIT, planNames } from '../../requests/plans/plan.ts'
import { printJson, printTable } from './output.ts'
import { withDatabase } from './store.ts'
import { id, int64, line, name, UsageError, wholeNumber } from './usage.ts'

type Create = NewAccount & { json?: true }

export const accountCommands = (accounts: Command): void => {
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
      const made = await withDatabase(({ author, database, accounts }) =>
        database.writeAs(author, (trx) => accounts.create(trx, account)),
      )
      if (json) printJson(made)
      else console.log(`Account ${made.id} (${made.plan}) was created.`)
    })

  for (const [verb, done, what] of [
    [
      'suspend',
      'suspended',
      'stop all keys, webhooks and streams of an account and hide its listings, until it is resumed',
    ],
    ['resume', 'resumed', 'undo a suspension'],
  ] as const) {
    accounts
      .command(`${verb} <id>`)
      .description(what)
      .option('--json', 'print one JSON document')
      .action(async (account: string, { json }: { json?: true }) => {
        const changed = await withDatabase(({ author, accounts }) =>
          accounts.update(author, argument(account), { suspended: done === 'suspended' }),
        )
        if (json) return printJson(changed)
        console.log(`Account ${changed.id} (${changed.name}) is ${done}.`)
      })
  }

  accounts
    .command('transfer')
    .description('move animals to another account, with the applications and orders for them')
    .requiredOption('--from <id>', 'the account that owns them now', id)
    .requiredOption('--to <id>', 'the account that will own them', id)
    .option('--category <id>', 'only animals in this category', int64)
    .option('--json', 'print one JSON document')
    .addHelpText('after', transferHelp)
    .action(transfer)

  accounts
    .command('list')
    .description('list the accounts')
    .option('--q <text>', 'only those with these words in their name, or this id', line(100))
    .addOption(new Option('--status <status>', 'only those in this state').choices(accountStatuses))
    .addOption(new Option('--plan <plan>', 'only those on this plan').choices(planNames))
    .option('--json', 'print one JSON document')
    .action(async ({ json, ...filters }: AccountFilters & { json?: true }) => {
      const all = await withDatabase(({ accounts }) => accounts.list(filters), { isReadOnly: true })
      if (json) return printJson(all)
      printTable(
        ['ID', 'NAME', 'PLAN', 'STATUS', 'PER MINUTE', 'PER DAY', 'CREATED', 'SUSPENDED'],
        all.map((account) => [
          account.id,
          account.name,
          account.plan,
          statusOf(account),
          account.perMinute,
          account.perDay,
          account.createdAt,
          account.suspendedAt,
        ]),
      )
    })
}

type TransferOptions = { from: bigint; to: bigint; category?: bigint; json?: true }

const transferHelp = `
Works next to a running server, 200 animals at a time. If interrupted, run it again. Orders stay with the account that
placed them. The new owner sees and handles them and the applications, and sees their events, including past ones.`

const transfer = async ({ from, to, category, json }: TransferOptions): Promise<void> => {
  if (from === to) throw new UsageError('--from and --to are the same account')
  const moved = await withDatabase(async ({ author, accounts, transfers }) => {
    for (const account of [from, to]) {
      if (await accounts.find(account)) continue
      throw accountError('account_not_found', { message: `There is no account ${account}.` })
    }
    return transfers.run(author, { from, to, categoryId: category })
  })
  const categoryId = category === undefined ? {} : { categoryId: category }
  if (json) return printJson({ from, to, ...categoryId, ...moved })
  console.log(
    `Moved ${counted(moved.animals, 'animal')}, ${counted(moved.applications, 'application')} and ` +
      `${counted(moved.orders, 'order')} from account ${from} to account ${to}.`,
  )
}

const statusOf = ({ suspended, reviewedAt }: Account): AccountStatus => {
  if (suspended) return 'suspended'
  return reviewedAt === undefined ? 'unreviewed' : 'active'
}

const argument = (text: string): bigint => {
  try {
    return id(text)
  } catch {
    throw new UsageError(`"${text}" is not an account id; accounts list shows them`)
  }
}
