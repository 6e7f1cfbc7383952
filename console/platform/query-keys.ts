import type { Int64 } from '@adoption-store/client'

// Every key of the query cache. The first part names the resource: what an event changes is found by it.
// Ids stand as text, so that the same id is the same key whether it came as a number or as a bigint.

export const queryKeys = {
  pets: ['pets'] as const,
  petLists: ['pets', 'list'] as const,
  petList: (filter: object) => ['pets', 'list', filter] as const,
  /** The animals that other things are about. */
  petsById: (ids: readonly Int64[]) => ['pets-by-id', ids.map(String)] as const,
  allPetsById: ['pets-by-id'] as const,
  inventory: ['inventory'] as const,
  categories: ['categories'] as const,
  /** Names alone: unlike the counts, they seldom change. */
  categoryNames: ['category-names'] as const,
  orders: ['orders'] as const,
  orderList: (filter: Record<string, string | undefined>) => ['orders', 'list', filter] as const,
  order: (id: Int64) => ['orders', 'one', String(id)] as const,
  rateLimit: ['rate-limit'] as const,
  accounts: ['accounts'] as const,
  accountList: ['accounts', 'list'] as const,
  account: (id: Int64) => ['accounts', 'one', String(id)] as const,
  keys: (accountId: Int64) => ['keys', String(accountId)] as const,
  usage: (accountId: Int64, days: number) => ['usage', String(accountId), days] as const,
  bans: ['bans'] as const,
  webhooks: ['webhooks'] as const,
  webhookList: ['webhooks', 'list'] as const,
  webhook: (id: Int64) => ['webhooks', 'one', String(id)] as const,
  allDeliveries: ['deliveries'] as const,
  deliveries: (webhookId: Int64) => ['deliveries', String(webhookId)] as const,
}
