import type { ApiKey, NewApiKey, Scope } from '@adoption-store/client'
import { formatUntil } from '../platform/time-format.tsx'

const scopes: readonly { scope: Scope; meaning: string }[] = [
  { scope: 'pets:read', meaning: 'See animals, categories and their events' },
  { scope: 'pets:write', meaning: 'Add, edit and delete animals' },
  { scope: 'listings:read', meaning: 'See published animals' },
  { scope: 'orders:read', meaning: 'See adoptions and adopters' },
  { scope: 'orders:write', meaning: 'Start adoptions and change their status' },
  { scope: 'categories:write', meaning: 'Name categories' },
  { scope: 'webhooks:manage', meaning: 'Have events sent to a server' },
  { scope: 'applications:create', meaning: 'Submit applications to adopt' },
  { scope: 'applications:read', meaning: 'See applications and applicants' },
  { scope: 'applications:write', meaning: 'Change the status of applications' },
  { scope: 'admin', meaning: 'Everything, for every account' },
]

/** The same as the API's default, for each kind of key. */
export const usualScopes = {
  secret: [
    'pets:read',
    'pets:write',
    'listings:read',
    'orders:read',
    'orders:write',
    'webhooks:manage',
  ],
  publishable: ['listings:read', 'applications:create'],
} as const satisfies Record<NonNullable<NewApiKey['kind']>, readonly Scope[]>

/** What a key of a kind can be given: of a publishable one, only what it has anyway. */
export const allowedScopes = (kind: keyof typeof usualScopes) => {
  const usual: readonly Scope[] = usualScopes[kind]
  return kind === 'secret' ? scopes : scopes.filter(({ scope }) => usual.includes(scope))
}

export type KeyState = { title: string; colour: string; isActive: boolean }

/** Whether a key is active, and until when. */
export const keyState = ({ revokedAt, expiresAt }: ApiKey, nowMs: number): KeyState => {
  if (revokedAt) return { title: 'Revoked', colour: 'gray', isActive: false }
  if (!expiresAt) return { title: 'Active', colour: 'pine', isActive: true }
  if (Date.parse(expiresAt) <= nowMs) return { title: 'Expired', colour: 'gray', isActive: false }
  return { title: `Expires ${formatUntil(expiresAt, nowMs)}`, colour: 'orange', isActive: true }
}
