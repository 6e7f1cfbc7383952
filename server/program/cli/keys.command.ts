import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import {
  type ApiKey,
  defaultScopes,
  type IssuedKey,
  isScope,
  MAX_GRACE_SECONDS,
  type NewApiKey,
} from '../../accounts/api-keys/api-key.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type KeyKind, keyKinds } from '../../requests/access/key-kind.ts'
import { type Scope, scopes } from '../../requests/access/scope.ts'
import { MAX_LIMIT, type PlanName, planNames } from '../../requests/plans/plan.ts'
import { printJson, printTable } from './output.ts'
import { withDatabase } from './store.ts'
import { id, name, time, UsageError, usageError, wholeNumber } from './usage.ts'

type Create = {
  account?: bigint
  plan?: PlanName
  name: string
  kind?: KeyKind
  scopes?: Scope[]
  origins?: string[]
  perMinute?: number
  perDay?: number
  expires?: string
  json?: true
}

export const keyCommands = (keys: Command): void => {
  keys
    .command('create')
    .description('create a key, for an existing or a new account, and print it once')
    .option('--account <id>', 'the account of the key', id)
    .addOption(new Option('--plan <plan>', 'create a new account on this plan').choices(planNames))
    .requiredOption('--name <name>', 'what the key is for', name)
    .option(
      '--scopes <list>',
      `separated by commas: ${scopes.join(', ')}; default: ${defaultScopes.secret.join(', ')}`,
      scopeList,
    )
    .addOption(
      new Option('--kind <kind>', 'publishable: for a web page; default: secret').choices(keyKinds),
    )
    .option(
      '--origins <list>',
      'for a publishable key: the origins that may use it, for example https://a.example,https://b.example',
      commaSeparated,
    )
    .option('--per-minute <n>', 'limit of the key itself, below that of its account', limit)
    .option('--per-day <n>', 'limit of the key itself, below that of its account', limit)
    .option('--expires <date>', 'when it expires: 2027-01-31, or an RFC 3339 time', time)
    .option('--json', 'print one JSON document')
    .action(async ({ account, plan, name, origins, expires, json, ...rest }: Create) => {
      if ((account === undefined) === (plan === undefined)) {
        throw new UsageError('give either --account or --plan')
      }
      const request: NewApiKey = {
        name,
        ...rest,
        ...(origins && { allowedOrigins: origins }),
        expiresAt: expires,
      }
      await withDatabase(async ({ author, keys, accounts }) => {
        const issued = await (plan
          ? keys.createWithAccount(author, { name, plan }, request)
          : keys.create(author, account as bigint, request)
        ).catch((error) => {
          throw error instanceof HttpError && error.errors ? usageError(error) : error
        })
        await printIssued(accounts, issued, json)
      })
    })

  keys
    .command('list')
    .description('list keys; the secret part is stored nowhere')
    .option('--account <id>', 'only keys of this account', id)
    .option('--json', 'print one JSON document')
    .action(async ({ account, json }: { account?: bigint; json?: true }) => {
      const all = await withDatabase(({ keys }) => keys.list({ accountId: account }), {
        isReadOnly: true,
      })
      if (json) return printJson(all)
      const isLimited = all.some(({ perMinute, perDay }) => perMinute ?? perDay)
      const isOfPages = all.some(({ kind }) => kind === 'publishable')
      printTable(
        [
          ...['ID', 'ACCOUNT', 'KEY', 'KIND', 'NAME', 'STATE', 'LAST USED'],
          ...(isLimited ? ['PER MINUTE', 'PER DAY'] : []),
          ...(isOfPages ? ['ORIGINS'] : []),
          'SCOPES',
        ],
        all.map((key) => [
          ...[
            key.id,
            key.accountId,
            key.display,
            key.kind,
            key.name,
            shownState(key),
            key.lastUsedAt,
          ],
          ...(isLimited ? [key.perMinute, key.perDay] : []),
          ...(isOfPages ? [key.allowedOrigins?.join(' ')] : []),
          key.scopes.join(' '),
        ]),
      )
    })

  keys
    .command('revoke <id>')
    .description('revoke a key at once')
    .option('--json', 'print one JSON document')
    .action(async (key: string, { json }: { json?: true }) => {
      const revoked = await withDatabase(({ author, keys }) => keys.revoke(author, argument(key)))
      if (json) printJson(revoked)
      else console.log(`Key ${revoked.id} (${revoked.display}) was revoked.`)
    })

  keys
    .command('rotate <id>')
    .description('create a new key to replace an old one, and print it once')
    .option(
      '--grace <seconds>',
      'how long the old key stays valid',
      wholeNumber(0, MAX_GRACE_SECONDS),
      0,
    )
    .option('--json', 'print one JSON document')
    .action(async (key: string, { grace, json }: { grace: number; json?: true }) => {
      await withDatabase(async ({ author, keys, accounts }) =>
        printIssued(accounts, await keys.rotate(author, argument(key), grace), json),
      )
    })
}

const limit = wholeNumber(1, MAX_LIMIT)

const argument = (text: string): bigint => {
  try {
    return id(text)
  } catch {
    throw new UsageError(`"${text}" is not the id of a key; keys list shows them`)
  }
}

const commaSeparated = (text: string): string[] => text.split(',').map((part) => part.trim())

const scopeList = (text: string): Scope[] => {
  const named = commaSeparated(text)
  if (named.every(isScope)) return [...new Set(named)]
  throw new InvalidArgumentError(`Scopes are: ${scopes.join(', ')}.`)
}

const printIssued = async (
  accounts: Pick<AccountsService, 'find'>,
  issued: IssuedKey,
  json?: true,
): Promise<void> => {
  const account = await accounts.find(issued.accountId)
  if (json) return printJson({ ...issued, plan: account?.plan })
  console.log(
    `Key ${issued.id} of account ${issued.accountId} (${account?.plan}), shown only once:\n`,
  )
  console.log(`  ${issued.key}\n`)
}

/** The state, with the time until which it lasts. */
const shownState = ({ state, bannedUntil, expiresAt }: ApiKey): string => {
  const until = state === 'banned' ? bannedUntil : isWorking(state) ? expiresAt : undefined
  return until === undefined ? state : `${state} until ${until}`
}

const isWorking = (state: ApiKey['state']): boolean => state === 'active' || state === 'rotated'
