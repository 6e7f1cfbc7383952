import { findOldestAccountId } from '../../accounts/accounts/accounts.repository.ts'
import { firstKeyScopes } from '../../accounts/api-keys/api-key.ts'
import type { SessionsService } from '../../accounts/sessions/sessions.service.ts'
import { limitConcurrency } from '../../feed/events/limit-concurrency.ts'
import { systemClock } from '../../platform/clock.ts'
import { every } from '../../platform/every.ts'
import type { Logger } from '../../platform/log.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { systemAuthor } from '../../requests/author/author.ts'
import { compose, type Outside, type Service } from '../compose.ts'
import type { Config } from '../config.ts'
import { type AccountCopies, accountCopies } from './account-copies.ts'
import { checkPanelKeys, PANEL_KEY_MS, PANEL_KEY_NAME } from './panel-keys.ts'

const COMPARE_MS = 1_000
/** On PostgreSQL, nothing announces the changes of commands. */
const UNANNOUNCED_MS = 10_000

/**
 * Composes staging beside production, and has production serve it. People, accounts, plans and suspensions are
 * production's; everything else is staging's own.
 */
export const attachStaging = async (
  production: Service,
  config: Config,
  { log: mainLog, ...outside }: Outside & { log: Logger },
): Promise<Service> => {
  const log = mainLog.child({ environment: 'staging' })
  const stop = outside.stop ?? new AbortController()
  const { sessions, users, ...others } = production.forStaging
  const service = await compose(config, {
    ...outside,
    log,
    stop,
    production: {
      ...others,
      sessions: copiedSessions(sessions, () => copies),
      users: { ...users, purgeLinks: async () => {} },
    },
  })
  const copies = accountCopies({ production: production.database, staging: service.database })
  await copies.refresh()
  const repeated = { log, stopping: stop.signal }
  // One after the other, so that each counts those before it.
  const inOrder = limitConcurrency(1)
  const timers = [
    every(COMPARE_MS, copies.refresh, { ...repeated, routine: 'staging.copies' }),
    ...(config.database.kind === 'postgres'
      ? [every(UNANNOUNCED_MS, copies.markStale, { ...repeated, routine: 'staging.markStale' })]
      : []),
  ]
  production.attachStaging({
    handle: service.app.handle,
    listeners: {
      keysChanged: service.keysChanged,
      copiesChanged: (changes) =>
        copies.changed(changes).catch((error: unknown) => {
          copies.markStale()
          log.warn({ err: error }, 'accounts or users were not copied; it will be retried')
        }),
      foreignChange: copies.markStale,
    },
    createKey: () =>
      inOrder(async () => {
        const accountId = await findOldestAccountId(production.database.read)
        if (accountId === undefined) throw new Error('there are no accounts')
        const nowMs = (outside.clock ?? systemClock).nowMs()
        await checkPanelKeys(service.database.read, { accountId, nowMs })
        const expiresAt = new Date(nowMs + PANEL_KEY_MS).toISOString()
        const request = { name: PANEL_KEY_NAME, scopes: firstKeyScopes, expiresAt }
        return (await service.keys.create(systemAuthor('docs'), accountId, request)).key
      }),
    async close() {
      await Promise.all(timers.map((end) => end()))
      await service.close()
    },
  })
  return service
}

/** Production's sessions. Before a person's first request, staging copies what its rows will refer to. */
const copiedSessions = (sessions: SessionsService, copies: () => AccountCopies): SessionsService => ({
  ...sessions,
  recall(credential) {
    const caller = sessions.recall(credential)
    return caller && copies().has(idsOf(caller)) ? caller : undefined
  },
  async identify(credential, guard) {
    const caller = await sessions.identify(credential, guard)
    await copies().add(idsOf(caller))
    return caller
  },
  // Production does these.
  forget() {},
  flush: async () => {},
  purge: async () => {},
})

const idsOf = (caller: Caller) => ({
  accountId: caller.accountId,
  ...(caller.kind === 'session' && { userId: caller.userId }),
})
