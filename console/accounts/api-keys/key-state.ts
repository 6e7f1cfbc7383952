import { type ApiKey, type Me, type Scope, scopes } from '@adoption-store/client'
import type { Tone } from '../../platform/pill.tsx'
import { formatUntil } from '../../platform/time-format.ts'
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

/** The scopes that the caller can grant to a kind of key: never more than the caller has. */
export const allowedScopes = (kind: keyof typeof usualScopes, me: Me | undefined): readonly Scope[] => {
  const usual: readonly Scope[] = usualScopes[kind]
  return scopes.filter((scope) => (kind === 'secret' || usual.includes(scope)) && mayGive(me, scope))
}

/** A key with `admin` acts for the whole store, so a member cannot grant it. */
export const mayGive = (me: Me | undefined, scope: Scope): boolean => {
  if (!me) return true
  const isMember = me.type === 'user' && me.account !== undefined
  return me.scopes.includes(scope) && !(isMember && scope === 'admin')
}

type KeyState = { label: string; tone: Tone; isActive: boolean }

/** Whether a key works, and if not, why and until when, as of now. */
export const keyState = (key: ApiKey, nowMs: number): KeyState => {
  const { state, expiresAt, bannedUntil } = key
  const isPast = (time: string) => Date.parse(time) <= nowMs
  if (state === 'revoked') return { label: 'Revoked', tone: 'plain', isActive: false }
  if (state === 'expired' || (expiresAt && isPast(expiresAt)))
    return { label: 'Expired', tone: 'plain', isActive: false }
  if (state === 'suspended') return { label: 'Account suspended', tone: 'bad', isActive: true }
  if (bannedUntil && !isPast(bannedUntil))
    return { label: `Banned, ends ${formatUntil(bannedUntil, nowMs)}`, tone: 'bad', isActive: true }
  if (!expiresAt) return { label: 'Active', tone: 'ok', isActive: true }
  const label = `${key.rotatedAt ? 'Rotated, expires' : 'Expires'} ${formatUntil(expiresAt, nowMs)}`
  return { label, tone: 'hold', isActive: true }
}
