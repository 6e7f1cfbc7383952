import { type Command, Option } from 'commander'
import type { Account } from '../accounts/account.ts'
import { accountsStore } from '../accounts/accounts.store.ts'
import { type PlanLimits, type PlanName, planNames } from '../plans/plan.ts'
import { printedTime, printJson, printTable } from './output.ts'
import { withStore } from './store.ts'
import { nonEmpty, UsageError, wholeNumber } from './usage.ts'

type Create = { name: string; plan: PlanName; perMinute?: number; perDay?: number; json?: true }

export const accountCommands = (program: Command): void => {
  const accounts = program.command('accounts').description('who calls: customers and their plans')

  accounts
    .command('create')
    .description('add an account')
    .requiredOption('--name <name>', 'its name', nonEmpty)
    .addOption(new Option('--plan <plan>', 'its plan').choices(planNames).makeOptionMandatory())
    .option('--per-minute <n>', 'requests per minute (enterprise)', wholeNumber(1))
    .option('--per-day <n>', 'requests per day (enterprise)', wholeNumber(1))
    .option('--json', 'print one JSON document')
    .action(async ({ name, plan, json, ...own }: Create) => {
      const limits = ownLimits(plan, own)
      const account = await withStore(({ database }) =>
        database.write((trx) =>
          accountsStore.insert(trx.query, { name, plan, limits }, Date.now()),
        ),
      )
      if (json) printJson(shown(account))
      else console.log(`Account ${account.id} (${account.plan}) was made.`)
    })

  accounts
    .command('list')
    .description('list the accounts')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: true }) => {
      const all = await withStore(({ database }) => accountsStore.list(database.read))
      if (json) return printJson(all.map(shown))
      printTable(
        ['ID', 'NAME', 'PLAN', 'PER MINUTE', 'PER DAY', 'CREATED'],
        all.map(({ id, name, plan, perMinute, perDay, createdAtMs }) => [
          id,
          name,
          plan,
          perMinute,
          perDay,
          printedTime(createdAtMs),
        ]),
      )
    })
}

/** Only an enterprise account has limits of its own, and then both. */
const ownLimits = (
  plan: PlanName,
  { perMinute, perDay }: Partial<PlanLimits>,
): PlanLimits | undefined => {
  if (perMinute === undefined && perDay === undefined) return undefined
  if (plan !== 'enterprise') {
    throw new UsageError(
      '--per-minute and --per-day are for --plan enterprise: other plans have fixed limits',
    )
  }
  if (perMinute !== undefined && perDay !== undefined) return { perMinute, perDay }
  throw new UsageError('--per-minute and --per-day are given together')
}

const shown = ({ id, name, plan, perMinute, perDay, createdAtMs }: Account) => ({
  id,
  name,
  plan,
  perMinute,
  perDay,
  createdAt: printedTime(createdAtMs),
})
