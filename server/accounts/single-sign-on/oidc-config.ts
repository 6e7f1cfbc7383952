import type { RoleRule } from './role-claim.ts'

/** A provider of OpenID Connect, and what this service is to it. */
export type OidcConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** What people know it as. */
  name: string
  scopes: string
  /** Undefined: roles are set in the store. */
  roles: RoleRule | undefined
  emailVerifiedClaim: string
}
