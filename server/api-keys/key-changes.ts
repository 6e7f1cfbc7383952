import type { Logger } from '../platform/log.ts'
import type { Trx } from '../platform/storage/database.ts'

/** What has changed of a key, or of the account whose keys they are. */
export type KeyChange =
  | { type: 'key created' | 'key revoked'; accountId: bigint; keyId: bigint }
  | { type: 'key rotated'; accountId: bigint; keyId: bigint; successorId: bigint }
  | { type: 'account changed' | 'account suspended' | 'account resumed'; accountId: bigint }

/** The webhooks that go by a key. */
type WebhooksOfKeys = {
  /** Disables those of a key that has ended. */
  disable(trx: Trx, keyId: bigint): Promise<void>
  handOver(trx: Trx, keys: { from: bigint; to: bigint }): Promise<void>
}

type Deps = {
  webhooks: WebhooksOfKeys
  log: Logger
  /** Notifies the other processes; waited for before a change is answered. */
  notifyOthers?: (() => unknown) | undefined
}

export type KeyChanges = ReturnType<typeof keyChanges>

/**
 * All that follows a change of a key, in one place: its webhooks in the same transaction, and after the commit a line
 * in the log, whatever remembers or uses keys in this process, and the other processes.
 */
export const keyChanges = ({ webhooks, log, notifyOthers = () => {} }: Deps) => {
  const listeners = new Set<() => unknown>()

  const notify = async (): Promise<void> => {
    await Promise.all([...listeners].map((listener) => listener()))
  }

  return {
    async record(trx: Trx, change: KeyChange): Promise<void> {
      if (change.type === 'key revoked') await webhooks.disable(trx, change.keyId)
      if (change.type === 'key rotated') {
        await webhooks.handOver(trx, { from: change.keyId, to: change.successorId })
      }
      trx.onCommit(async () => {
        const { type, ...ids } = change
        log.info(shownIds(ids), type)
        // Nobody remembers a key that is new.
        if (type !== 'key created') await Promise.all([notify(), notifyOthers()])
      })
    },

    /** Another process has changed keys, or may have. */
    notify,

    /** Calls back after each change of keys that there were before, whichever process made it. */
    onChange: (listener: () => unknown): void => void listeners.add(listener),
  }
}

/** Ids as text, as everywhere in the log. */
const shownIds = (ids: Record<string, bigint>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]))
