import { type Role, roleNames } from '../../requests/access/role.ts'

/** Maps a provider's claim to roles. */
export type RoleRule = {
  /** Name of the claim, or the path to it with dots. */
  claim: string
  /** The role for each value of the claim. */
  values: ReadonlyMap<string, Role>
}

/** The most powerful role in the claim; undefined if there is none. */
export const roleOf = (claims: Readonly<Record<string, unknown>>, { claim, values }: RoleRule): Role | undefined => {
  const claimed = [claimOf(claims, claim)].flat()
  const given = claimed.flatMap((value) => (typeof value === 'string' ? (values.get(value) ?? []) : []))
  return roleNames.findLast((role) => given.includes(role))
}

/**
 * Looks a claim up by its name, as names may contain dots (`https://example.org/roles`), else as a
 * path.
 */
export const claimOf = (claims: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  let at: unknown = claims
  for (const part of name.split(/[.]/)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = (at as Record<string, unknown>)[part]
  }
  return at
}
