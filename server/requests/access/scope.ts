import { type Static, Type } from 'typebox'

/** The permissions of a key. `admin` includes all the others, and is never granted by default. */
export const scopes = [
  'pets:read',
  'pets:write',
  'listings:read',
  'orders:read',
  'orders:write',
  'categories:write',
  'webhooks:manage',
  'applications:create',
  'applications:read',
  'applications:write',
  'admin',
] as const

export const Scope = Type.Unsafe<(typeof scopes)[number]>(
  Type.Enum([...scopes], { $id: 'Scope', description: 'A permission of a key.' }),
)
export type Scope = Static<typeof Scope>
