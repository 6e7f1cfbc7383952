import type { Command } from 'commander'
import { accountError } from '../../accounts/accounts/account.errors.ts'
import type { Account } from '../../accounts/accounts/account.ts'
import { counted } from '../../platform/counted.ts'
import { commandName } from './command-name.ts'
import { printJson } from './output.ts'
import { progressBar } from './progress.ts'
import { openSample } from './sample-service.ts'
import { type Store, withDatabase } from './store.ts'
import { id } from './usage.ts'

type Options = {
  account?: bigint
  photos: boolean
  remove?: true
  test?: boolean
  json?: true
}

export const sampleCommand = (command: Command): void => {
  command
    .option('--account <id>', 'the account to add it to; default: the oldest account', id)
    .option('--no-photos', 'add the animals without photos, which is faster')
    .option('--remove', 'remove the sample shelter')
    .option('--test', 'in staging')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action((options: Options) => (options.remove ? remove(options) : add(options)))
}

const help = `
Adds 60 published animals with profiles and drawn pictures, some orders, and the public details of the account if it has
none. Works next to a running server. Run it again after an interruption: it adds what is missing.

--remove removes these animals and their orders. Animals of your own stay, and so do animals of the sample that somebody has
changed, or that have notes, applications or orders of yours.`

const add = async (options: Options): Promise<void> => {
  const bar = progressBar({ isQuiet: options.json === true })
  const { account, ...added } = await withDatabase(async (store) => {
    const account = await accountOf(store, options)
    const onAdded = (done: number, total: number) => bar.show({ done, total, rows: done })
    const done = await within(store, ({ add, pictureOf }) =>
      add({ account, author: store.author }, { onAdded, ...(options.photos && { pictureOf }) }),
    )
    return { account, ...done }
  }, inEnvironment(options)).finally(() => bar.clear())
  if (options.json) {
    const { animals, orders } = added
    return printJson({ accountId: account.id, animals, orders })
  }
  if (added.animals === 0 && added.pictures > 0)
    return console.log(`Added ${counted(added.pictures, 'picture')} to account ${account.id}.`)
  if (added.animals === 0) return console.log(`Account ${account.id} already has the whole sample.`)
  console.log(
    `Added ${counted(added.animals, 'animal')} and ${counted(added.orders, 'order')} to account ${account.id} ` +
      `(${account.name}).\n` +
      `Remove them with: ${commandName()} sample --remove${options.test ? ' --test' : ''}`,
  )
}

const remove = async (options: Options): Promise<void> => {
  const { account, animals, kept } = await withDatabase(async (store) => {
    const account = await accountOf(store, options)
    const done = await within(store, (sample) => sample.remove({ account, author: store.author }))
    return { account, ...done }
  }, inEnvironment(options))
  if (options.json) return printJson({ accountId: account.id, animals, kept })
  if (animals + kept === 0) return console.log(`Account ${account.id} has no sample.`)
  console.log(`Removed ${counted(animals, 'animal')} of the sample from account ${account.id}.`)
  if (kept > 0) console.log(`${counted(kept, 'animal')} that you changed stayed.`)
}

const inEnvironment = ({ test = false }: Options) => ({ isStaging: test })

type Sample = Awaited<ReturnType<typeof openSample>>

const within = async <T>(store: Store, work: (sample: Sample) => Promise<T>): Promise<T> => {
  const sample = await openSample(store)
  return work(sample).finally(sample.close)
}

const accountOf = async ({ accounts, author, database }: Store, { account: id }: Options): Promise<Account> => {
  if (id === undefined) return database.writeAs(author, accounts.findOrCreateFirst)
  const found = await accounts.find(id)
  if (found) return found
  throw accountError('account_not_found', { message: `There is no account ${id}.` })
}
