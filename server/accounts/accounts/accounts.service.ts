import { changedFields } from '../../platform/changed-fields.ts'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { type HttpError, validationFailed } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { nameSearchOf } from '../../platform/storage/name-search.ts'
import type { Author } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import { accountError } from './account.errors.ts'
import {
  type Account,
  type AccountChange,
  type AccountFilters,
  type AccountPatch,
  type AccountRecord,
  firstAccount,
  type NewAccount,
  type OwnLimits,
  ownLimitFaults,
  patchedAccount,
  shownAccount,
} from './account.ts'
import {
  type AccountFilter,
  countAccounts,
  findAccount,
  insertAccount,
  listAccounts,
  updateAccount,
} from './accounts.repository.ts'

type Deps = {
  database: Database<AccountChange, Author>
  clock: Clock
}

/** A change to an account. */
type Update = {
  ifMatch?: string | undefined
  /** The account of the caller. Callers cannot suspend their own, as they could not undo it. */
  by?: bigint | undefined
}

/** Accounts to list: all or one, and those of them that match. */
type Listed = AccountFilters & { only?: bigint | undefined }
type Page = { afterId?: bigint | undefined; limit?: number | undefined }

const filterOf = ({ only, q, status, plan }: Listed): AccountFilter => ({
  only,
  plan,
  ...nameSearchOf(q),
  ...(status !== undefined && { isSuspended: status === 'suspended' }),
  ...(status !== undefined && status !== 'suspended' && { isReviewed: status === 'active' }),
})

export type AccountsService = ReturnType<typeof accountsService>

export const accountsService = ({ database, clock }: Deps) => {
  const add = async (
    trx: Trx<AccountChange>,
    { name, plan, perMinute, perDay }: NewAccount,
    { isReviewed = true }: { isReviewed?: boolean } = {},
  ): Promise<Account> => {
    const own = { perMinute, perDay }
    checkOwnLimits(plan, own)
    const createdAtMs = clock.nowMs()
    const record = { name, plan, own, createdAtMs }
    const reviewedAtMs = isReviewed ? createdAtMs : undefined
    const made = shownAccount(await insertAccount(trx.query, { ...record, reviewedAtMs }))
    trx.record({ kind: 'account added', accountId: made.id })
    return made
  }

  return {
    async findIn(trx: Trx, id: bigint): Promise<Account | undefined> {
      const account = await findAccount(trx.query, id)
      return account && shownAccount(account)
    },

    find: async (id: bigint): Promise<Account | undefined> => {
      const account = await findAccount(database.read, id)
      return account && shownAccount(account)
    },

    list: async ({ afterId, limit, ...listed }: Listed & Page = {}): Promise<Account[]> =>
      (await listAccounts(database.read, { afterId, limit, ...filterOf(listed) })).map(shownAccount),
    count: (listed: Listed): Promise<number> => countAccounts(database.read, filterOf(listed)),

    /** Finds the oldest account, or creates it. */
    async findOrCreateFirst(trx: Trx<AccountChange>): Promise<Account> {
      await trx.lockName('first account')
      const [oldest] = await listAccounts(trx.query, { limit: 1 })
      return oldest ? shownAccount(oldest) : add(trx, firstAccount)
    },

    /** Names the account that a new store creates at its first start. */
    async nameFirst(trx: Trx<AccountChange>, id: bigint, name: string): Promise<void> {
      await trx.lock('accounts', id)
      const account = await findAccount(trx.query, id)
      if (account) await nameAccount(trx, account, name)
    },

    /** Gives an account that nobody has named yet the name of its organization. */
    async nameUnnamed(trx: Trx<AccountChange>, id: bigint, name: string): Promise<void> {
      const account = await findAccount(trx.query, id)
      if (account?.name === firstAccount.name) await nameAccount(trx, account, name)
    },

    create: add,

    /** A new plan or a suspension applies from the next request. */
    update: (author: Author, id: bigint, patch: AccountPatch, { ifMatch, by }: Update = {}): Promise<Account> =>
      database.writeAs(author, async (trx) => {
        await trx.lock('accounts', id)
        const before = await findAccount(trx.query, id)
        if (!before) throw accountError('account_not_found')
        checkIfMatch(ifMatch, shownAccount(before))
        if (patch.suspended && id === by) throw suspendsItself()
        const after = patchedAccount(before, patch, clock.nowMs())
        const fields = changedFields(shownAccount(before), shownAccount(after))
        if (fields.length === 0) return shownAccount(before)
        checkOwnLimits(after.plan, after.own)
        await updateAccount(trx.query, after)
        trx.record({ kind: changeOf(before, after), accountId: id, fields })
        return shownAccount(after)
      }),
  }
}

const nameAccount = async (trx: Trx<AccountChange>, account: AccountRecord, name: string): Promise<void> => {
  if (account.name === name) return
  await updateAccount(trx.query, { ...account, name })
  trx.record({ kind: 'account changed', accountId: account.id, fields: ['name'] })
}

const changeOf = (before: AccountRecord, after: AccountRecord): Exclude<AccountChange['kind'], 'account added'> => {
  const [wasSuspended, isSuspended] = [before, after].map(({ suspendedAtMs }) => suspendedAtMs !== undefined)
  if (wasSuspended === isSuspended)
    return before.reviewedAtMs === after.reviewedAtMs ? 'account changed' : 'account accepted'
  return isSuspended ? 'account suspended' : 'account resumed'
}

const suspendsItself = (): HttpError =>
  requestError('invalid_transition', {
    message:
      'Your key belongs to this account, so you could not undo this. Suspend it with a key of another account, or on the command line.',
  })

const checkOwnLimits = (plan: PlanName, own: OwnLimits): void => {
  const faults = ownLimitFaults(plan, own)
  if (faults.length > 0) throw validationFailed(faults)
}
