import { type Command, InvalidArgumentError, Option } from 'commander'
import { accountError } from '../../accounts/accounts/account.errors.ts'
import type { Account, NewAccount } from '../../accounts/accounts/account.ts'
import {
  type ApiKey,
  defaultScopes,
  type IssuedKey,
  isScope,
  type KeyFilters,
  keyStates,
  MAX_GRACE_SECONDS,
  type NewApiKey,
} from '../../accounts/api-keys/api-key.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type KeyKind, keyKinds } from '../../requests/access/key-kind.ts'
import { type Scope, scopes } from '../../requests/access/scope.ts'
import { MAX_LIMIT, type PlanName, planNames } from '../../requests/plans/plan.ts'
import { accountCopies } from '../staging/account-copies.ts'
import { printJson, printTable } from './output.ts'
import { withDatabase } from './store.ts'
import { id, line, name, time, UsageError, usageError, wholeNumber } from './usage.ts'

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
  test?: true
  json?: true
}

type List = KeyFilters & { account?: bigint; test?: boolean; json?: true }
type Rotate = { grace: number; test?: boolean; json?: true }

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
    .addOption(new Option('--kind <kind>', 'publishable: for a web page; default: secret').choices(keyKinds))
    .option(
      '--origins <list>',
      'for a publishable key: the origins that may use it, for example https://a.example,https://b.example',
      commaSeparated,
    )
    .option('--per-minute <n>', 'limit of the key itself, below that of its account', limit)
    .option('--per-day <n>', 'limit of the key itself, below that of its account', limit)
    .option('--expires <date>', 'when it expires: 2027-01-31, or an RFC 3339 time', time)
    .option('--test', 'a test key, which works only in staging')
    .option('--json', 'print one JSON document')
    .action(async ({ account, plan, name, origins, expires, test, json, ...rest }: Create) => {
      if ((account === undefined) === (plan === undefined)) {
        throw new UsageError('give either --account or --plan')
      }
      const request: NewApiKey = {
        name,
        ...rest,
        ...(origins && { allowedOrigins: origins }),
        expiresAt: expires,
      }
      const target = plan ? { name, plan } : (account as bigint)
      const { issued, shown } = await (test ? createTestKey : createKey)(target, request).catch((error) => {
        throw error instanceof HttpError && error.errors ? usageError(error) : error
      })
      printIssued(issued, shown, json)
    })

  keys
    .command('list')
    .description('list keys; the secret part is stored nowhere')
    .option('--account <id>', 'only keys of this account', id)
    .option('--q <text>', 'only those with these words in their name or their shown part', line(100))
    .addOption(new Option('--state <state>', 'only those in this state').choices(keyStates))
    .addOption(new Option('--kind <kind>', 'only those of this kind').choices(keyKinds))
    .option('--test', 'the keys of staging')
    .option('--json', 'print one JSON document')
    .action(async ({ account, test = false, json, ...filters }: List) => {
      const all = await withDatabase(({ keys }) => keys.list({ accountId: account, ...filters }), {
        isReadOnly: true,
        isStaging: test,
      })
      if (json) return printJson(all)
      const isLimited = all.some(({ perMinute, perDay }) => perMinute ?? perDay)
      const isOfPages = all.some(({ kind }) => kind === 'publishable')
      printTable(
        [
          'ID',
          'ACCOUNT',
          'KEY',
          'KIND',
          'NAME',
          'STATE',
          'LAST USED',
          ...(isLimited ? ['PER MINUTE', 'PER DAY'] : []),
          ...(isOfPages ? ['ORIGINS'] : []),
          'SCOPES',
        ],
        all.map((key) => [
          key.id,
          key.accountId,
          key.display,
          key.kind,
          key.name,
          shownState(key),
          key.lastUsedAt,
          ...(isLimited ? [key.perMinute, key.perDay] : []),
          ...(isOfPages ? [key.allowedOrigins?.join(' ')] : []),
          key.scopes.join(' '),
        ]),
      )
    })

  keys
    .command('revoke <id>')
    .description('revoke a key at once')
    .option('--test', 'a key of staging, by its id there')
    .option('--json', 'print one JSON document')
    .action(async (key: string, { test = false, json }: { test?: boolean; json?: true }) => {
      const revoked = await withDatabase(({ author, keys }) => keys.revoke(author, argument(key)), {
        isStaging: test,
      })
      if (json) printJson(revoked)
      else console.log(`Key ${revoked.id} (${revoked.display}) was revoked.`)
    })

  keys
    .command('rotate <id>')
    .description('create a new key to replace an old one, and print it once')
    .option('--grace <seconds>', 'how long the old key stays valid', wholeNumber(0, MAX_GRACE_SECONDS), 0)
    .option('--test', 'a key of staging, by its id there')
    .option('--json', 'print one JSON document')
    .action(async (key: string, { grace, test = false, json }: Rotate) => {
      await withDatabase(
        async ({ author, keys, accounts }) => {
          const issued = await keys.rotate(author, argument(key), grace)
          printIssued(issued, await accounts.find(issued.accountId), json)
        },
        { isStaging: test },
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

type Issued = { issued: IssuedKey; shown: Account | undefined }

/** A new account, or the id of one. */
type Target = NewAccount | bigint

const createKey = (target: Target, request: NewApiKey): Promise<Issued> =>
  withDatabase(async ({ author, keys, accounts }) => {
    const issued = await (typeof target === 'bigint'
      ? keys.create(author, target, request)
      : keys.createWithAccount(author, target, request))
    return { issued, shown: await accounts.find(issued.accountId) }
  })

/** Accounts are production's; staging has a copy. */
const createTestKey = (target: Target, request: NewApiKey): Promise<Issued> =>
  withDatabase(
    (staging) =>
      withDatabase(async (production) => {
        const { author, accounts } = production
        const shown =
          typeof target === 'bigint'
            ? await accounts.find(target)
            : await production.database.writeAs(author, (trx) => accounts.create(trx, target))
        if (!shown) throw accountError('account_not_found')
        await accountCopies({
          production: production.database,
          staging: staging.database,
        }).add({ accountId: shown.id })
        return { issued: await staging.keys.create(author, shown.id, request), shown }
      }),
    { isStaging: true },
  )

const printIssued = (issued: IssuedKey, account: Account | undefined, json?: true): void => {
  if (json) {
    printJson({ ...issued, plan: account?.plan })
    return
  }
  console.log(`Key ${issued.id} of account ${issued.accountId} (${account?.plan}), shown only once:\n`)
  console.log(`  ${issued.key}\n`)
}

/** The state, with the time until which it lasts. */
const shownState = ({ state, bannedUntil, expiresAt }: ApiKey): string => {
  const until = state === 'banned' ? bannedUntil : isWorking(state) ? expiresAt : undefined
  return until === undefined ? state : `${state} until ${until}`
}

const isWorking = (state: ApiKey['state']): boolean => state === 'active' || state === 'rotated'
