import { randomBytes } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { newPasswordHash } from '../../accounts/sign-in/password.ts'
import { passwordLink } from '../../accounts/users/password-link.ts'
import type { User } from '../../accounts/users/user.ts'
import { type Role, roleNames } from '../../requests/access/role.ts'
import { publicOrigin } from '../environments.ts'
import { printJson, printTable } from './output.ts'
import { type Store, withDatabase } from './store.ts'
import { id, name, UsageError } from './usage.ts'

type Create = {
  email: string
  name: string
  role: Role
  account?: bigint
  passwordStdin?: true
  json?: true
}

export const userCommands = (users: Command): void => {
  users
    .command('create')
    .description('add a user, and print a link to set a password, once')
    .requiredOption('--email <email>', 'the email address to sign in with')
    .requiredOption('--name <name>', 'the name of the person', name)
    .addOption(new Option('--role <role>', 'what the user may do').choices(roleNames).makeOptionMandatory())
    .option('--account <id>', 'make a member of this account; default: staff', id)
    .option('--password-stdin', 'read the password from standard input instead of making a link')
    .option('--json', 'print one JSON document')
    .action(async ({ passwordStdin, json, account, email, name, role }: Create) => {
      const password = passwordStdin ? await readPassword() : undefined
      const made = await withDatabase(async (store) => {
        const provider = providerOf(store)
        if (provider !== undefined && password !== undefined)
          throw new UsageError('SIGN_IN=sso turns passwords off: leave --password-stdin out')
        const hash = password && (await newPasswordHash(password, { email, name }, randomBytes))
        const request = { email, name, role, ...(account && { accountId: account }) }
        return store.database.writeAs(store.author, async (trx) => {
          const { user, token } = await store.users.invite(trx, undefined, request, hash)
          const link = token && linkOf(store, token)
          // Without a mail server, the reader of this output has to pass the link on.
          if (link && store.mails.hasServer) await store.userMails.invitation(trx, { user, link })
          return provider === undefined ? { user, link } : { user, provider }
        })
      })
      const { user, link, provider } = made
      if (json) return printJson({ ...user, ...(link !== undefined && { link }) })
      console.log(`User ${user.id} (${user.email}, ${user.role}) was made.`)
      if (link !== undefined) printLink(link)
      if (provider !== undefined) console.log(`The person can sign in with ${provider} within 7 days.`)
    })

  users
    .command('list')
    .description('list the users')
    .option('--account <id>', 'only the members of this account', id)
    .option('--json', 'print one JSON document')
    .action(async ({ account, json }: { account?: bigint; json?: true }) => {
      const all = await withDatabase(({ users }) => users.list({ accountId: account }), {
        isReadOnly: true,
      })
      if (json) return printJson(all)
      printTable(
        ['ID', 'EMAIL', 'NAME', 'ROLE', 'ACCOUNT', 'STATE', 'LAST SEEN'],
        all.map((user) => [
          user.id,
          user.email,
          user.name,
          user.role,
          user.accountId ?? 'staff',
          user.disabledAt === undefined ? 'active' : 'disabled',
          user.lastSeenAt,
        ]),
      )
    })

  for (const [verb, disabled, what] of [
    ['disable', true, 'end all sessions of a user, who can no longer sign in'],
    ['enable', false, 'let a disabled user sign in again'],
  ] as const) {
    users
      .command(`${verb} <id>`)
      .description(what)
      .option('--json', 'print one JSON document')
      .action(async (user: string, { json }: { json?: true }) => {
        const changed: User = await withDatabase(({ author, users }) =>
          users.update(author, undefined, argument(user), { disabled }),
        )
        if (json) printJson(changed)
        else console.log(`User ${changed.id} (${changed.email}) is ${verb}d.`)
      })
  }

  users
    .command('reset-password <id>')
    .description('print a link by which a user sets a new password or, with SIGN_IN=sso, signs in, once')
    .option('--json', 'print one JSON document')
    .action(async (user: string, { json }: { json?: true }) => {
      const userId = argument(user)
      const { link, provider } = await withDatabase((store) =>
        store.database.writeAs(store.author, async (trx) => {
          const provider = providerOf(store)
          if (provider !== undefined) {
            // By mail, anybody who reads the mailbox could sign in without the provider.
            const token = await store.users.makeSignInLink(trx, userId)
            return { link: linkOf(store, token), provider }
          }
          const { user, token } = await store.users.resetPassword(trx, undefined, userId)
          const link = linkOf(store, token)
          if (store.mails.hasServer) await store.userMails.passwordLink(trx, { user, link })
          return { link, provider }
        }),
      )
      if (json) printJson({ id: userId, link })
      else printLink(link, provider === undefined ? 'Sets the password' : 'Signs in')
    })
}

/** Where people sign in, if there are no passwords. */
const providerOf = ({ config }: Pick<Store, 'config'>): string | undefined =>
  config.hasPasswords ? undefined : config.oidc?.name

const printLink = (link: string, effect = 'Sets the password'): void =>
  console.log(`${effect} once, within 7 days. Share it securely:\n\n  ${link}\n`)

const linkOf = ({ config }: Pick<Store, 'config'>, token: string): string => passwordLink(publicOrigin(config), token)

const argument = (text: string): bigint => {
  try {
    return id(text)
  } catch {
    throw new UsageError(`"${text}" is not the id of a user; users list shows them`)
  }
}

/** Without the line break that a shell adds. */
const readPassword = async (): Promise<string> => {
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, '')
  if (password === '') throw new UsageError('--password-stdin needs a password on standard input')
  return password
}
