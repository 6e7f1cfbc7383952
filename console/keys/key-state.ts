import { type ApiKey, type Me, type Scope, scopes } from '@adoption-store/client'
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

/** What a key of a kind can be given: of a publishable one, only what it has anyway, and never what the giver lacks. */
export const allowedScopes = (
  kind: keyof typeof usualScopes,
  me: Me | undefined,
): readonly Scope[] => {
  const usual: readonly Scope[] = usualScopes[kind]
  return scopes.filter(
    (scope) => (kind === 'secret' || usual.includes(scope)) && mayGive(me, scope),
  )
}

/** A key with `admin` acts for the whole store, so a member cannot give it. */
export const mayGive = (me: Me | undefined, scope: Scope): boolean => {
  if (!me) return true
  const isMember = me.type === 'user' && me.account !== undefined
  return me.scopes.includes(scope) && !(isMember && scope === 'admin')
}

export type KeyState = { title: string; colour: string; isActive: boolean }

/** Whether a key is active, and until when. */
export const keyState = ({ revokedAt, expiresAt }: ApiKey, nowMs: number): KeyState => {
  if (revokedAt) return { title: 'Revoked', colour: 'gray', isActive: false }
  if (!expiresAt) return { title: 'Active', colour: 'pine', isActive: true }
  if (Date.parse(expiresAt) <= nowMs) return { title: 'Expired', colour: 'gray', isActive: false }
  return { title: `Expires ${formatUntil(expiresAt, nowMs)}`, colour: 'orange', isActive: true }
}
