import type { Int64 } from '@adoption-store/client'

// Every key of the query cache. The first part names the resource, which is how events find what they change.
// Ids are strings, so that a number and a bigint with the same value are the same key.

export const queryKeys = {
  me: ['me'] as const,
  animals: ['animals'] as const,
  animalPages: ['animals', 'page'] as const,
  animalPage: (query: object, page: number) => ['animals', 'page', query, page] as const,
  animalColumns: ['animals', 'column'] as const,
  animalColumn: (status: string, query: object) => ['animals', 'column', status, query] as const,
  longestWaiting: ['animals', 'longest-waiting'] as const,
  animalCountsOf: ['animals', 'counts'] as const,
  animalCounts: (query: object) => ['animals', 'counts', query] as const,
  /** Those offered in a field, of one account or of all. */
  animalChoice: (query: object) => ['animals', 'choice', query] as const,
  animalCards: (ids: readonly string[]) => ['animals', 'cards', ids] as const,
  /** Animals that other resources refer to. */
  petsById: (ids: readonly Int64[]) => ['pets-by-id', ids.map(String)] as const,
  allPetsById: ['pets-by-id'] as const,
  /** What the palette found in the store. */
  found: (group: string, text: string) => ['found', group, text] as const,
  profiles: ['profiles'] as const,
  profile: (petId: Int64) => ['profiles', String(petId)] as const,
  photos: ['photos'] as const,
  photoList: (petId: Int64) => ['photos', String(petId)] as const,
  categories: ['categories'] as const,
  /** Names only: unlike the counts, they rarely change. */
  categoryNames: ['category-names'] as const,
  orders: ['orders'] as const,
  orderList: (filter: Record<string, string | undefined>) => ['orders', 'list', filter] as const,
  order: (id: Int64) => ['orders', 'one', String(id)] as const,
  applications: ['applications'] as const,
  applicationList: (filter: Record<string, string | undefined>) =>
    ['applications', 'list', filter] as const,
  applicationCount: (tab: string) => ['applications', 'count', tab] as const,
  application: (id: Int64) => ['applications', 'one', String(id)] as const,
  applicationsCompared: (petId: Int64) => ['applications', 'compared', String(petId)] as const,
  rateLimit: ['rate-limit'] as const,
  accounts: ['accounts'] as const,
  accountList: ['accounts', 'list'] as const,
  accountChoice: ['accounts', 'choice'] as const,
  account: (id: Int64) => ['accounts', 'one', String(id)] as const,
  keys: (accountId: Int64) => ['keys', String(accountId)] as const,
  usage: (accountId: Int64, days: number) => ['usage', String(accountId), days] as const,
  signInMethods: ['sign-in-methods'] as const,
  passkeys: ['passkeys'] as const,
  users: ['users'] as const,
  userList: ['users', 'list'] as const,
  user: (id: Int64) => ['users', 'one', String(id)] as const,
  sessions: (user: Int64 | 'me') => ['sessions', String(user)] as const,
  bans: ['bans'] as const,
  mails: ['mails'] as const,
  mailList: (status: string | undefined) => ['mails', 'list', status] as const,
  mail: (id: Int64) => ['mails', 'one', String(id)] as const,
  auditLog: (filter: object) => ['audit-log', filter] as const,
  webhooks: ['webhooks'] as const,
  webhookList: ['webhooks', 'list'] as const,
  webhook: (id: Int64) => ['webhooks', 'one', String(id)] as const,
  allDeliveries: ['deliveries'] as const,
  deliveries: (webhookId: Int64) => ['deliveries', String(webhookId)] as const,
}
