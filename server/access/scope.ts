import { type Static, Type } from 'typebox'

/** What a key may do. `admin` includes all the others, and is never given unless it is named. */
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
