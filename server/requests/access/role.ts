import type { Scope } from './scope.ts'
import { scopes } from './scope.ts'

/** What people do at the store, from the fewest permissions to all of them. */
export const roleNames = ['viewer', 'counselor', 'manager', 'admin'] as const
export type Role = (typeof roleNames)[number]

/** Steps that a scope alone does not give to people. A key may take them with its scopes. */
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

/** What each role permits. Of a member of an account, all of it ends at the account. */
export const roles = {
  viewer: { scopes: viewer, rights: [] },
  counselor: { scopes: counselor, rights: [] },
  manager: { scopes: [...counselor, 'categories:write', 'webhooks:manage'], rights },
  admin: { scopes, rights },
} as const satisfies Record<Role, Permissions>

/** Roles with a scope. */
export const rolesWith = (scope: Scope): Role[] =>
  roleNames.filter((role) => (roles[role].scopes as readonly Scope[]).includes(scope))
