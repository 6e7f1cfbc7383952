import type { NewApiKey, Scope } from '@adoption-store/client'

/** The API's default scopes for each kind of key. */
export const usualScopes = {
  secret: ['pets:read', 'pets:write', 'listings:read', 'orders:read', 'orders:write', 'webhooks:manage'],
  publishable: ['listings:read', 'applications:create'],
} as const satisfies Record<NonNullable<NewApiKey['kind']>, readonly Scope[]>
