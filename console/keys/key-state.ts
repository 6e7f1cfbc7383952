import type { ApiKey, Scope } from '@adoption-store/client'
import { untilWords } from '../platform/time-words.tsx'

export const scopes: readonly { scope: Scope; meaning: string }[] = [
  { scope: 'pets:read', meaning: 'see animals, categories and their changes' },
  { scope: 'pets:write', meaning: 'add, change and delete animals, name categories' },
  { scope: 'orders:read', meaning: 'see orders and their customers' },
  { scope: 'orders:write', meaning: 'place orders and move them on' },
  { scope: 'webhooks:manage', meaning: 'have events sent elsewhere' },
  { scope: 'admin', meaning: 'accounts, keys, bans and usage of everyone' },
]

/** As the store has it when no scopes are asked for. */
export const usualScopes: readonly Scope[] = scopes
  .map(({ scope }) => scope)
  .filter((scope) => scope !== 'admin')

export type KeyState = { title: string; colour: string; isActive: boolean }

/** Whether a key can be used, and for how long. */
export const keyState = ({ revokedAt, expiresAt }: ApiKey, nowMs: number): KeyState => {
  if (revokedAt) return { title: 'Revoked', colour: 'gray', isActive: false }
  if (!expiresAt) return { title: 'Active', colour: 'pine', isActive: true }
  if (Date.parse(expiresAt) <= nowMs) return { title: 'Expired', colour: 'gray', isActive: false }
  return { title: `Ends ${untilWords(expiresAt, nowMs)}`, colour: 'orange', isActive: true }
}
