import { type ApiKey, type Scope, scopes } from '@adoption-store/client'
import { formatUntil } from '../platform/time-format.tsx'
import { usualScopes } from './usual-scopes.ts'

export const scopeMeanings: Record<Scope, string> = {
  'pets:read': 'See animals, categories and their events',
  'pets:write': 'Add, edit and delete animals',
  'listings:read': 'See published animals',
  'orders:read': 'See adoptions and adopters',
  'orders:write': 'Start adoptions and change their status',
  'categories:write': 'Name categories',
  'webhooks:manage': 'Have events sent to a server',
  'applications:create': 'Submit applications to adopt',
  'applications:read': 'See applications and applicants',
  'applications:write': 'Change the status of applications',
  admin: 'Everything, for every account',
}

/** What a key of a kind can be given: of a publishable one, only what it has anyway. */
export const allowedScopes = (kind: keyof typeof usualScopes): readonly Scope[] => {
  const usual: readonly Scope[] = usualScopes[kind]
  return kind === 'secret' ? scopes : scopes.filter((scope) => usual.includes(scope))
}

export type KeyState = { title: string; colour: string; isActive: boolean }

/** Whether a key is active, and until when. */
export const keyState = ({ revokedAt, expiresAt }: ApiKey, nowMs: number): KeyState => {
  if (revokedAt) return { title: 'Revoked', colour: 'gray', isActive: false }
  if (!expiresAt) return { title: 'Active', colour: 'pine', isActive: true }
  if (Date.parse(expiresAt) <= nowMs) return { title: 'Expired', colour: 'gray', isActive: false }
  return { title: `Expires ${formatUntil(expiresAt, nowMs)}`, colour: 'orange', isActive: true }
}
