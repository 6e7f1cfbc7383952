import { type Command, InvalidArgumentError, Option } from 'commander'
import { accountsStore } from '../accounts/accounts.store.ts'
import { type ApiKey, isScope, type Scope, scopes } from '../api-keys/api-key.ts'
import type { ApiKeysService, IssuedKey, KeyRequest } from '../api-keys/api-keys.service.ts'
import { type PlanName, planNames } from '../plans/plan.ts'
import type { Database } from '../platform/storage/database.ts'
import { printedTime, printJson, printTable } from './output.ts'
import { withStore } from './store.ts'
import { id, nonEmpty, time, UsageError, wholeNumber } from './usage.ts'

type Create = {
  account?: bigint
  plan?: PlanName
  name: string
  scopes?: Scope[]
  expires?: number
  json?: true
}

export const keyCommands = (program: Command): void => {
  const keys = program.command('keys').description('API keys of the accounts')

  keys
    .command('create')
    .description('make a key, for an account or with a new one, and print it once')
    .option('--account <id>', 'the account it belongs to', id)
    .addOption(new Option('--plan <plan>', 'make a new account on this plan').choices(planNames))
    .requiredOption('--name <name>', 'what the key is for', nonEmpty)
    .option(
      '--scopes <list>',
      `separated by commas, of: ${scopes.join(', ')}; default: all but admin`,
      scopeList,
    )
    .option('--expires <date>', 'when it ends, as 2027-01-31 or an RFC 3339 time', time)
    .option('--json', 'print one JSON document')
    .action(async ({ account, plan, name, scopes, expires, json }: Create) => {
      if ((account === undefined) === (plan === undefined)) {
        throw new UsageError('give either --account or --plan')
      }
      const request: KeyRequest = { name, scopes, expiresAtMs: expires }
      await withStore(async (store) => {
        const issued = plan
          ? await store.keys.createWithAccount({ name, plan }, request)
          : await store.keys.create(account as bigint, request)
        await printIssued(store.database, issued, json)
      })
    })

  keys
    .command('list')
    .description('list the keys; the keys themselves are not known any more')
    .option('--account <id>', 'only those of this account', id)
    .option('--json', 'print one JSON document')
    .action(async ({ account, json }: { account?: bigint; json?: true }) => {
      const all = await withStore((store) => store.keys.list(account))
      if (json) return printJson(all.map(shown))
      printTable(
        ['ID', 'ACCOUNT', 'KEY', 'NAME', 'STATE', 'LAST USED', 'SCOPES'],
        all.map((key) => [
          key.id,
          key.accountId,
          key.display,
          key.name,
          state(key),
          printedTime(key.lastUsedAtMs),
          key.scopes.join(' '),
        ]),
      )
    })

  keys
    .command('revoke <id>')
    .description('end a key at once')
    .option('--json', 'print one JSON document')
    .action(async (key: string, { json }: { json?: true }) => {
      const revoked = await withStore((store) => store.keys.revoke(argument(key)))
      if (json) printJson(shown(revoked))
      else console.log(`Key ${revoked.id} (${revoked.display}) is revoked.`)
    })

  keys
    .command('rotate <id>')
    .description('make a new key in the place of an old one, and print it once')
    .option('--grace <seconds>', 'how long the old one goes on', wholeNumber(0), 0)
    .option('--json', 'print one JSON document')
    .action(async (key: string, { grace, json }: { grace: number; json?: true }) => {
      await withStore(async ({ keys, database }: { keys: ApiKeysService; database: Database }) =>
        printIssued(database, await keys.rotate(argument(key), grace), json),
      )
    })
}

const argument = (text: string): bigint => {
  try {
    return id(text)
  } catch {
    throw new UsageError(`"${text}" is no id of a key; keys list shows them`)
  }
}

const scopeList = (text: string): Scope[] => {
  const named = text.split(',').map((scope) => scope.trim())
  if (named.every(isScope)) return [...new Set(named)]
  throw new InvalidArgumentError(`Scopes are: ${scopes.join(', ')}.`)
}

const printIssued = async (database: Database, issued: IssuedKey, json?: true): Promise<void> => {
  const account = await accountsStore.find(database.read, issued.accountId)
  if (json) return printJson({ ...shown(issued), key: issued.key, plan: account?.plan })
  console.log(
    `Key ${issued.id} of account ${issued.accountId} (${account?.plan}), shown this once:\n`,
  )
  console.log(`  ${issued.key}\n`)
}

const shown = (key: ApiKey) => ({
  id: key.id,
  accountId: key.accountId,
  name: key.name,
  display: key.display,
  scopes: key.scopes,
  expiresAt: printedTime(key.expiresAtMs),
  revokedAt: printedTime(key.revokedAtMs),
  lastUsedAt: printedTime(key.lastUsedAtMs),
  createdAt: printedTime(key.createdAtMs),
})

const state = ({ revokedAtMs, expiresAtMs }: ApiKey): string => {
  if (revokedAtMs !== undefined) return 'revoked'
  if (expiresAtMs === undefined) return 'active'
  return expiresAtMs <= Date.now() ? 'expired' : `until ${printedTime(expiresAtMs)}`
}
