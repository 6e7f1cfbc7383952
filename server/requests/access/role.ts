import type { Scope } from './scope.ts'
import { scopes } from './scope.ts'

/** The roles of users, from the fewest permissions to the most. */
export const roleNames = ['viewer', 'counselor', 'manager', 'admin'] as const
export type Role = (typeof roleNames)[number]

/** Actions that users need a right for, in addition to a scope. Keys need only the scope. */
export const rights = ['pets:delete', 'customers:erase', 'data:export', 'documents:write'] as const
export type Right = (typeof rights)[number]

export type Permissions = { scopes: readonly Scope[]; rights: readonly Right[] }

const viewer: readonly Scope[] = ['pets:read', 'listings:read']
const counselor: readonly Scope[] = [
  ...viewer,
  'pets:write',
  'orders:read',
  'orders:write',
  'applications:read',
  'applications:write',
]

/** The permissions of each role. For a member of an account, they apply only to that account. */
export const roles = {
  viewer: { scopes: viewer, rights: [] },
  counselor: { scopes: counselor, rights: [] },
  manager: { scopes: [...counselor, 'categories:write', 'webhooks:manage'], rights },
  admin: { scopes, rights },
} as const satisfies Record<Role, Permissions>

/** Lists the roles that include a scope. */
export const rolesWith = (scope: Scope): Role[] =>
  roleNames.filter((role) => (roles[role].scopes as readonly Scope[]).includes(scope))
