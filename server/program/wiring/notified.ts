import type { ApiKeysService } from '../../accounts/api-keys/api-keys.service.ts'
import type { SessionsService } from '../../accounts/sessions/sessions.service.ts'
import type { Closings } from '../../adoptions/applications/closings.service.ts'
import type { Catalogue } from '../../animals/pets/pets.service.ts'
import type { EventStream } from '../../feed/events/event-stream.ts'
import type { EventsService } from '../../feed/events/events.service.ts'
import { listingChange } from '../changes/listing-change.ts'
import { logChanges } from '../changes/log-change.ts'
import type { Notified } from '../changes/notified.ts'
import type { Replicas } from '../replicas.ts'
import type { Limits } from './limits.ts'
import type { Mailing } from './mail.ts'
import type { Parts } from './parts.ts'
import type { Webhooks } from './webhooks.ts'

type Deps = Pick<Parts, 'database' | 'log'> & {
  catalogue: Catalogue
  events: EventsService
  stream: EventStream
  keys: ApiKeysService
  sessions: Pick<SessionsService, 'forget'>
  limits: Pick<Limits, 'reloadBans' | 'forgetBan'>
  mailing: Pick<Mailing, 'wake'>
  closings: Pick<Closings, 'run'>
  webhooks: Pick<Webhooks, 'keysChanged' | 'disabled' | 'wake'>
  replicas: Replicas | undefined
}

/** Who is notified of what this process has committed; and from now on, what it does when another process has. */
export const wireNotified = (deps: Deps): Notified => {
  const { log, catalogue, events, stream, keys, sessions, limits, webhooks, replicas } = deps
  const forgetKeys = () => {
    keys.forget()
    sessions.forget()
    return Promise.all([webhooks.keysChanged(), stream.keysChanged()])
  }
  listen(deps, {
    keysChanged: () => forgetKeys().catch((error) => log.warn({ err: error }, 'keys not checked')),
    async bansChanged() {
      await limits.reloadBans()
      stream.sweep()
    },
  })
  return {
    catalogue: catalogue.changed,
    listings: (changes) =>
      catalogue.changed(changes.flatMap((change) => listingChange(change) ?? [])),
    feed() {
      events.announce()
      replicas?.publishEvents()
    },
    log: logChanges(log),
    keys: () => Promise.all([forgetKeys(), replicas?.publishKeysChanged()]),
    liftedBans: (lifted) => Promise.all(lifted.map(({ ban }) => limits.forgetBan(ban))),
    disabledWebhooks: webhooks.disabled,
    dueDeliveries: webhooks.wake,
    dueMails: deps.mailing.wake,
    // The writer does not wait for it.
    closings: () => void deps.closings.run(),
  }
}

type Heard = { keysChanged(): unknown; bansChanged(): Promise<void> }

const listen = (
  { database, log, events, replicas }: Deps,
  { keysChanged, bansChanged }: Heard,
): void => {
  database.onForeignChange(keysChanged)
  database.onForeignChange(() => void bansChanged().catch((error) => log.warn(error)))
  if (!replicas) return
  database.onForeignChange(() => void replicas.catalogue.anythingChanged())
  replicas.listen({ keys: keysChanged, events: events.announce, bans: bansChanged })
}
