import type { Account, Int64 } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

/** Enough to choose from by typing; further ones are shown by their ids. */
const MAX_ACCOUNTS = 1_000

/** The accounts that the user may choose from. */
export const useAccountChoice = (isEnabled = true) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.accountChoice,
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const accounts: Account[] = []
      for await (const account of store.accounts.list({ limit: 100 }, { signal })) {
        accounts.push(account)
        if (accounts.length === MAX_ACCOUNTS) break
      }
      return accounts
    },
  })
}

/** Names the account that a user acts for. */
export const useAccountNames = (): ((id: Int64 | undefined) => string) => {
  const { data = [] } = useAccountChoice()
  const names = new Map(data.map(({ id, name }) => [String(id), name]))
  return (id) => (id === undefined ? 'Store staff' : (names.get(String(id)) ?? `Account #${id}`))
}
