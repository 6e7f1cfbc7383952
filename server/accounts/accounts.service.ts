import type { PlanName } from '../plans/plan.ts'
import type { Clock } from '../platform/clock.ts'
import { ApiError, validationFailed } from '../platform/http/errors.ts'
import { checkIfMatch } from '../platform/http/etag.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import {
  type Account,
  type AccountPatch,
  type NewAccount,
  type OwnLimits,
  ownLimitFaults,
  patchedAccount,
  shownAccount,
} from './account.ts'
import type { AccountList, AccountsStore } from './accounts.store.ts'

type Deps = { database: Database; accounts: AccountsStore; clock: Clock }

export type AccountsService = ReturnType<typeof accountsService>

export const accountsService = ({ database, accounts, clock }: Deps) => {
  const listeners = new Set<() => void | Promise<void>>()
  const changed = async () => {
    for (const listener of listeners) await listener()
  }

  return {
    async findIn(trx: Trx, id: bigint): Promise<Account | undefined> {
      const account = await accounts.find(trx.query, id)
      return account && shownAccount(account)
    },

    async find(id: bigint): Promise<Account | undefined> {
      const account = await accounts.find(database.read, id)
      return account && shownAccount(account)
    },

    list: async (list: AccountList = {}): Promise<Account[]> =>
      (await accounts.list(database.read, list)).map(shownAccount),
    count: (): Promise<number> => accounts.count(database.read),

    async create(trx: Trx, { name, plan, perMinute, perDay }: NewAccount): Promise<Account> {
      const own = { perMinute, perDay }
      checkOwnLimits(plan, own)
      const record = { name, plan, own, createdAtMs: clock.nowMs() }
      return shownAccount(await accounts.insert(trx.query, record))
    },

    /** Another plan holds from the next request on. */
    update: (id: bigint, patch: AccountPatch, ifMatch: string | undefined): Promise<Account> =>
      database.write(async (trx) => {
        await trx.lock('accounts', id)
        const before = await accounts.find(trx.query, id)
        if (!before) throw new ApiError('account_not_found')
        checkIfMatch(ifMatch, shownAccount(before))
        const after = patchedAccount(before, patch)
        checkOwnLimits(after.plan, after.own)
        await accounts.update(trx.query, after)
        trx.onCommit(changed)
        return shownAccount(after)
      }),

    /** Calls back when an account has changed, before its change is answered. */
    onChange(listener: () => void | Promise<void>): void {
      listeners.add(listener)
    },
  }
}

const checkOwnLimits = (plan: PlanName, own: OwnLimits): void => {
  const faults = ownLimitFaults(plan, own)
  if (faults.length > 0) throw validationFailed(faults)
}
