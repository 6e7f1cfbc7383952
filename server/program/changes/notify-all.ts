import type { AccountsServices } from '../../accounts/accounts.module.ts'
import type { AnimalsServices } from '../../animals/animals.module.ts'
import type { FeedServices } from '../../feed/feed.module.ts'
import type { Logger } from '../../platform/log.ts'
import type { RequestsServices } from '../../requests/requests.module.ts'
import type { StoreDatabase } from '../open-database.ts'
import type { Replicas } from '../replicas.ts'
import type { Change } from './consequences.ts'
import { listingChange } from './listing-change.ts'
import { logChanges } from './log-change.ts'
import type { Notified } from './notified.ts'

/** The changes that production notifies staging of. */
export type StagingListeners = {
  /** Keys or sessions have changed, or the accounts or users to which they belong. */
  keysChanged(): unknown
  /** Accounts or users have changed. */
  copiesChanged: Notified['staging']
  /** Another process may have changed anything. */
  foreignChange(): unknown
}

type Deps = {
  database: Pick<StoreDatabase, 'onForeignChange'>
  log: Logger
  replicas: Replicas | undefined
  /** Staging, if this is production and serves it. */
  staging: () => StagingListeners | undefined
  requests: Pick<RequestsServices<Change>, 'reloadBans' | 'forgetBan'>
  accounts: Pick<AccountsServices, 'keys' | 'sessions' | 'wakeMail'>
  feed: FeedServices
  animals: Pick<AnimalsServices, 'catalogue'>
  wakeDueWork: () => void
}

/** Notifies listeners of commits of this process. Also subscribes to notifications of other processes. */
export const notifyAll = (deps: Deps): Notified & Pick<StagingListeners, 'keysChanged'> => {
  const { log, replicas, requests } = deps
  const { keys, sessions, wakeMail } = deps.accounts
  const { events, stream, webhooks } = deps.feed
  const { catalogue } = deps.animals
  const forgetKeys = () => {
    keys.forget()
    sessions.forget()
    const changed = [webhooks.keysChanged(), stream.keysChanged(), deps.staging()?.keysChanged()]
    return Promise.all(changed)
  }
  listen(deps, {
    keysChanged() {
      deps.staging()?.foreignChange()
      return forgetKeys().catch((error) => log.warn({ err: error }, 'keys not checked'))
    },
    async bansChanged() {
      await requests.reloadBans()
      stream.sweep()
    },
  })
  return {
    keysChanged: forgetKeys,
    staging: (changes) => deps.staging()?.copiesChanged(changes),
    catalogue: catalogue.changed,
    listings: (changes) => catalogue.changed(changes.flatMap((change) => listingChange(change) ?? [])),
    feed() {
      events.announce()
      replicas?.publishEvents()
    },
    log: logChanges(log),
    keys: () => Promise.all([forgetKeys(), replicas?.publishKeysChanged()]),
    liftedBans: (lifted) => Promise.all(lifted.map(({ ban }) => requests.forgetBan(ban))),
    webhooks: webhooks.changed,
    dueDeliveries: webhooks.wake,
    dueMails: wakeMail,
    dueWork: deps.wakeDueWork,
  }
}

type Listeners = { keysChanged(): unknown; bansChanged(): Promise<void> }

const listen = ({ database, log, feed, replicas }: Deps, { keysChanged, bansChanged }: Listeners): void => {
  database.onForeignChange(keysChanged)
  database.onForeignChange(() => void bansChanged().catch((error) => log.warn(error)))
  if (!replicas) return
  database.onForeignChange(() => void replicas.catalogue.anythingChanged())
  replicas.listen({ keys: keysChanged, events: feed.events.announce, bans: bansChanged })
}
