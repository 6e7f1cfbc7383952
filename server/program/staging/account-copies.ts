import type { Kysely } from 'kysely'
import type { AccountChange } from '../../accounts/accounts/account.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { UserCopied } from '../changes/notified.ts'
import type { StoreDatabase } from '../open-database.ts'
import { listAccountRows, listUserRows, removeUsers, upsertAccounts, upsertUsers } from './account-copies.repository.ts'

type Query = Kysely<Tables>

type Deps = {
  production: { read: Query }
  staging: Pick<StoreDatabase, 'write' | 'read'>
}

/** How many rows are compared at a time. */
const PAGE = 500

export type AccountCopies = ReturnType<typeof accountCopies>

/**
 * Staging's copies of production's accounts and users, which its own rows refer to. Requests are decided by production's
 * rows: the copies only serve joins, and have neither passwords nor addresses.
 */
export const accountCopies = ({ production, staging }: Deps) => {
  const accounts = new Set<bigint>()
  const users = new Set<bigint>()
  let isStale = true

  const copyAccounts = async (ids: readonly bigint[]): Promise<void> => {
    const rows = await listAccountRows(production.read, { ids })
    if (rows.length > 0) await staging.write(({ query }) => upsertAccounts(query, rows))
    for (const { id } of rows) accounts.add(id)
  }

  const copyUsers = async (ids: readonly bigint[]): Promise<void> => {
    const rows = await listUserRows(production.read, { ids })
    const found = new Set(rows.map(({ id }) => id))
    const gone = ids.filter((id) => !found.has(id))
    await staging.write(async ({ query }) => {
      if (gone.length > 0) await removeUsers(query, gone)
      if (rows.length > 0) await upsertUsers(query, rows)
    })
    for (const id of found) users.add(id)
    for (const id of gone) users.delete(id)
  }

  /** Copies whatever differs, a page at a time. */
  const compare = async <Row extends { id: bigint }>(
    list: (query: Query, page: { afterId: bigint; limit: number }) => Promise<Row[]>,
    copy: (ids: readonly bigint[]) => Promise<void>,
    known: Set<bigint>,
  ): Promise<void> => {
    let afterId = 0n
    for (;;) {
      const rows = await list(production.read, { afterId, limit: PAGE })
      const copies = await list(staging.read, { afterId, limit: PAGE })
      const isLast = rows.length < PAGE && copies.length < PAGE
      const upToId = isLast ? undefined : smallerOf(rows, copies)
      const within = ({ id }: Row) => upToId === undefined || id <= upToId
      const texts = new Map(copies.filter(within).map((row) => [row.id, textOf(row)]))
      const differing: bigint[] = []
      for (const row of rows.filter(within)) {
        if (texts.get(row.id) !== textOf(row)) differing.push(row.id)
        texts.delete(row.id)
        known.add(row.id)
      }
      const changed = [...differing, ...texts.keys()]
      if (changed.length > 0) await copy(changed)
      if (upToId === undefined) return
      afterId = upToId
    }
  }

  return {
    /** Whether the caller's account and user are copied, so that rows can refer to them. */
    has: ({ accountId, userId }: { accountId: bigint; userId?: bigint }): boolean =>
      accounts.has(accountId) && (userId === undefined || users.has(userId)),

    async add({ accountId, userId }: { accountId: bigint; userId?: bigint }): Promise<void> {
      if (!accounts.has(accountId)) await copyAccounts([accountId])
      if (userId !== undefined && !users.has(userId)) await copyUsers([userId])
    },

    /** Copies what a transaction of this process has changed. */
    async changed(changes: readonly (AccountChange | UserCopied)[]): Promise<void> {
      const accountIds = changes.flatMap((change) => ('accountId' in change ? change.accountId : []))
      const userIds = changes.flatMap((change) => ('userId' in change ? change.userId : []))
      if (accountIds.length > 0) await copyAccounts(accountIds)
      if (userIds.length > 0) await copyUsers(userIds)
    },

    /** Another process may have changed something. */
    markStale(): void {
      isStale = true
    },

    async refresh(): Promise<void> {
      if (!isStale) return
      isStale = false
      try {
        await compare(listAccountRows, copyAccounts, accounts)
        await compare(listUserRows, copyUsers, users)
      } catch (error) {
        isStale = true
        throw error
      }
    },
  }
}

/** The id up to which both pages are complete. */
const smallerOf = (...pages: readonly { id: bigint }[][]): bigint =>
  pages
    .filter((page) => page.length === PAGE)
    .flatMap((page) => page.at(-1)?.id ?? [])
    .reduce((one, other) => (one < other ? one : other))

const textOf = (row: object): string => Object.values(row).join('\n')
