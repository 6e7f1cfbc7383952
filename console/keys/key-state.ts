import type { ApiKey, Scope } from '@adoption-store/client'
import { untilWords } from '../platform/time-words.tsx'

export const scopes: readonly { scope: Scope; meaning: string }[] = [
  { scope: 'pets:read', meaning: 'see animals, categories and their changes' },
  { scope: 'pets:write', meaning: 'add, change and delete animals' },
  { scope: 'listings:read', meaning: 'see published animals' },
  { scope: 'orders:read', meaning: 'see orders and their customers' },
  { scope: 'orders:write', meaning: 'place orders and move them on' },
  { scope: 'categories:write', meaning: 'name categories' },
  { scope: 'webhooks:manage', meaning: 'have events sent elsewhere' },
  { scope: 'applications:create', meaning: 'send in applications to adopt' },
  { scope: 'applications:read', meaning: 'see applications and their applicants' },
  { scope: 'applications:write', meaning: 'move applications on' },
  { scope: 'admin', meaning: 'everything, for every account' },
]

/** As the server has it when no scopes are asked for. */
export const usualScopes: readonly Scope[] = [
  'pets:read',
  'pets:write',
  'listings:read',
  'orders:read',
  'orders:write',
  'webhooks:manage',
]

export type KeyState = { title: string; colour: string; isActive: boolean }

/** Whether a key can be used, and for how long. */
export const keyState = ({ revokedAt, expiresAt }: ApiKey, nowMs: number): KeyState => {
  if (revokedAt) return { title: 'Revoked', colour: 'gray', isActive: false }
  if (!expiresAt) return { title: 'Active', colour: 'pine', isActive: true }
  if (Date.parse(expiresAt) <= nowMs) return { title: 'Expired', colour: 'gray', isActive: false }
  return { title: `Ends ${untilWords(expiresAt, nowMs)}`, colour: 'orange', isActive: true }
}
